import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIPv4, isIPv6 } from "node:net";

import { type ChannelCredentials, type ChannelOptions, credentials } from "@grpc/grpc-js";

const authority = "O=skyjo server authority"; // subject of the certificates that servers make to sign their own
const serverName = "server.skyjo.invalid"; // what such a certificate is always good for, whatever the address is
const usualPort = 17595;

/** What ends the bot, in one line. */
export class Failure extends Error {}

/** What a client is made with, for an address; one without a port means the server's usual one. */
export type Dial = (address: string) => [address: string, ChannelCredentials, ChannelOptions];

/** How to speak with servers: encrypted, unless it is this machine and SKYJO_CA is not set. */
export function dialer(env: NodeJS.ProcessEnv): Dial {
  const trusted = env.SKYJO_CA ? trust(env.SKYJO_CA) : undefined;
  return (address) => {
    const { host, port } = split(address);
    const target = isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
    const options: ChannelOptions = { "grpc.use_local_subchannel_pool": 1 }; // a new client tries at once
    if (env.SKYJO_INSECURE === "1" || (!trusted && isLoopback(host)))
      return [target, credentials.createInsecure(), options];
    if (!trusted) return [target, credentials.createSsl(), options]; // whom Node trusts
    if (trusted.ofOneServer) options["grpc.ssl_target_name_override"] = serverName;
    return [target, credentials.createSsl(trusted.text), options];
  };
}

/** The certificates of a file, and whether they are the authority that one server made for itself. */
function trust(file: string): { text: Buffer; ofOneServer: boolean } {
  let text: Buffer;
  try {
    text = readFileSync(file);
  } catch (error) {
    throw new Failure(`SKYJO_CA: ${(error as Error).message}`);
  }
  try {
    return { text, ofOneServer: new X509Certificate(text).subject.split("\n").includes(authority) };
  } catch {
    throw new Failure(`SKYJO_CA: no certificate in ${file}`);
  }
}

/** Both parts of an address, without the brackets of IPv6; without a port it means the server's usual one. */
export function split(address: string): { host: string; port: number } {
  if (isIPv6(address)) return { host: address, port: usualPort };
  const [, ip, name, digits] = /^(?:\[([^\]]*)\]|([\p{L}\p{N}_.-]+))(?::(\d{1,5}))?$/u.exec(address) ?? [];
  const port = Number(digits ?? usualPort);
  const host = name ?? (isIPv6(ip ?? "") ? ip : undefined);
  if (host !== undefined && port > 0 && port <= 0xffff) return { host, port };
  throw new Failure("SKYJO_SERVER must be HOST or HOST:PORT, of an IPv6 address [::1]:PORT");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}
