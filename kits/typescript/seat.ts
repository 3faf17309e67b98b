import { createHash, randomBytes } from "node:crypto";

import type { Decision } from "./contract.js";
import type { ClientFrame } from "./generated/skyjo/v1/ClientFrame.js";
import type { Events__Output } from "./generated/skyjo/v1/Events.js";
import type { Heartbeat__Output } from "./generated/skyjo/v1/Heartbeat.js";
import type { Opening__Output } from "./generated/skyjo/v1/Opening.js";
import type { Receipt__Output } from "./generated/skyjo/v1/Receipt.js";
import type { ServerFrame__Output } from "./generated/skyjo/v1/ServerFrame.js";
import type { Welcome__Output } from "./generated/skyjo/v1/Welcome.js";
import { anything, choose } from "./strategy.js";

/** Why a stream ended that is to be followed by another. */
export class Interruption extends Error {}

/** One place at a table: what it answers, and what it has to remember for that. */
export class Seat {
  game = ""; // of the latest welcome
  latest = 0; // number of the last event processed
  #announced = 0; // number of the last event that there was at the latest heartbeat
  #commitment: Buffer = Buffer.alloc(0); // the server's part in the cards, and this seat's
  #entropy: Buffer | undefined;
  #hashes: string | undefined; // all that the opening showed
  #promised = false; // entropy for which no opening has asked yet
  #asked: Decision | undefined; // the latest decision, until its answer is refused
  #left: string | undefined; // why the seat was given up, though its goodbye may be lost with a stream

  constructor(
    public token: Buffer,
    readonly seed: bigint,
  ) {}

  /** Answers one frame, if there is an answer. Throws an Interruption. Kinds that it does not know are skipped. */
  hear(frame: ServerFrame__Output): ClientFrame | undefined {
    if (frame.heartbeat) return this.#live(frame.heartbeat);
    if (this.#left !== undefined) return frame.welcome ? this.#leave(this.#left) : undefined;
    const answer = this.#answer(frame);
    if (!this.#promised || !showsCards(frame)) return answer;
    return this.#leave("cards are dealt although nobody asked for the entropy");
  }

  #answer({ welcome, opening, events, decision, receipt }: ServerFrame__Output): ClientFrame | undefined {
    if (welcome) return this.#enter(welcome);
    if (opening && this.#entropy) return this.#open(opening, this.#entropy);
    if (events) return this.#follow(events);
    if (decision && !this.#promised) return this.#act(decision as Decision);
    if (receipt) return this.#judged(receipt);
    return undefined;
  }

  /**
   * Begins or resumes a game, ready with a part in the shuffling so that nobody can choose the cards. New entropy is for
   * a new commitment or game only: what was promised has to be opened.
   */
  #enter({ gameId, commitment, nextNumber, dealSource, presence }: Welcome__Output): ClientFrame | undefined {
    if (gameId !== this.game || !commitment.equals(this.#commitment)) {
      this.#entropy = dealSource === "DEAL_SOURCE_PLAYERS" ? randomBytes(32) : undefined;
      this.#hashes = undefined;
      this.#promised = false;
    }
    this.game = gameId;
    this.#commitment = commitment;
    this.latest = nextNumber - 1;
    this.#announced = 0;
    if (presence?.stage === "TABLE_STAGE_BETWEEN_ROUNDS") return { ready: {} };
    if (presence?.stage !== "TABLE_STAGE_GATHERING") return undefined;
    this.#promised = this.#entropy !== undefined && this.#hashes === undefined;
    return { ready: { entropyHash: this.#entropy && sha256(this.#entropy), commitment } };
  }

  /** Shows the entropy that was promised, or leaves a table where somebody can have chosen the cards. */
  #open({ gameId, commitment, seats }: Opening__Output, entropy: Buffer): ClientFrame {
    const before = this.#hashes;
    const shown = seats.map(({ entropyHash }) => entropyHash?.toString("hex") ?? "");
    this.#hashes = shown.join();
    this.#promised = false;
    const own = shown.includes(sha256(entropy).toString("hex"));
    const same = before === undefined || before === this.#hashes;
    if (own && same && gameId === this.game && commitment.equals(this.#commitment))
      return { ready: { entropy, commitment } };
    return this.#leave("this opening is not what was promised");
  }

  /** Gives the seat up, for good: it answers nothing more, and every welcome like this. */
  #leave(why: string): ClientFrame {
    console.error(`leaving: ${why}`);
    this.#left = why;
    return { resign: {} };
  }

  /** Counts events, and is ready where new ones end a round after which the game goes on. */
  #follow({ firstNumber, events }: Events__Output): ClientFrame | undefined {
    if (firstNumber > this.latest + 1) throw missing(this.latest, firstNumber - 1);
    const round = roundToLeave(events.slice(this.latest + 1 - firstNumber));
    this.latest = Math.max(this.latest, firstNumber + events.length - 1);
    return round === undefined ? undefined : { ready: { round } };
  }

  /** The same decision, sent again, is to get the same answer: its id is part of the seed. */
  #act(decision: Decision): ClientFrame {
    const { decisionId, view } = decision;
    this.#asked = decision;
    return { act: { ...choose(decision, seeded(`${this.seed} ${view.viewer} ${decisionId}`)), decisionId } };
  }

  /** Acts again where an act was not legal, and gives the seat up where that was not either. */
  #judged({ decisionId, verdict, reason }: Receipt__Output): ClientFrame | undefined {
    if (reason !== "ERROR_REASON_UNSPECIFIED") console.error(`decision ${decisionId}: ${verdict}, ${reason}`);
    if (verdict !== "VERDICT_ILLEGAL" && verdict !== "VERDICT_MALFORMED") return undefined;
    const again = this.#asked;
    this.#asked = undefined;
    if (again?.decisionId === decisionId) return { act: { ...anything(again), decisionId } };
    return this.#leave("no answer to this decision is accepted");
  }

  /** Answers a heartbeat, unless what the one before announced has not come. */
  #live({ nonce, latestNumber }: Heartbeat__Output): ClientFrame {
    if (this.#announced > this.latest && this.#left === undefined) throw missing(this.latest, this.#announced);
    this.#announced = latestNumber;
    return { pong: { nonce, latestNumber: this.latest } };
  }
}

function missing(latest: number, last: number): Interruption {
  return new Interruption(`events from ${latest + 1} to ${last} are missing`);
}

/** Whether a frame shows that cards are dealt. */
function showsCards({ decision, events, welcome }: ServerFrame__Output): boolean {
  return !!(decision || welcome?.view || events?.events.some(({ dealt }) => dealt));
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
  return () => sha256(`${seed} ${count++}`).readUInt32LE() / 2 ** 32;
}

function sha256(content: Buffer | string): Buffer {
  return createHash("sha256").update(content).digest();
}
