import { Command } from "commander";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hasApiKeys, isTokenOf, putApiKey } from "../../../api/access/api-keys.access.ts";
import { API_KEYS, type StoredApiKey } from "../../../domain/around/outside-records.ts";
import { createCli } from "../../../infra/cli/base/cli.ts";
import { keysCommands } from "../../../infra/cli/keys/keys.command.ts";
import { createStore } from "../../../store/index.ts";
import { startEngine, type TestEngine } from "../../support/servers/dynamodb.ts";

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
  return runWith(undefined, ...args);
}

async function runWith(ask: (() => Promise<string>) | undefined, ...args: string[]): Promise<void> {
  const program = new Command("parley").exitOverride().configureOutput({ writeErr: (text) => (said.err += text) });
  const write = (name: "out" | "err") => (text: string) => void (said[name] += text);
  const cli = createCli({ out: write("out"), err: write("err"), style: (_, text) => text, ask }, {});
  keysCommands({ open: (_, use) => use(store), now: () => NOW })(program, cli);
  await program.parseAsync(["keys", ...args], { from: "user" });
}

/** Makes a key and finds it in the store. */
async function create(...args: string[]): Promise<{ token: string; stored: StoredApiKey }> {
  said.out = "";
  await run("create", "--yes", ...args);
  const token = said.out.trim();
  const stored = await store.records.get({ id: token.split("_")[1] ?? "" }, API_KEYS, {});
  return { token, stored: stored as StoredApiKey };
}

test("the first key says what it closes and waits for a yes, and no later key asks", async () => {
  await expect(run("create")).rejects.toThrow("add --yes");
  await expect(runWith(async () => "n", "create")).rejects.toThrow("nothing was changed");
  expect(await hasApiKeys(store.records)).toBe(false);
  await runWith(async () => "y", "create");
  expect(said.err).toContain("answer only whoever has a key");
  expect(await hasApiKeys(store.records)).toBe(true);
  await run("create");
});

test("open takes a closed API back, once its owner agrees", async () => {
  const { stored } = await create();
  await expect(run("open")).rejects.toThrow("add --yes");
  expect(await hasApiKeys(store.records)).toBe(true);
  await run("open", "--yes");
  expect(await hasApiKeys(store.records)).toBe(false);
  expect(await store.records.get({ id: stored.id }, API_KEYS, {})).toEqual(stored);
  await create();
});

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
  [["--expires", "yesterday"], "commander.invalidArgument"],
  [["--expires", "2020-01-01T00:00:00Z"], "invalid-request"],
  [["--rate-limit", "many"], "commander.invalidArgument"],
  [["--colour", "red"], "commander.unknownOption"],
])("create %j is refused", async (args, code) => {
  await expect(run("create", ...args)).rejects.toMatchObject({ code });
  expect(said.out).toBe("");
});

test("list shows a tenant's keys, more than a page of them, with what became of each", async () => {
  const { stored: first } = await create("--tenant", "many", "--name", "the first");
  for (let n = 0; n < 101; n++)
    await putApiKey(store.records, { ...first, id: `other${n}`, createdAt: `2026-12-${n}` });
  await run("revoke", first.id);
  said.out = "";
  await run("list", "--tenant", "many");
  const lines = said.out.trim().split("\n");
  expect(lines).toHaveLength(103);
  expect(lines.at(-1)).toBe(`${first.id}  read,write  no limit  revoked ${NOW.toISOString()}  the first`);
  expect(lines.at(0)).toMatch(/^ID +SCOPES +LIMIT +STATE +NAME$/);
  expect(lines.at(1)).toContain("live");
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
