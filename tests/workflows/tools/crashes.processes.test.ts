/** Workers that are killed in the middle of a call of a tool, with a real MCP server over HTTP. */
import { afterAll, afterEach, expect, it } from "vitest";
import { conclusionOf } from "../../support/models/conclusions.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { startWorkers } from "../../support/processes/workers.ts";
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
const started: Awaited<ReturnType<typeof startWorkers>>[] = [];
afterEach(async () => {
  for (const workers of started.splice(0)) await workers.stop();
});
afterAll(async () => {
  counted.stop();
  await server.stop();
});

async function startWorker() {
  const workers = await startWorkers(world, { mcp });
  started.push(workers);
  return workers;
}

const speaker = ({ messages }: ModelRequest) =>
  /It is your turn, (\w+):/.exec(messages.at(-1)?.content ?? "")?.[1] ?? "";

const FACTS = ["Ada", "Ben", "Cleo"].map((who, i) => [`E${i + 1}`, `Echo: The fact of ${who} is known.`] as const);

/** Everybody looks up a fact of its own; Ben, before it, something that takes long. In round 2 all read what was found. */
function turn(request: ModelRequest): ModelReplyScript {
  const who = speaker(request);
  if (isSecondRound(request)) return { text: `${who} keeps to [E2].`, usage: { input: 100, output: 20 } };
  const fact = { name: "library__echo", input: { message: `The fact of ${who} is known.` } };
  const slow = { name: "library__trigger-long-running-operation", input: { duration: 30, steps: 3 } };
  const plan = who === "Ben" ? [slow, fact] : [fact];
  const next = plan[request.toolResults.length];
  if (next) return { calls: [next], usage: { input: 100, output: 10 } };
  return { text: `${who} relies on [E1].`, usage: { input: 100, output: 20 } };
}

const isSecondRound = ({ messages }: ModelRequest) => messages.at(-1)?.content.includes("round 2") ?? false;

/** The conclusion rests on what all three found. */
function concludes(request: ModelRequest): ModelReplyScript {
  const evidence = FACTS.map(([ref, text]) => ({
    claim: `What ${ref} says holds.`,
    turnIds: [],
    refs: [ref],
    quotes: [{ ref, text }],
    status: "supported" as const,
  }));
  return { json: conclusionOf(request, { evidence }), usage: { input: 450, output: 150 } };
}

/** Number and text of each exhibit that a prompt shows. */
const exhibitsIn = ({ messages }: ModelRequest) =>
  [
    ...messages
      .map(({ content }) => content)
      .join("\n")
      .matchAll(/<exhibit-\w+ id="(E\d+)"[^>]*>\s*([^<]*)/g),
  ].map(([, name, text]) => [name, text] as const);

it("no call of a tool and no reply that asked for one is made twice, and all see the same exhibits", async () => {
  world.models.use(debaters(["p1", "p2", "p3"], { turn, concludes }));
  const first = await startWorker();
  const request = requestOf({ maxRounds: 2, conclusion: true, tools: [{ type: "mcp", server: "library" }] }, 3);
  const { id } = await world.create(request);
  // Ada's call, and Ben's that takes long.
  await counted.arrived(2);
  await first.stop();
  await startWorker();
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  const { turns, debate, result } = await world.transcript(id);
  expect(counted.calls).toHaveLength(4);
  expect(turns.slice(0, 3).map(({ tools = [] }) => tools.map(({ status, exhibits }) => [status, ...exhibits]))).toEqual(
    [[["done", "E1"]], [["interrupted"], ["done", "E2"]], [["done", "E3"]]],
  );
  expect(debate.exhibits?.map(({ id: name, text }) => [name, text])).toEqual(FACTS);
  const second = world.models.journal.filter((asked) => speaker(asked) !== "" && isSecondRound(asked));
  const [shown, ...others] = second.map(exhibitsIn);
  expect(shown?.map(([name]) => name)).toEqual(FACTS.map(([name]) => name));
  expect(others).toEqual([shown, shown]);
  expect(turns.slice(3).map(({ citations }) => citations)).toEqual(
    Array.from({ length: 3 }, () => [{ ref: "E2", quoted: null, found: true }]),
  );
  const evidence = result?.conclusion?.evidence;
  expect(evidence?.map(({ refs, status, quotes }) => [refs, status, quotes?.map(({ ref }) => ref)])).toEqual(
    FACTS.map(([name]) => [[name], "supported", [name]]),
  );
  // Each asks once for each call and once to speak: nothing is bought again.
  expect(world.models.journal.filter((r) => speaker(r) !== "" && !isSecondRound(r)).map(speaker)).toEqual([
    "Ada",
    "Ada",
    "Ben",
    "Ben",
    "Ben",
    "Cleo",
    "Cleo",
  ]);
  expect(turns.slice(0, 3).map(({ usage }) => usage.calls)).toEqual([2, 3, 2]);
  expect(turns[1]?.usage).toMatchObject({ inputTokens: 300, outputTokens: 40 });
});
