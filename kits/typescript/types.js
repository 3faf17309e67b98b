// Makes the types of the messages in generated/, from the protos of this kit or, in a checkout, those of its root.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const protos = existsSync("protos") ? "protos" : "../../protos";
const generator = "node_modules/@grpc/proto-loader/build/bin/proto-loader-gen-types.js";
const how = "--grpcLib @grpc/grpc-js --longs String --enums String --defaults --importFileExtension .js -O generated";
const files = ["skyjo/v1/play.proto", "skyjo/v1/lobby.proto"];
execFileSync(process.execPath, [generator, ...how.split(" "), "-I", protos, "--", ...files], { stdio: "inherit" });
