import { Command } from "commander";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isTokenOf } from "../../api/api-keys.ts";
import { registerKeys } from "../../infra/cli/keys.ts";
import { createStore } from "../../store/index.ts";
import type { StoredApiKey } from "../../store/port/api-keys.ts";
import { startEngine, type TestEngine } from "../support/dynamodb.ts";

const NOW = new Date("2026-11-21T05:12:54.000Z");

let engine: TestEngine;
let store: ReturnType<typeof createStore>;
let said: { out: string; err: string };
beforeAll(async () => {
  engine = await startEngine("dynalite");
  store = createStore({ ...engine, region: "local", table: "parley" });
  await store.ensureTable();
});
beforeEach(() => {
  said = { out: "", err: "" };
});
afterAll(async () => {
  store.close();
  await engine.stop();
});

async function run(...args: string[]): Promise<void> {
  const program = new Command("parley").exitOverride().configureOutput({ writeErr: (text) => (said.err += text) });
  registerKeys(program, {
    withKeys: (use) => use(store.apiKeys),
    now: () => NOW,
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  await program.parseAsync(["keys", ...args], { from: "user" });
}

/** Makes a key and finds it in the store. */
async function create(...args: string[]): Promise<{ token: string; stored: StoredApiKey }> {
  said.out = "";
  await run("create", ...args);
  const token = said.out.trim();
  const stored = await store.apiKeys.get(token.split("_")[1] ?? "");
  return { token, stored: stored as StoredApiKey };
}

test("create prints the key and nothing else on standard output, and stores it as it was asked for", async () => {
  const what = [
    "--tenant",
    "acme",
    "--scopes",
    "write,read",
    "--name",
    "shop",
    "--rate-limit",
    "9",
    "--expires",
    "90d",
  ];
  const { token, stored } = await create(...what);
  expect(said.out).toBe(`${token}\n`);
  expect(said.err).not.toContain(token);
  expect(stored).toMatchObject({ tenant: "acme", scopes: ["read", "write"], name: "shop", rateLimit: 9 });
  expect(stored.expiresAt).toBe("2027-02-19T05:12:54.000Z");
  expect(isTokenOf(token, stored)).toBe(true);
});

test("a key without options reads and writes for the tenant default, for ever and without a limit", async () => {
  const { stored } = await create();
  expect(stored).toMatchObject({ tenant: "default", scopes: ["read", "write"], rateLimit: null, expiresAt: null });
});

test("a time to expire may be given by hours and as a time", async () => {
  expect((await create("--expires", "12h")).stored.expiresAt).toBe("2026-11-21T17:12:54.000Z");
  const given = "2027-01-31T00:00:00Z";
  expect((await create("--expires", given)).stored.expiresAt).toBe("2027-01-31T00:00:00.000Z");
});

test.each([
  [["--scopes", "root"], "commander.invalidArgument"],
  [["--tenant", "two words"], "commander.invalidArgument"],
  [["--expires", "tomorrow"], "invalid-request"],
  [["--expires", "2020-01-01T00:00:00Z"], "invalid-request"],
  [["--rate-limit", "many"], "invalid-request"],
  [["--colour", "red"], "commander.unknownOption"],
])("create %j is refused", async (args, code) => {
  await expect(run("create", ...args)).rejects.toMatchObject({ code });
  expect(said.out).toBe("");
});

test("list shows a tenant's keys, more than a page of them, with what became of each", async () => {
  const { stored: first } = await create("--tenant", "many", "--name", "the first");
  for (let n = 0; n < 101; n++) await store.apiKeys.create({ ...first, id: `other${n}`, createdAt: `2026-12-${n}` });
  await run("revoke", first.id);
  said.out = "";
  await run("list", "--tenant", "many");
  const lines = said.out.trim().split("\n");
  expect(lines).toHaveLength(102);
  expect(lines.at(-1)).toBe(`${first.id}  read,write  no limit  revoked ${NOW.toISOString()}  the first`);
  expect(lines.at(0)).toContain("live");
  said.out = "";
  await run("list", "--tenant", "many", "--json");
  expect(JSON.parse(said.out)).toHaveLength(102);
  expect(said.out).not.toContain(first.hash);
});

test("list says so when a tenant has no keys, and revoke when there is no such key", async () => {
  await run("list", "--tenant", "nobody");
  expect(said).toEqual({ out: "", err: "the tenant nobody has no keys\n" });
  await expect(run("revoke", "nobody")).rejects.toMatchObject({ code: "not-found" });
});
