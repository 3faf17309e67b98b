import type { Act, Decision, View } from "./contract.js";

/**
 * Answers a decision with one of its legal actions. It looks one card ahead: how much better than nothing is the best
 * place for the card at hand, and how much better is an unseen card likely to be? `random` gives numbers from 0 to 1.
 */
export function choose({ legal, view }: Decision, random: () => number): Act {
  if (legal.flipCount > 0) return { flip: { slots: legal.flip.slice(0, legal.flipCount) } }; // in different columns
  const hand = new Hand(view);
  if (legal.draw || legal.take.length > 0) {
    const { slot, gain } = hand.best(view.discardTop ?? 0, legal.take);
    return legal.draw && gain < hand.hope(legal.take) ? { draw: {} } : { take: { slot } };
  }
  const { slot, gain } = hand.best(view.drawn ?? 0, legal.keep);
  if (legal.discard.length === 0 || gain > 0) return { keep: { slot } };
  return { discard: { slot: legal.discard[Math.floor(random() * legal.discard.length)] } };
}

/** The first legal action: what is played when the one that was chosen is refused. */
export function anything({ legal }: Decision): Act {
  if (legal.flipCount > 0) return { flip: { slots: legal.flip.slice(0, legal.flipCount) } };
  if (legal.draw) return { draw: {} };
  if (legal.take.length > 0) return { take: { slot: legal.take[0] } };
  if (legal.keep.length > 0) return { keep: { slot: legal.keep[0] } };
  return { discard: { slot: legal.discard[0] } };
}

/** A seat's own cards and what it can count on. */
class Hand {
  readonly #cards: (number | undefined)[]; // by slot; undefined where one is hidden or gone
  readonly #unseen: number[]; // how many cards of -2, -1, ... 12 the seat has not seen
  readonly #mean: number; // of the unseen

  constructor(view: View) {
    this.#cards = (view.seats[view.viewer ?? 0].grid?.slots ?? []).map((slot) => slot.value);
    this.#unseen = view.unseen;
    this.#mean = this.#average((card) => card);
  }

  /** The gain that a drawn card promises; a bad one is discarded and costs nothing. */
  hope(slots: number[]): number {
    return this.#average((card) => Math.max(this.best(card, slots).gain, 0));
  }

  /** The slot where a card saves the most points, and how many. */
  best(card: number, slots: number[]): { slot: number; gain: number } {
    let best = { slot: 0, gain: -Infinity };
    for (const slot of slots) {
      const gain = this.#gain(card, slot);
      if (gain > best.gain) best = { slot, gain };
    }
    return best;
  }

  /** The mean of a measure over the unseen cards. */
  #average(measure: (card: number) => number): number {
    const count = this.#unseen.reduce((sum, n) => sum + n, 0);
    return this.#unseen.reduce((sum, n, i) => sum + n * measure(i - 2), 0) / Math.max(count, 1);
  }

  /** The points that a card saves on a slot. */
  #gain(card: number, slot: number): number {
    const old = this.#cards[slot];
    const saved = old === undefined ? this.#mean - card : old - card - this.#promise(old, slot);
    return saved + this.#promise(card, slot);
  }

  /** What a card on a slot is worth because of its equals in the column: three vanish, two may yet. */
  #promise(card: number, slot: number): number {
    const column = [0, 4, 8].map((row) => row + (slot % 4));
    const equals = column.filter((other) => other !== slot && this.#cards[other] === card).length;
    return [0, 0.5, 3][equals] * card;
  }
}
