import assert from "node:assert/strict";
import { test } from "node:test";

import { Failure, split } from "./dial.js";

test("knows hosts with and without ports", () => {
  assert.deepEqual(split("table.local"), { host: "table.local", port: 17595 });
  assert.deepEqual(split("10.0.0.7:9"), { host: "10.0.0.7", port: 9 });
  assert.deepEqual(split("[::1]:65535"), { host: "::1", port: 65535 });
  assert.deepEqual(split("[::1]"), { host: "::1", port: 17595 });
  assert.deepEqual(split("::1"), { host: "::1", port: 17595 });
});

test("refuses what is no address", () => {
  const hosts = ["", " ", ":9", "two words", "[::1", "[]", "[host]:9", "skyjo://host"];
  for (const address of [...hosts, "host:", "host:0", "host:70000", "host:abc", "host:-1", "::1:x"])
    assert.throws(() => split(address), Failure, address);
});
