// A complete SKYJO bot: this file sits down, strategy.ts chooses the moves, play.ts speaks with the server.
import { randomBytes } from "node:crypto";

import { Metadata, status } from "@grpc/grpc-js";

import { LobbyService } from "./contract.js";
import { dialer, Failure, split } from "./dial.js";
import type { JoinTableRequest } from "./generated/skyjo/v1/JoinTableRequest.js";
import type { Seating__Output } from "./generated/skyjo/v1/Seating.js";
import { Bot, program, version } from "./play.js";
import { Seat } from "./seat.js";

const { env } = process;

/** Takes up what the environment names (keys and tokens never stand in a command line) and plays. */
async function run(): Promise<void> {
  const count = Number(number("SKYJO_SEATS", 1n, 1024n) ?? 1);
  const seed = number("SKYJO_SEED", 0n, 2n ** 64n - 1n) ?? randomBytes(8).readBigUInt64LE();
  const [token, key] = [hexadecimal("SKYJO_TOKEN"), hexadecimal("SKYJO_KEY")];
  if (key && (key.length < 16 || key.length > 64))
    throw new Failure("SKYJO_KEY must be 16 to 64 bytes in hexadecimal digits");
  const address = env.SKYJO_SERVER || "127.0.0.1";
  split(address); // it would be no better later
  const bot = new Bot(dialer(env), address, { name: env.SKYJO_NAME || "typist", count, seed });
  if (env.SKYJO_CODE) await join(bot, env.SKYJO_CODE);
  else if (token) bot.seats.set("token", new Seat(token, seed));
  else if (key) bot.key = key;
  else throw new Failure("set SKYJO_CODE, SKYJO_TOKEN or SKYJO_KEY");
  await bot.play();
}

/** Takes as many seats as wanted at the table with this code, all of them or none. */
async function join(bot: Bot, code: string): Promise<void> {
  const [address, ...how] = bot.dial(bot.address);
  const lobby = new LobbyService(address, ...how);
  try {
    for (let i = 1; i <= bot.wish.count; i++) {
      const name = bot.wish.name + (i === 1 ? "" : i); // names are unique at a table
      const joiner = { name, kind: "PLAYER_KIND_BOT", clientName: program, version } as const;
      const { seatToken } = await take(lobby, { code, joiner }, address);
      bot.seats.set(name, new Seat(seatToken, bot.wish.seed));
    }
  } catch (failure) {
    for (const { token } of bot.seats.values()) await leave(lobby, token);
    throw failure;
  } finally {
    lobby.close();
  }
}

type Lobby = InstanceType<typeof LobbyService>;

function take(lobby: Lobby, request: JoinTableRequest, address: string): Promise<Seating__Output> {
  const patient = new Metadata({ waitForReady: true }); // the server may still be starting
  return new Promise((resolve, reject) =>
    lobby.joinTable(request, patient, { deadline: Date.now() + 5000 }, (error, answer) => {
      if (answer?.seating) return resolve(answer.seating);
      const silent = error?.code === status.DEADLINE_EXCEEDED;
      const why = silent ? `no server answers at ${address}, or none that is to be believed` : error?.message;
      reject(new Failure(`joining ${request.code} as ${request.joiner?.name}: ${why}`));
    }),
  );
}

/** Gives a seat back; where that does not succeed, the server frees it in time. */
function leave(lobby: Lobby, seatToken: Buffer): Promise<void> {
  return new Promise((resolve) => lobby.leaveTable({ seatToken }, { deadline: Date.now() + 5000 }, () => resolve()));
}

function number(variable: string, least: bigint, most: bigint): bigint | undefined {
  const text = env[variable];
  if (!text) return undefined;
  const value = /^\d+$/.test(text) ? BigInt(text) : -1n;
  if (value < least || value > most) throw new Failure(`${variable} must be a number from ${least} to ${most}`);
  return value;
}

function hexadecimal(variable: string): Buffer | undefined {
  const text = env[variable];
  if (text && !/^([\da-f]{2})*$/i.test(text))
    throw new Failure(`${variable} must be hexadecimal digits, two for each byte`);
  return text ? Buffer.from(text, "hex") : undefined;
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit());
try {
  await run();
} catch (error) {
  if (!(error instanceof Failure)) throw error; // with its trace: a mistake in this program
  console.error(error.message);
  process.exitCode = 1;
}
