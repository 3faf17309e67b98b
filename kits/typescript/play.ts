import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { type Decision, PlayService } from "./contract.js";
import { type Dial, Failure } from "./dial.js";
import type { Assigned__Output } from "./generated/skyjo/v1/Assigned.js";
import type { ClientFrame } from "./generated/skyjo/v1/ClientFrame.js";
import type { Events__Output } from "./generated/skyjo/v1/Events.js";
import type { Goodbye__Output } from "./generated/skyjo/v1/Goodbye.js";
import type { Opening__Output } from "./generated/skyjo/v1/Opening.js";
import type { PlayResponse__Output } from "./generated/skyjo/v1/PlayResponse.js";
import type { Receipt__Output } from "./generated/skyjo/v1/Receipt.js";
import type { Refusal__Output } from "./generated/skyjo/v1/Refusal.js";
import type { ServerFrame__Output } from "./generated/skyjo/v1/ServerFrame.js";
import type { Welcome__Output } from "./generated/skyjo/v1/Welcome.js";
import { Seat } from "./seat.js";
import { anything, choose } from "./strategy.js";

export const program = "skyjo-typescript/1";
export const version = { major: 1 };

const framesAtMost = 1024;
const shortestPause = 100; // milliseconds
const longestPause = 10_000;

// After these there is nothing to come back for, and after the others as the server says.
const final = /_(UNSPECIFIED|FINISHED|RESIGNED|KICKED|TABLE_CLOSED|NOT_READY|FORFEITED|SUSPENDED|DETACHED|SUPERSEDED)$/;
const passing = /_(SLOW_READER|SILENT|STORAGE_FAILED)$/;

/** Why a stream ended that is to be followed by another. */
class Interruption extends Error {}

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
        console.error(`${error.message}; trying again in ${wait} ms`);
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
    const watch = () => setTimeout(() => call.cancel(), this.#silence);
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
    } finally {
      clearTimeout(watchdog);
      call.cancel();
      client.close();
    }
    throw new Interruption("stream lost");
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
    const { number, decision, heartbeat, opening, receipt } = frame;
    const seat = this.#numbers.get(number);
    if (!seat) return;
    if (frame.enlisted) {
      console.error(`waiting for work as ${this.wish.name}`);
      this.#alive(frame.enlisted.heartbeatMs);
    } else if (frame.assigned) this.#take(frame.assigned);
    else if (frame.welcome) this.#enter(number, seat, frame.welcome);
    else if (opening) this.#open(number, seat, opening);
    else if (frame.events) this.#follow(number, seat, frame.events);
    else if (decision && !seat.promised) this.#act(number, seat, decision as Decision);
    else if (receipt && receipt.reason !== "ERROR_REASON_UNSPECIFIED") this.#rejected(number, seat, receipt);
    else if (heartbeat) this.#say(number, { pong: { nonce: heartbeat.nonce, latestNumber: seat.latest } });
    else if (frame.refused) this.#refused(number, frame.refused);
    else if (frame.goodbye) this.#goodbye(number, frame.goodbye);
    if (seat.isBypassed(frame)) {
      seat.promised = false;
      this.#leave(number, "cards are dealt although nobody asked for the entropy");
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

  #enter(number: number, seat: Seat, welcome: Welcome__Output): void {
    this.#alive(welcome.heartbeatMs);
    seat.enter(welcome);
    const stage = welcome.presence?.stage;
    if (stage === "TABLE_STAGE_GATHERING") this.#say(number, { ready: seat.promise() });
    else if (stage === "TABLE_STAGE_BETWEEN_ROUNDS") this.#say(number, { ready: {} });
  }

  /** Shows the entropy that was promised, or leaves a table where somebody can have chosen the cards. */
  #open(number: number, seat: Seat, opening: Opening__Output): void {
    const { entropy, commitment } = seat;
    if (!entropy) return;
    if (seat.agrees(opening)) return this.#say(number, { ready: { entropy, commitment } });
    this.#leave(number, "this opening is not what was promised");
  }

  #leave(number: number, why: string): void {
    console.error(`leaving: ${why}`);
    this.#say(number, { resign: {} });
  }

  #follow(number: number, seat: Seat, { firstNumber, events }: Events__Output): void {
    if (firstNumber > seat.latest + 1)
      throw new Interruption(`events from ${seat.latest + 1} to ${firstNumber - 1} are missing`);
    const round = roundToLeave(events.slice(seat.latest + 1 - firstNumber));
    if (round !== undefined) this.#say(number, { ready: { round } });
    seat.latest = Math.max(seat.latest, firstNumber + events.length - 1);
  }

  /** The same decision, sent again, is to get the same answer: its id is part of the seed. */
  #act(number: number, seat: Seat, decision: Decision): void {
    const { decisionId, view } = decision;
    seat.asked = decision;
    const random = seeded(`${seat.seed} ${view.viewer} ${decisionId}`);
    this.#say(number, { act: { ...choose(decision, random), decisionId } });
  }

  /** Acts again where an act was not legal, and gives the seat up where that was not either. */
  #rejected(number: number, seat: Seat, { decisionId, verdict, reason }: Receipt__Output): void {
    console.error(`decision ${decisionId}: ${verdict}, ${reason}`);
    if (verdict !== "VERDICT_ILLEGAL" && verdict !== "VERDICT_MALFORMED") return;
    const again = seat.asked?.decisionId === decisionId ? seat.asked : undefined;
    seat.asked = undefined;
    this.#say(number, again ? { act: { ...anything(again), decisionId } } : { resign: {} });
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

  #drop(number: number): void {
    const gone = this.#numbers.get(number);
    this.#numbers.delete(number);
    for (const [place, seat] of this.seats) if (seat === gone) this.seats.delete(place);
  }
}

/** The responses of a stream; its end by an error is an Interruption. */
async function* responses(call: AsyncIterable<PlayResponse__Output>): AsyncGenerator<PlayResponse__Output> {
  try {
    yield* call;
  } catch (error) {
    throw new Interruption(`stream lost: ${(error as Error).message}`);
  }
}

/** The round that the last of these events have ended, if the game goes on after it. */
function roundToLeave(events: Events__Output["events"]): number | undefined {
  let round: number | undefined;
  for (const { roundEnded, dealt, gameEnded } of events) {
    if (roundEnded) round = roundEnded.round;
    else if (dealt || gameEnded) round = undefined;
  }
  return round;
}

/** Numbers from 0 to 1 that follow from a seed. */
function seeded(seed: string): () => number {
  let count = 0;
  return () => createHash("sha256").update(`${seed} ${count++}`).digest().readUInt32LE() / 2 ** 32;
}
