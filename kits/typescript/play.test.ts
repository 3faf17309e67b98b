import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { credentials } from "@grpc/grpc-js";

import { Failure } from "./dial.js";
import type { ServerFrame } from "./generated/skyjo/v1/ServerFrame.js";
import { Bot } from "./play.js";
import { dealt, events, goodbye, heartbeat, opening, type Script, serve, type Talk, welcome } from "./scripted.js";
import { Seat } from "./seat.js";

/** A goodbye for a reason that has no name yet. */
function unheardOf(number: number, more = {}): ServerFrame {
  return { number, goodbye: { reason: 99 as 1, ...more } };
}

const roundEnded = (round: number) => ({ roundEnded: { round } });
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

test("holds to its resignation on another stream", async () => {
  const broken: Script = async (talk) => {
    const { number } = await talk.hear();
    talk.say(welcome(number));
    talk.say(opening(number, 2, (await talk.hear()).ready?.entropyHash));
    assert.ok((await talk.hear()).resign, "somebody can have chosen the cards");
  };
  const back: Script = async (talk) => {
    const { number } = await talk.hear();
    talk.say(...dealt(number), heartbeat(number, 7));
    assert.ok((await talk.hear()).resign, "it has left");
    assert.ok((await talk.hear()).pong, "and answers nothing more");
    talk.say(goodbye(number, "RESIGNED"));
  };
  await serve(oneSeat(), broken, back);
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

test("attaches the seats that it has when it is sent away", async () => {
  const bot = newBot();
  bot.key = Buffer.from("key");
  const sentAway: Script = async (talk) => {
    await talk.hear();
    talk.say({ number: 1, assigned: { seatToken: Buffer.from("token"), tableId: "table", seat: 0 } });
    await talk.hear();
    talk.say(goodbye(1, "SUSPENDED"));
  };
  await serve(bot, sentAway, async (talk) => {
    const { number, attach } = await talk.hear();
    assert.deepEqual(attach?.seatToken, Buffer.from("token"));
    talk.say(goodbye(number));
  });
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
