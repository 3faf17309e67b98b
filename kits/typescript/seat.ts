import { createHash, randomBytes } from "node:crypto";

import type { Decision } from "./contract.js";
import type { Opening__Output } from "./generated/skyjo/v1/Opening.js";
import type { Welcome__Output } from "./generated/skyjo/v1/Welcome.js";

/** One place at a table, with what a reconnect needs. */
export class Seat {
  game = ""; // of the latest welcome
  latest = 0; // number of the last event processed
  commitment: Buffer = Buffer.alloc(0); // the server's part in the cards, and this seat's
  entropy: Buffer | undefined;
  hashes: string | undefined; // all that the opening showed
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
    this.entropy = welcome.dealSource === "DEAL_SOURCE_PLAYERS" ? randomBytes(32) : undefined;
  }

  /** Ready for the game, with a part in the shuffling so that nobody can choose the cards. */
  promise() {
    const entropyHash = this.entropy && createHash("sha256").update(this.entropy).digest();
    return { entropyHash, commitment: this.commitment };
  }

  /** Whether an opening has the commitment, this seat's hash, and no other hashes than before. */
  agrees({ commitment, seats }: Opening__Output): boolean {
    const before = this.hashes;
    const shown = seats.map(({ entropyHash }) => entropyHash?.toString("hex") ?? "");
    this.hashes = shown.join();
    const own = this.promise().entropyHash?.toString("hex");
    const same = before === undefined || before === this.hashes;
    return same && own !== undefined && shown.includes(own) && commitment.equals(this.commitment);
  }
}
