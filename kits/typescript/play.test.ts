import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { credentials, Server, ServerCredentials, type ServerDuplexStream } from "@grpc/grpc-js";

import { PlayService } from "./contract.js";
import { Failure } from "./dial.js";
import type { ClientFrame__Output } from "./generated/skyjo/v1/ClientFrame.js";
import type { Event } from "./generated/skyjo/v1/Event.js";
import type { PlayRequest__Output } from "./generated/skyjo/v1/PlayRequest.js";
import type { PlayResponse } from "./generated/skyjo/v1/PlayResponse.js";
import type { ServerFrame } from "./generated/skyjo/v1/ServerFrame.js";
import type { TableStage } from "./generated/skyjo/v1/TableStage.js";
import { Bot } from "./play.js";
import { Seat } from "./seat.js";

/** One stream of a scripted server. */
class Talk {
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

type Script = (talk: Talk) => Promise<void>;

/** Runs the bot against the scripts, one for each stream that it opens, until it has nothing left to play. */
async function serve(bot: Bot, ...scripts: Script[]): Promise<void> {
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

function welcome(number: number, stage: TableStage = "TABLE_STAGE_GATHERING"): ServerFrame {
  const game = { gameId: "game", nextNumber: 1, heartbeatMs: 10_000, presence: { stage } };
  return { number, welcome: { ...game, commitment: Buffer.of(1), dealSource: "DEAL_SOURCE_PLAYERS" } };
}

/** Cards, in each way in which a bot can see that there are some. */
function dealt(number: number, commitment = 1): ServerFrame[] {
  const playing = welcome(number, "TABLE_STAGE_PLAYING");
  Object.assign(playing.welcome!, { view: { round: 1 }, commitment: Buffer.of(commitment) });
  return [playing, events(number, 1, { dealt: { round: 1 } }), { number, decision: {} }];
}

function goodbye(number: number, reason = "FINISHED", more = {}): ServerFrame {
  return { number, goodbye: { reason: `GOODBYE_REASON_${reason}` as "GOODBYE_REASON_FINISHED", ...more } };
}

/** A goodbye for a reason that has no name yet. */
function unheardOf(number: number, more = {}): ServerFrame {
  return { number, goodbye: { reason: 99 as 1, ...more } };
}

const opening = (number: number, commitment: number, ...hashes: (Buffer | undefined)[]) => ({
  number,
  opening: { commitment: Buffer.of(commitment), seats: hashes.map((entropyHash) => ({ entropyHash })) },
});
const events = (number: number, firstNumber: number, ...events: Event[]) => ({
  number,
  events: { firstNumber, events },
});
const roundEnded = (round: number) => ({ roundEnded: { round } });
const heartbeat = (number: number, nonce: number) => ({ number, heartbeat: { nonce } });
const sha256 = (bytes?: Buffer) => createHash("sha256").update(bytes!).digest();

/** A field of bytes as it is sent; the tag of number 999, which nobody knows, has two bytes. */
const field = (tag: number[], content: number[]) => [...tag, content.length, ...content];
const fromTheFuture = field([0xba, 0x3e], [...Buffer.from("new")]);

function newBot(): Bot {
  const insecure = (address: string) => [address, credentials.createInsecure(), {}] as ReturnType<Bot["dial"]>;
  return new Bot(insecure, "", { name: "typist", count: 3, seed: 1n });
}

function oneSeat(): Bot {
  const bot = newBot();
  bot.seats.set("token", new Seat(Buffer.from("secret"), 1n));
  return bot;
}

test("opens the entropy it committed to", async () => {
  await serve(oneSeat(), async (talk) => {
    const { number } = await talk.hear();
    talk.say(welcome(number));
    const promise = (await talk.hear()).ready;
    const hash = promise?.entropyHash;
    talk.say(opening(number, 1, undefined, hash));
    const opened = (await talk.hear()).ready;
    assert.deepEqual([promise?.commitment, opened?.commitment], [Buffer.of(1), Buffer.of(1)]);
    assert.equal(opened?.entropy?.length, 32);
    assert.deepEqual(sha256(opened.entropy), hash);
    const others = Buffer.from("not the hash that was promised");
    const chosen = [opening(number, 2, undefined, hash), opening(number, 1, undefined, others)];
    talk.say(...chosen, opening(number, 1, others, hash));
    for (let i = 0; i < 3; i++) assert.ok((await talk.hear()).resign, "somebody can have chosen the cards");
    talk.say(goodbye(number));
  });
});

test("leaves when cards are dealt without its entropy", async () => {
  for (const i of dealt(0).keys())
    await serve(oneSeat(), async (talk) => {
      const { number } = await talk.hear();
      talk.say(welcome(number));
      await talk.hear();
      talk.say(dealt(number)[i]!);
      assert.ok((await talk.hear()).resign, "nobody asked for its entropy");
      talk.say(goodbye(number));
    });
});

test("stays when its entropy was asked for, and when it promised none for these cards", async () => {
  const stays = async (talk: Talk, number: number, commitment?: number) => {
    talk.say(...dealt(number, commitment).slice(0, 2), heartbeat(number, 7));
    assert.ok((await talk.hear()).pong);
  };
  const asked: Script = async (talk) => {
    const { number } = await talk.hear();
    await stays(talk, number); // it is new here
    talk.say(welcome(number));
    talk.say(opening(number, 1, (await talk.hear()).ready?.entropyHash));
    await talk.hear();
    talk.say(goodbye(number, "SILENT"));
  };
  const back: Script = async (talk) => {
    const { number } = await talk.hear();
    await stays(talk, number);
    talk.say(goodbye(number));
  };
  await serve(oneSeat(), asked, back);
  await serve(oneSeat(), async (talk) => {
    const { number } = await talk.hear();
    talk.say(welcome(number));
    await talk.hear();
    await stays(talk, number, 2);
    talk.say(goodbye(number));
  });
});

test("acts again once when an act is refused", async () => {
  await serve(oneSeat(), async (talk) => {
    const { number } = await talk.hear();
    const slots = Array.from({ length: 12 }, () => ({}));
    const decision = { decisionId: 5, legal: { take: [0, 3] }, view: { seats: [{ grid: { slots } }] } };
    const reason = "ERROR_REASON_SLOT_OUT_OF_RANGE" as const;
    const refused = { number, receipt: { decisionId: 5, verdict: "VERDICT_ILLEGAL" as const, reason } };
    talk.say({ number, decision });
    await talk.hear();
    talk.say(refused);
    const { act } = await talk.hear();
    assert.deepEqual([act?.decisionId, act?.take?.slot], [5, 0]);
    talk.say(refused);
    assert.ok((await talk.hear()).resign);
    talk.say(goodbye(number));
  });
});

test("comes back where it left off", async () => {
  let hash: Buffer | undefined;
  const dropped: Script = async (talk) => {
    const { number } = await talk.hear();
    talk.say(welcome(number));
    hash = (await talk.hear()).ready?.entropyHash;
    const unknownEvents = [0x08, 1, ...field([0x12], []), ...field([0x12], fromTheFuture)];
    const frame = [0x08, number, ...field([0x12], unknownEvents)];
    talk.call.write(Buffer.from(field([0x0a], frame)));
    talk.say(heartbeat(number, 7));
    assert.deepEqual((await talk.hear()).pong, { nonce: 7, latestNumber: 2 });
  };
  const resumed: Script = async (talk) => {
    const { number, attach } = await talk.hear();
    assert.deepEqual(attach?.resume, { gameId: "game", after: 2 });
    talk.say(welcome(number, "TABLE_STAGE_OPENING"), opening(number, 1, hash));
    assert.deepEqual(sha256((await talk.hear()).ready?.entropy), hash);
    talk.say(goodbye(number, "DRAINING", { retryAfterMs: 1 }));
  };
  await serve(oneSeat(), dropped, resumed, async (talk) => talk.say(goodbye((await talk.hear()).number)));
});

test("is ready once per round, whatever else it hears", async () => {
  await serve(oneSeat(), async (talk) => {
    const { number } = await talk.hear();
    talk.say(welcome(number), { number: 77 });
    talk.call.write(Buffer.from(field([0x0a], [0x08, number, ...fromTheFuture])));
    await talk.hear();
    talk.say(events(number, 1, {}, roundEnded(1)), events(number, 2, roundEnded(1)), events(number, 3, roundEnded(2)));
    talk.say(events(number, 4, roundEnded(3), { gameEnded: {} }), heartbeat(number, 5));
    assert.equal((await talk.hear()).ready?.round, 1);
    assert.equal((await talk.hear()).ready?.round, 2);
    assert.equal((await talk.hear()).pong?.nonce, 5);
    talk.say(goodbye(number, "KICKED", { retryAfterMs: 1 })); // it has no seat to come back to
  });
});

test("takes its seats back after enlisting again", async () => {
  const attached = async (talk: Talk, token: string) => {
    const { enlist } = await talk.hear();
    assert.deepEqual([enlist?.seats, enlist?.key], [3, Buffer.from("key")]);
    talk.say({ number: 1, assigned: { seatToken: Buffer.from(token), tableId: "table", seat: 0 } });
    const frame = await talk.hear();
    assert.deepEqual(frame.attach?.seatToken, Buffer.from(token));
    return frame;
  };
  const first: Script = async (talk) => {
    talk.say(welcome((await attached(talk, "old")).number));
    await talk.hear();
  };
  const second: Script = async (talk) => {
    const { number, attach } = await attached(talk, "new");
    assert.equal(attach?.resume?.gameId, "game");
    talk.say(goodbye(number));
    talk.say(goodbye(1, "SUSPENDED"));
  };
  const bot = newBot();
  bot.key = Buffer.from("key");
  await serve(bot, first, second);
});

test("comes back after an unknown goodbye, if asked", async () => {
  await serve(
    oneSeat(),
    async (talk) => talk.say(unheardOf((await talk.hear()).number, { retryAfterMs: 1 })),
    async (talk) => talk.say(unheardOf((await talk.hear()).number)),
  );
});

test("does not come back to a server that keeps nothing", async () => {
  await serve(oneSeat(), async (talk) => talk.say(goodbye((await talk.hear()).number, "DRAINING")));
});

test("ends when its seat is refused", async () => {
  const refusal = { frame: "attach", reason: "ERROR_REASON_TOKEN_UNKNOWN" } as const;
  const refusing: Script = async (talk) => talk.say({ number: (await talk.hear()).number, refused: refusal });
  await assert.rejects(serve(oneSeat(), refusing), Failure);
});

test("does not hide a mistake in the strategy", async () => {
  const lacking: Script = async (talk) => talk.say({ number: (await talk.hear()).number, decision: {} });
  await assert.rejects(serve(oneSeat(), lacking), TypeError);
});
