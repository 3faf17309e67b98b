// A server that plays a script with each stream that a bot opens, and frames for it.
import assert from "node:assert/strict";

import { Server, ServerCredentials, type ServerDuplexStream } from "@grpc/grpc-js";

import { PlayService } from "./contract.js";
import type { ClientFrame__Output } from "./generated/skyjo/v1/ClientFrame.js";
import type { Event } from "./generated/skyjo/v1/Event.js";
import type { PlayRequest__Output } from "./generated/skyjo/v1/PlayRequest.js";
import type { PlayResponse } from "./generated/skyjo/v1/PlayResponse.js";
import type { ServerFrame } from "./generated/skyjo/v1/ServerFrame.js";
import type { TableStage } from "./generated/skyjo/v1/TableStage.js";
import type { Bot } from "./play.js";

/** One stream of a scripted server. */
export class Talk {
  readonly #frames: AsyncIterator<ClientFrame__Output>;

  constructor(readonly call: ServerDuplexStream<PlayRequest__Output, PlayResponse | Buffer>) {
    this.#frames = frames(call);
  }

  /** The bot's next frame. */
  async hear(): Promise<ClientFrame__Output> {
    const { value, done } = await this.#frames.next();
    return done ? assert.fail("the bot is gone") : value;
  }

  say(...frames: ServerFrame[]): void {
    this.call.write({ frames });
  }
}

async function* frames(call: AsyncIterable<PlayRequest__Output>) {
  for await (const request of call) yield* request.frames;
}

export type Script = (talk: Talk) => Promise<void>;

/** Runs the bot against the scripts, one for each stream that it opens, until it has nothing left to play. */
export async function serve(bot: Bot, ...scripts: Script[]): Promise<void> {
  const { Play } = PlayService.service;
  const responseSerialize = (response: PlayResponse | Buffer) =>
    Buffer.isBuffer(response) ? response : Play.responseSerialize(response);
  const server = new Server();
  const wrong: unknown[] = [];
  server.addService(
    { Play: { ...Play, responseSerialize } },
    {
      Play: (call: Talk["call"]) =>
        void (scripts.shift() ?? sendAway)(new Talk(call))
          .catch((error: unknown) => wrong.push(error))
          .finally(() => call.end()),
    },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  );
  bot.address = `127.0.0.1:${port}`;
  try {
    await bot.play();
  } finally {
    server.forceShutdown();
  }
  assert.deepEqual(wrong, []);
  assert.equal(scripts.length, 0, "the bot did not come back");
}

async function sendAway(talk: Talk): Promise<void> {
  talk.say(goodbye((await talk.hear()).number));
  assert.fail("the bot came once too often");
}

export function welcome(number: number, stage: TableStage = "TABLE_STAGE_GATHERING"): ServerFrame {
  const game = { gameId: "game", nextNumber: 1, heartbeatMs: 10_000, presence: { stage } };
  return { number, welcome: { ...game, commitment: Buffer.of(1), dealSource: "DEAL_SOURCE_PLAYERS" } };
}

/** Cards, in each way in which a bot can see that there are some. */
export function dealt(number: number, commitment = 1): ServerFrame[] {
  const playing = welcome(number, "TABLE_STAGE_PLAYING");
  Object.assign(playing.welcome!, { view: { round: 1 }, commitment: Buffer.of(commitment) });
  return [playing, events(number, 1, { dealt: { round: 1 } }), { number, decision: {} }];
}

export function goodbye(number: number, reason = "FINISHED", more = {}): ServerFrame {
  return { number, goodbye: { reason: `GOODBYE_REASON_${reason}` as "GOODBYE_REASON_FINISHED", ...more } };
}

export const opening = (number: number, commitment: number, ...hashes: (Buffer | undefined)[]) => ({
  number,
  opening: { gameId: "game", commitment: Buffer.of(commitment), seats: hashes.map((entropyHash) => ({ entropyHash })) },
});
export const events = (number: number, firstNumber: number, ...events: Event[]) => ({
  number,
  events: { firstNumber, events },
});
export const heartbeat = (number: number, nonce: number, latestNumber = 0) => ({
  number,
  heartbeat: { nonce, latestNumber },
});
