import { createHash, randomBytes } from "node:crypto";

import type { Decision } from "./contract.js";
import type { Opening__Output } from "./generated/skyjo/v1/Opening.js";
import type { ServerFrame__Output } from "./generated/skyjo/v1/ServerFrame.js";
import type { Welcome__Output } from "./generated/skyjo/v1/Welcome.js";

/** One place at a table, with what a reconnect needs. */
export class Seat {
  game = ""; // of the latest welcome
  latest = 0; // number of the last event processed
  commitment: Buffer = Buffer.alloc(0); // the server's part in the cards, and this seat's
  entropy: Buffer | undefined;
  hashes: string | undefined; // all that the opening showed
  promised = false; // entropy for which no opening has asked yet
  asked: Decision | undefined; // the latest decision, until its answer is refused

  constructor(
    public token: Buffer,
    readonly seed: bigint,
  ) {}

  /** Begins or resumes a game. New entropy is for a new commitment only: what was promised has to be opened. */
  enter(welcome: Welcome__Output): void {
    this.game = welcome.gameId;
    this.latest = welcome.nextNumber - 1;
    if (welcome.commitment.equals(this.commitment)) return;
    this.commitment = welcome.commitment;
    this.hashes = undefined;
    this.promised = false;
    this.entropy = welcome.dealSource === "DEAL_SOURCE_PLAYERS" ? randomBytes(32) : undefined;
  }

  /** Ready for the game, with a part in the shuffling so that nobody can choose the cards. */
  promise() {
    this.promised = this.entropy !== undefined && this.hashes === undefined;
    const entropyHash = this.#hash();
    return { entropyHash, commitment: this.commitment };
  }

  /** Whether an opening has the commitment, this seat's hash, and no other hashes than before. */
  agrees({ commitment, seats }: Opening__Output): boolean {
    const before = this.hashes;
    const shown = seats.map(({ entropyHash }) => entropyHash?.toString("hex") ?? "");
    this.hashes = shown.join();
    this.promised = false;
    const own = this.#hash()?.toString("hex");
    const same = before === undefined || before === this.hashes;
    return same && own !== undefined && shown.includes(own) && commitment.equals(this.commitment);
  }

  /** Whether cards are dealt although no opening has asked for what was promised. */
  isBypassed({ decision, events, welcome }: ServerFrame__Output): boolean {
    return this.promised && !!(decision || welcome?.view || events?.events.some(({ dealt }) => dealt));
  }

  #hash(): Buffer | undefined {
    return this.entropy && createHash("sha256").update(this.entropy).digest();
  }
}
