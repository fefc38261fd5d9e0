/** Workers that are killed in the middle of a call of a tool, with a real MCP server over HTTP. */
import type { ChildProcess } from "node:child_process";
import { afterAll, afterEach, expect, inject, it } from "vitest";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { killProgram, startProgram } from "../../support/processes/program.ts";
import { countingCalls, serveTools } from "../../support/tools.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const server = await serveTools();
const counted = await countingCalls(server.url);
const mcp = { servers: { library: { url: counted.url, headers: {} } }, allowPrivate: true };
const world = await useWorld({
  workers: false,
  mcp,
  durations: { heartbeat: 500, heartbeatTimeout: 2_000 },
});
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await killProgram(child);
});
afterAll(async () => {
  counted.stop();
  await server.stop();
});

async function startWorker(): Promise<ChildProcess> {
  const { url, models, table, taskQueue, temporalAddress } = world;
  const bundle = inject("workflowBundle");
  const settings = { table, taskQueue, temporalAddress, providers: models.providers, bundle, url, mcp };
  const { child } = await startProgram({ name: "worker", settings });
  children.push(child);
  return child;
}

const speaker = ({ messages }: ModelRequest) =>
  /It is your turn, (\w+):/.exec(messages.at(-1)?.content ?? "")?.[1] ?? "";

/** Everybody looks up a fact of its own; Ben, before it, something that takes long. */
function turn(request: ModelRequest): ModelReplyScript {
  const who = speaker(request);
  const fact = { name: "library__echo", input: { message: `The fact of ${who} is known.` } };
  const slow = { name: "library__trigger-long-running-operation", input: { duration: 30, steps: 3 } };
  const plan = who === "Ben" ? [slow, fact] : [fact];
  const next = plan[request.toolResults.length];
  if (next) return { calls: [next], usage: { input: 100, output: 10 } };
  return { text: `${who} relies on [E1].`, usage: { input: 100, output: 20 } };
}

it("no call of a tool and no reply that asked for one is made twice, and all see the same exhibits", async () => {
  world.models.use(debaters(["p1", "p2", "p3"], { turn }));
  const first = await startWorker();
  const request = requestOf({ maxRounds: 1, tools: [{ type: "mcp", server: "library" }] }, 3);
  const { id } = await world.create(request);
  // Ada's call, and Ben's that takes long.
  await counted.arrived(2);
  await killProgram(first);
  await startWorker();
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  const { turns, debate } = await world.transcript(id);
  expect(counted.calls).toHaveLength(4);
  expect(turns.map(({ tools = [] }) => tools.map(({ status, exhibits }) => [status, ...exhibits]))).toEqual([
    [["done", "E1"]],
    [["interrupted"], ["done", "E2"]],
    [["done", "E3"]],
  ]);
  expect(debate.exhibits?.map(({ id: name, text }) => [name, text])).toEqual(
    ["Ada", "Ben", "Cleo"].map((who, i) => [`E${i + 1}`, `Echo: The fact of ${who} is known.`]),
  );
  // Each asks once for each call and once to speak: nothing is bought again.
  expect(world.models.journal.filter((r) => speaker(r) !== "").map(speaker)).toEqual([
    "Ada",
    "Ada",
    "Ben",
    "Ben",
    "Ben",
    "Cleo",
    "Cleo",
  ]);
  expect(turns.map(({ usage }) => usage.calls)).toEqual([2, 3, 2]);
  expect(turns[1]?.usage).toMatchObject({ inputTokens: 300, outputTokens: 40 });
});
