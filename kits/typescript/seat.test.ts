import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { PlayService } from "./contract.js";
import type { ClientFrame } from "./generated/skyjo/v1/ClientFrame.js";
import type { ServerFrame } from "./generated/skyjo/v1/ServerFrame.js";
import { dealt, events, heartbeat, opening, welcome } from "./scripted.js";
import { Interruption, Seat } from "./seat.js";

const { responseSerialize, responseDeserialize } = PlayService.service.Play;

/** What a seat answers to frames, as it gets them from a stream. */
function hears(seat: Seat, ...frames: ServerFrame[]): ClientFrame[] {
  const heard = responseDeserialize(responseSerialize({ frames })).frames;
  return heard.flatMap((frame) => seat.hear(frame) ?? []);
}

function leaves(seat: Seat, ...frames: ServerFrame[]): void {
  assert.deepEqual(hears(seat, ...frames), [{ resign: {} }]);
}

const newcomer = () => new Seat(Buffer.from("secret"), 1n);

/** A seat that has promised entropy, and its hash. */
function promised(): { seat: Seat; hash: Buffer } {
  const seat = newcomer();
  const [promise] = hears(seat, welcome(1));
  assert.deepEqual(promise?.ready?.commitment, Buffer.of(1));
  return { seat, hash: promise.ready.entropyHash as Buffer };
}

function ofAnotherGame(frame: ServerFrame): ServerFrame {
  Object.assign(frame.welcome ?? frame.opening!, { gameId: "another" });
  return frame;
}

test("opens the entropy it committed to, as often as it is asked", () => {
  const { seat, hash } = promised();
  const shown = opening(1, 1, undefined, hash);
  const answers = hears(seat, shown, shown);
  assert.equal(answers.length, 2);
  for (const { ready } of answers) {
    const entropy = ready?.entropy as Buffer;
    assert.equal(entropy.length, 32);
    assert.deepEqual(createHash("sha256").update(entropy).digest(), hash);
    assert.deepEqual(ready?.commitment, Buffer.of(1));
  }
});

test("leaves where somebody can have chosen the cards", () => {
  const others = Buffer.from("not the hash that was promised");
  const forgeries: ((own: Buffer) => ServerFrame[])[] = [
    (own) => [opening(1, 2, undefined, own)],
    (own) => [ofAnotherGame(opening(1, 1, undefined, own))],
    () => [opening(1, 1, undefined, others)],
    (own) => [opening(1, 1, undefined, own), opening(1, 1, others, own)],
  ];
  for (const forgery of forgeries) {
    const { seat, hash } = promised();
    const frames = forgery(hash);
    hears(seat, ...frames.slice(0, -1));
    leaves(seat, frames.at(-1)!);
  }
});

test("promises anew for another game", () => {
  const { seat, hash } = promised();
  const [again, anew] = hears(seat, welcome(1), ofAnotherGame(welcome(1)));
  assert.deepEqual(again?.ready?.entropyHash, hash);
  assert.notDeepEqual(anew?.ready?.entropyHash, hash);
});

test("leaves when cards are dealt without its entropy", () => {
  for (const sign of dealt(1)) leaves(promised().seat, sign);
});

test("stays when its entropy was asked for, and when it promised none for these cards", () => {
  const { seat, hash } = promised();
  hears(seat, opening(1, 1, hash));
  assert.deepEqual(hears(seat, ...dealt(1).slice(0, 2)), []);
  assert.deepEqual(hears(newcomer(), ...dealt(1).slice(0, 2)), []);
  assert.deepEqual(hears(promised().seat, ...dealt(1, 2).slice(0, 2)), []);
});

test("stays away from a game that it has left", () => {
  const { seat, hash } = promised();
  leaves(seat, opening(1, 2, hash));
  for (const returned of [welcome(1), ofAnotherGame(welcome(1)), ...dealt(1).slice(0, 1)])
    leaves(seat, returned, opening(1, 1, hash), events(1, 1, { roundEnded: { round: 1 } }), ...dealt(1).slice(1));
  for (const { pong } of hears(seat, heartbeat(1, 7, 3), heartbeat(1, 7, 3))) assert.equal(pong?.nonce, 7);
});

test("gives the stream up when events are missing, or announced and do not come", () => {
  assert.throws(() => hears(newcomer(), welcome(1), events(1, 2, {})), Interruption);
  const seat = newcomer();
  hears(seat, welcome(1), heartbeat(1, 1, 1), events(1, 1, {}), heartbeat(1, 2, 1), heartbeat(1, 3, 2));
  assert.throws(() => hears(seat, heartbeat(1, 4, 2)), Interruption);
});
