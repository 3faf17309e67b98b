import assert from "node:assert/strict";
import { test } from "node:test";

import type { Decision } from "./contract.js";
import { choose } from "./strategy.js";

const all = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
const turn = { take: all, draw: true };
const place = { keep: all, discard: [4, 5] };

/** Shows the bot a grid with these open cards and otherwise hidden ones. */
function decide(
  open: Record<number, number>,
  cards: { discardTop?: number; drawn?: number },
  legal: Partial<Decision["legal"]>,
) {
  const slots = all.map((slot) => ({ value: open[slot], cleared: false }));
  const unseen = [5, 10, 15, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10];
  const none = { flipCount: 0, flip: [], take: [], draw: false, keep: [], discard: [] };
  const view = { seats: [{ grid: { slots } }], viewer: 0, unseen, ...cards };
  return choose({ legal: { ...none, ...legal }, view } as unknown as Decision, () => 0.7);
}

test("plays sensibly", () => {
  assert.deepEqual(decide({ 7: 12 }, { discardTop: -2 }, turn), { take: { slot: 7 } });
  assert.deepEqual(decide({ 7: 12 }, { discardTop: 11 }, turn), { draw: {} });
  assert.deepEqual(decide({ 1: 12, 9: 12 }, { discardTop: 12 }, turn), { take: { slot: 5 } }, "a third of a column");
  assert.deepEqual(decide({ 3: 10 }, { drawn: -2 }, place), { keep: { slot: 3 } });
  assert.deepEqual(decide({ 3: 10 }, { drawn: 11 }, place), { discard: { slot: 5 } });
  assert.deepEqual(decide({}, {}, { flipCount: 2, flip: all }), { flip: { slots: [0, 1] } });
});
