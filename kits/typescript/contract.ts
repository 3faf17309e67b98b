// The services and messages of the .proto files, which are read when the bot starts. Their types are made by the build.
import { existsSync } from "node:fs";
import { join } from "node:path";

import { loadPackageDefinition } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";

import type { ProtoGrpcType as LobbyTypes } from "./generated/lobby.js";
import type { ProtoGrpcType as PlayTypes } from "./generated/play.js";
import type { Decision__Output } from "./generated/skyjo/v1/Decision.js";
import type { LegalActions__Output } from "./generated/skyjo/v1/LegalActions.js";
import type { View__Output } from "./generated/skyjo/v1/View.js";

export type { Act } from "./generated/skyjo/v1/Act.js";
export type View = View__Output;

/** A decision; it always brings the view, because the bot does not ask to omit it. */
export type Decision = Decision__Output & { legal: LegalActions__Output; view: View };

// The protos of this kit or, where it still lies among its sources, those of the checkout.
const folders = ["protos", "../../protos"].map((folder) => join(import.meta.dirname, "..", folder));
const includeDirs = folders.filter((folder) => existsSync(folder)).slice(0, 1);
// As types.js says to the build: an enum is its name (or a number that has none yet), 64 bits are a text.
const options = { includeDirs, longs: String, enums: String, defaults: true };
const loaded = loadSync(["skyjo/v1/play.proto", "skyjo/v1/lobby.proto"], options);

export const { PlayService, LobbyService } = (loadPackageDefinition(loaded) as unknown as PlayTypes & LobbyTypes).skyjo
  .v1;
