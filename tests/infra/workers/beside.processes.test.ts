import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../../api/client/index.ts";
import { isAlive } from "../../../infra/local/base/processes.ts";
import { usageOf } from "../../bench/process-tree.ts";
import { eventually, eventuallyRead } from "../../support/eventually.ts";
import { addressOf, endParleys, spawnParley } from "../../support/servers/parley.ts";

const DEBATES = 6;
const CALLS = 7;

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), "parley-beside-"));
  const server = spawnParley({ dataDir, env: { WORKER_PROCESSES: "2" } });
  onTestFinished(async () => {
    await endParleys([server], dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  const url = await addressOf(server);
  return { server, url, beside: await eventuallyRead(() => besideOf(server)) };
}

test("two processes of workers share the debates, and one address has the metrics of both", async () => {
  const { server, url, beside } = await start();
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  await eventually(metrics).toContain('process="2"');
  const client = createClient({ baseUrl: url });
  await Promise.all(Array.from({ length: DEBATES }, () => debate(client)));
  const text = await metrics();
  const calls = sum(text, /^parley_model_calls_total\{(.*)\} (\d+)$/gm);
  expect(calls.all).toBe(DEBATES * CALLS);
  expect(calls.beside).toBeGreaterThan(0);
  expect(text.match(/^# TYPE parley_model_calls_total /gm)).toHaveLength(1);
  server.kill("SIGTERM");
  await once(server, "exit");
  expect(isAlive(beside)).toBe(false);
});

test("a process of workers that is killed is started again, and its debates go on", async () => {
  const { url, server, beside } = await start();
  const client = createClient({ baseUrl: url });
  const all = Promise.all(Array.from({ length: DEBATES }, () => debate(client)));
  process.kill(beside, "SIGKILL");
  expect(await all).toEqual(Array(DEBATES).fill("completed"));
  expect(await eventuallyRead(() => besideOf(server))).not.toBe(beside);
});

test("processes of workers end with a server that is killed", async () => {
  const { server, beside } = await start();
  server.kill("SIGKILL");
  await eventually(() => isAlive(beside)).toBe(false);
});

/** The process of workers that a server has started. Throws while there is none. */
function besideOf({ pid = 0 }: ChildProcess): number {
  const [beside] = [...usageOf(pid)].find(([, { name }]) => name === "worker-beside.ts") ?? [];
  if (beside === undefined) throw new Error("none runs beside the server");
  return beside;
}

async function debate(client: ReturnType<typeof createClient>): Promise<string> {
  const participants = ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" }));
  const { id } = await client.create({ topic: "Trams", format: "round-limited", maxRounds: 1, participants });
  return (await client.waitForResult(id, { timeoutMs: 60_000 })).status;
}

function sum(text: string, line: RegExp): { all: number; beside: number } {
  const counts = [...text.matchAll(line)].map(([, labels = "", count]) => ({ labels, count: Number(count) }));
  const of = (some: typeof counts) => some.reduce((total, { count }) => total + count, 0);
  return { all: of(counts), beside: of(counts.filter(({ labels }) => labels.includes('process="2"'))) };
}
