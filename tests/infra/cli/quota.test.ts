import { Command } from "commander";
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_KEYS } from "../../../domain/around/outside-records.ts";
import { createCli } from "../../../infra/cli/base/cli.ts";
import { keysCommands, type StorePorts } from "../../../infra/cli/keys/keys.command.ts";
import { quotaCommand } from "../../../infra/cli/keys/quota.command.ts";
import { createStore } from "../../../store/index.ts";
import { startEngine, type TestEngine } from "../../support/servers/dynamodb.ts";

const now = () => new Date("2026-11-21T05:12:54.000Z");

let engine: TestEngine;
let store: ReturnType<typeof createStore>;
beforeAll(async () => {
  engine = await startEngine("dynalite");
  store = createStore({ ...engine, region: "local", table: "parley" });
  await store.ensureTable();
});
afterAll(async () => {
  store.close();
  await engine.stop();
});

/** What the command prints. */
async function run(...args: string[]): Promise<string> {
  let said = "";
  const out = (text: string) => void (said += text);
  const program = new Command("parley").exitOverride().configureOutput({ writeErr: () => {} });
  const cli = createCli({ out, err: () => {}, style: (_, text) => text }, {});
  const ports: StorePorts = { open: (_, use) => use(store), now };
  quotaCommand(ports)(program, cli);
  keysCommands(ports)(program, cli);
  await program.parseAsync(args, { from: "user" });
  return said.trim();
}

test("quota shows a tenant's limits, sets those that are named, and takes one back", async () => {
  expect(await run("quota", "--tenant", "acme")).toContain("no limit");
  await run("quota", "--tenant", "acme", "--at-once", "5", "--usd-per-day", "20.5");
  await run("quota", "--tenant", "acme", "--per-day", "100", "--at-once", "none");
  const shown = JSON.parse(await run("quota", "--tenant", "acme", "--json"));
  expect(shown).toMatchObject({ atOnce: null, perDay: 100, usdPerDay: 20.5, usdPerMonth: null, waiting: 0 });
  expect((await store.quotas.read("acme"))?.tenant.quota).toEqual({ perDay: 100, usdPerDay: 20.5 });
  expect(await store.quotas.read("default")).toBeNull();
});

test("quota refuses what is no limit, and changes nothing", async () => {
  await expect(run("quota", "--at-once", "many")).rejects.toMatchObject({ code: "invalid-request" });
  await expect(run("quota", "--per-day", "0")).rejects.toMatchObject({ code: "invalid-request" });
  expect(await store.quotas.read("default")).toBeNull();
});

test("keys create gives a key its limits", async () => {
  const limits = ["--at-once", "5", "--per-day", "100", "--usd-per-day", "20", "--usd-per-month", "300"];
  const token = await run("keys", "create", "--yes", ...limits);
  const stored = await store.records.get({ id: token.split("_")[1] ?? "" }, API_KEYS, {});
  expect(stored).toMatchObject({ atOnce: 5, perDay: 100, usdPerDay: 20, usdPerMonth: 300 });
});
