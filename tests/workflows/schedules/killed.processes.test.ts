/** A schedule outlives the server, Temporal and the store, which are all killed at once. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClient } from "../../../api/client/index.ts";
import { endProcess } from "../../../infra/local/base/processes.ts";
import { addressOf, spawnParley } from "../../support/servers/parley.ts";

const POLL = { timeout: 60_000, interval: 200 };

let dataDir: string;
let pids: number[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "parley-schedule-"));
  pids = [];
});
afterEach(async () => {
  for (const pid of pids) await endProcess(pid, 20_000);
  for (const pid of await engines()) await endProcess(pid);
  await rm(dataDir, { recursive: true, force: true });
});

async function engines(): Promise<number[]> {
  const texts = ["temporal", "dynalite"].map((name) =>
    readFile(join(dataDir, `${name}.json`), "utf8").catch(() => null),
  );
  return (await Promise.all(texts)).flatMap((text) => (text ? [(JSON.parse(text) as { pid: number }).pid] : []));
}

async function start() {
  const heartbeats = { HEARTBEAT_SECONDS: "0.5", HEARTBEAT_TIMEOUT_SECONDS: "2" };
  const server = spawnParley({ dataDir, env: { LOG_LEVEL: "warn", ...heartbeats } });
  if (server.pid) pids.push(server.pid);
  return createClient({ baseUrl: await addressOf(server) });
}

test("A schedule goes on after all processes were killed in the middle of its debate, which is finished.", async () => {
  const before = await start();
  const participants = ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" }));
  const request = { topic: "Trams", format: "round-limited", maxRounds: 2, participants };
  const { id } = await before.schedules.create({ name: "Trams", request, interval: "10s" });
  const [first] = await vi.waitFor(async () => {
    const { items } = await before.schedules.runs(id);
    expect(items).toHaveLength(1);
    return items;
  }, POLL);
  for await (const { type } of before.events(first?.debate ?? "")) if (type === "turn.completed") break;
  const killedAt = Date.now();
  for (const pid of [...pids.splice(0), ...(await engines())]) process.kill(pid, "SIGKILL");

  const after = await start();
  expect((await after.schedules.get(id)).paused).toBe(false);
  expect((await after.waitForResult(first?.debate ?? "")).status).toBe("completed");
  await vi.waitFor(async () => {
    const { items } = await after.schedules.runs(id);
    const later = items.filter(({ startedAt }) => Date.parse(startedAt) > killedAt);
    expect(later.map(({ status }) => status)).toContain("completed");
  }, POLL);
  const { items } = await after.schedules.runs(id);
  expect(new Set(items.map(({ debate }) => debate)).size).toBe(items.length);
  expect(items.at(-1)).toMatchObject({ id: first?.id, status: "completed" });
});
