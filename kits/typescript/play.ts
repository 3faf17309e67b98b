import { setTimeout as sleep } from "node:timers/promises";

import { PlayService } from "./contract.js";
import { type Dial, Failure } from "./dial.js";
import type { Assigned__Output } from "./generated/skyjo/v1/Assigned.js";
import type { ClientFrame } from "./generated/skyjo/v1/ClientFrame.js";
import type { Goodbye__Output } from "./generated/skyjo/v1/Goodbye.js";
import type { PlayResponse__Output } from "./generated/skyjo/v1/PlayResponse.js";
import type { Refusal__Output } from "./generated/skyjo/v1/Refusal.js";
import type { ServerFrame__Output } from "./generated/skyjo/v1/ServerFrame.js";
import { Interruption, Seat } from "./seat.js";

export const program = "skyjo-typescript/1";
export const version = { major: 1 };

const framesAtMost = 1024;
const enlistment = 1; // its number on every stream, as it is introduced first; without a key that of the first seat
const shortestPause = 100; // milliseconds
const longestPause = 10_000;

// After these there is nothing to come back for, and after the others as the server says.
const final = /_(UNSPECIFIED|FINISHED|RESIGNED|KICKED|TABLE_CLOSED|NOT_READY|FORFEITED|SUSPENDED|DETACHED|SUPERSEDED)$/;
const passing = /_(SLOW_READER|SILENT|STORAGE_FAILED)$/;

/** Plays all its seats over one stream. */
export class Bot {
  readonly seats = new Map<string, Seat>(); // outlives a stream
  key: Buffer | undefined; // set when the server assigns the seats

  // Of the current stream. A number names a seat (or the enlistment) on it.
  #numbers = new Map<number, Seat>();
  #used = 0;
  #out: ClientFrame[] = [];
  #silence = 0; // after so many milliseconds without a word the server is gone
  #welcomed = false;
  #comeAfter = 0; // milliseconds

  constructor(
    readonly dial: Dial,
    public address: string,
    readonly wish: { name: string; count: number; seed: bigint },
  ) {}

  /** Serves one stream after another until nothing is left to play. Throws a Failure when the server refuses all. */
  async play(): Promise<void> {
    for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
      try {
        return await this.#stream();
      } catch (error) {
        if (!(error instanceof Interruption)) throw error;
        if (this.#welcomed) pause = shortestPause;
        const random = pause * (0.5 + Math.random()); // many bots must not come back at one instant
        const wait = Math.max(Math.round(random), this.#comeAfter);
        console.error(`stream lost: ${error.message}; trying again in ${wait} ms`);
        await sleep(wait);
      }
    }
  }

  /** Answers each response with at most one request. */
  async #stream(): Promise<void> {
    const client = new PlayService(...this.dial(this.address));
    const call = client.play();
    call.on("error", () => {}); // it is thrown where responses are read
    this.#begin();
    let silent = false;
    const watch = () =>
      setTimeout(() => {
        silent = true;
        call.cancel();
      }, this.#silence);
    let watchdog = watch();
    try {
      this.#send(call);
      for await (const response of responses(call)) {
        for (const frame of response.frames) this.#hear(frame);
        if (this.#numbers.size === 0) return;
        this.#send(call);
        clearTimeout(watchdog);
        watchdog = watch();
      }
    } catch (error) {
      throw silent ? new Interruption("the server is silent") : error;
    } finally {
      clearTimeout(watchdog);
      call.cancel();
      client.close();
    }
    throw new Interruption("the server ended it");
  }

  #send(call: ReturnType<InstanceType<typeof PlayService>["play"]>): void {
    for (let i = 0; i < this.#out.length; i += framesAtMost)
      call.write({ frames: this.#out.slice(i, i + framesAtMost) });
    this.#out = [];
  }

  /** Enlists, or attaches the seats: an enlisted bot is given those it has again. */
  #begin(): void {
    this.#numbers = new Map();
    this.#out = [];
    this.#used = this.#comeAfter = 0;
    this.#silence = 30_000;
    this.#welcomed = false;
    if (!this.key) return this.seats.forEach((seat) => this.#attach(seat));
    const { name, count: seats, seed } = this.wish;
    const enlist = { version, key: this.key, name, clientName: program, seats };
    this.#say(this.#number(new Seat(this.key, seed)), { enlist });
  }

  #attach(seat: Seat): void {
    const resume = seat.game ? { gameId: seat.game, after: seat.latest } : null;
    this.#say(this.#number(seat), { attach: { version, seatToken: seat.token, clientName: program, resume } });
  }

  #number(seat: Seat): number {
    this.#numbers.set(++this.#used, seat);
    return this.#used;
  }

  #say(number: number, frame: ClientFrame): void {
    this.#out.push({ number, ...frame });
  }

  /** Takes one frame. Kinds that it does not know are skipped. */
  #hear(frame: ServerFrame__Output): void {
    const { number } = frame;
    const seat = this.#numbers.get(number);
    if (!seat) return;
    if (frame.enlisted) {
      console.error(`waiting for work as ${this.wish.name}`);
      this.#alive(frame.enlisted.heartbeatMs);
    } else if (frame.assigned) this.#take(frame.assigned);
    else if (frame.refused) this.#refused(number, frame.refused);
    else if (frame.goodbye) this.#goodbye(number, frame.goodbye);
    else {
      if (frame.welcome) this.#alive(frame.welcome.heartbeatMs);
      const answer = seat.hear(frame);
      if (answer) this.#say(number, answer);
    }
  }

