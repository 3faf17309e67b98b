import { createHash, randomBytes } from "node:crypto";

<<<<<<< HEAD
import type { Decision } from "./contract.js";
import type { Opening__Output } from "./generated/skyjo/v1/Opening.js";
=======
import type { Opening__Output } from "./generated/skyjo/v1/Opening.js";
import type { Ready } from "./generated/skyjo/v1/Ready.js";
>>>>>>> a8f148d (Add a starter kit for bots in Java, and have those of TypeScript and Java check what an opening shows)
import type { Welcome__Output } from "./generated/skyjo/v1/Welcome.js";

/** One place at a table, with what a reconnect needs. */
export class Seat {
  game = ""; // of the latest welcome
  latest = 0; // number of the last event processed
  commitment: Buffer = Buffer.alloc(0); // the server's part in the cards, and this seat's
  entropy: Buffer | undefined;
<<<<<<< HEAD
  hashes: string | undefined; // all that the opening showed
  asked: Decision | undefined; // the latest decision, until its answer is refused
=======
  #shown: string | undefined; // the hashes of the opening
>>>>>>> a8f148d (Add a starter kit for bots in Java, and have those of TypeScript and Java check what an opening shows)

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
<<<<<<< HEAD
    this.hashes = undefined;
    this.entropy = welcome.dealSource === "DEAL_SOURCE_PLAYERS" ? randomBytes(32) : undefined;
  }

  /** Ready for the game, with a part in the shuffling so that nobody can choose the cards. */
  promise() {
    const entropyHash = this.entropy && createHash("sha256").update(this.entropy).digest();
    return { entropyHash, commitment: this.commitment };
=======
    this.entropy = welcome.dealSource === "DEAL_SOURCE_PLAYERS" ? randomBytes(32) : undefined;
    this.#shown = undefined;
  }

  /** Ready for the game, with a part in the shuffling so that nobody can choose the cards. */
  promise(): Ready {
    return { entropyHash: this.#hash(), commitment: this.commitment };
>>>>>>> a8f148d (Add a starter kit for bots in Java, and have those of TypeScript and Java check what an opening shows)
  }

  /** Whether an opening has the commitment, this seat's hash, and no other hashes than before. */
  agrees({ commitment, seats }: Opening__Output): boolean {
<<<<<<< HEAD
    const before = this.hashes;
    const shown = seats.map(({ entropyHash }) => entropyHash?.toString("hex") ?? "");
    this.hashes = shown.join();
    const own = this.promise().entropyHash?.toString("hex");
    const same = before === undefined || before === this.hashes;
    return same && own !== undefined && shown.includes(own) && commitment.equals(this.commitment);
=======
    const hashes = seats.map((seat) => seat.entropyHash?.toString("hex"));
    const before = this.#shown ?? hashes.join();
    this.#shown = hashes.join();
    const own = hashes.includes(this.#hash()?.toString("hex"));
    return own && before === this.#shown && commitment.equals(this.commitment);
  }

  #hash(): Buffer | undefined {
    return this.entropy && createHash("sha256").update(this.entropy).digest();
>>>>>>> a8f148d (Add a starter kit for bots in Java, and have those of TypeScript and Java check what an opening shows)
  }
}