  #alive(heartbeatMs: number): void {
    this.#welcomed = true;
    this.#silence = 3 * heartbeatMs;
  }

  /** Attaches an assigned seat. One that the bot had before keeps its state and has a new token. */
  #take({ tableId, seat: index, seatToken, botSeed }: Assigned__Output): void {
    const place = `${tableId} ${index}`;
    const seat = this.seats.get(place) ?? new Seat(seatToken, this.wish.seed ^ BigInt(botSeed ?? 0));
    seat.token = seatToken;
    this.seats.set(place, seat);
    this.#attach(seat);
  }

  #refused(number: number, { frame, reason, retryAfterMs }: Refusal__Output): void {
    console.error(`${frame} refused: ${reason}`);
    if (frame !== "attach" && frame !== "enlist") return;
    if (retryAfterMs !== undefined) this.#comeBack(retryAfterMs, reason);
    this.#drop(number);
    if (this.#numbers.size === 0) throw new Failure("the server refuses this bot");
  }

  /** Drops a seat for good or, when it is to come back, ends the stream: the other seats lose only a moment. */
  #goodbye(number: number, { reason, retryAfterMs, address }: Goodbye__Output): void {
    if (!final.test(reason) && (retryAfterMs !== undefined || passing.test(reason))) {
      this.address = address || this.address;
      this.#comeBack(retryAfterMs ?? 0, reason);
    }
    console.error(`goodbye: ${reason}`);
    this.#drop(number);
  }

  #comeBack(after: number, reason: string): never {
    this.#comeAfter = after;
    throw new Interruption(`asked to come back: ${reason}`);
  }

  /** Forgets a number and its seat, or the enlistment: its seats are attached from then on. */
  #drop(number: number): void {
    const gone = this.#numbers.get(number);
    this.#numbers.delete(number);
    if (number === enlistment) this.key = undefined;
    for (const [place, seat] of this.seats) if (seat === gone) this.seats.delete(place);
  }
}

/** The responses of a stream; its end by an error is an Interruption. */
async function* responses(call: AsyncIterable<PlayResponse__Output>): AsyncGenerator<PlayResponse__Output> {
  try {
    yield* call;
  } catch (error) {
    throw new Interruption((error as Error).message);
  }
}
