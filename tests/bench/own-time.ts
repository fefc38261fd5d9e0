/**
 * Parley's own time: a lone debate with a model that answers at once, and twenty at once beside a bare Temporal
 * workflow that makes the same model calls as plain activities. Temporal, DynamoDB, workers, API and the model server
 * share this machine.
 *
 *     npm run bench
 */
import { NativeConnection, Worker } from "@temporalio/worker";
import { createModels } from "../../activities/models/index.ts";
import { modelQueue } from "../../workflows/base/messages.workflow-base.ts";
import { debaters, events, requestOf, type World } from "../support/world.ts";

const SPEAKERS = ["p1", "p2"];
const ROUNDS = 3;
const CALLS = ROUNDS * SPEAKERS.length + ROUNDS + 1;
const AT_ONCE = 20;
const REPEATS = 3;
const LONE = 9;

const allOpenai = {
  participants: ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5" })),
  maxRounds: ROUNDS,
};

export async function benchOwnTime(world: World): Promise<string[]> {
  world.models.use(debaters(SPEAKERS));
  const bare = await startBare(world);
  try {
    await timed(() => debate(world));
    await timed(() => bare.run(1));
    const lone = [];
    for (let n = 0; n < LONE; n++) lone.push(await timed(() => debate(world)));
    const ratios = [];
    const lines = [];
    for (let n = 0; n < REPEATS; n++) {
      const ours = (AT_ONCE * CALLS * 1000) / (await timed(() => atOnce(() => debate(world))));
      const theirs = (AT_ONCE * CALLS * 1000) / (await timed(() => atOnce(() => bare.run(CALLS))));
      ratios.push(ours / theirs);
      lines.push(
        `  run ${n + 1}: ${ours.toFixed(0)} calls/s, bare ${theirs.toFixed(0)} calls/s: ${percent(ours / theirs)}`,
      );
    }
    return [
      `own time: a lone debate of ${SPEAKERS.length} participants and ${ROUNDS} rounds, ${CALLS} calls (wanted: under 1,000 ms)`,
      `  median ${median(lone).toFixed(0)} ms, lowest ${Math.min(...lone).toFixed(0)}, highest ${Math.max(...lone).toFixed(0)} of ${LONE}`,
      `throughput: ${AT_ONCE} debates at once against the same calls in a bare workflow (wanted: at least 40 %)`,
      ...lines,
      `  median ${percent(median(ratios))}`,
    ];
  } finally {
    await bare.stop();
  }
}

async function startBare(world: World) {
  const taskQueue = `${world.taskQueue}-bare`;
  const connection = await NativeConnection.connect({ address: world.temporalAddress });
  const models = createModels({ providers: world.models.providers });
  const callModel = async (n: number) => {
    const reply = await models.complete({
      model: { provider: "openai", model: "gpt-5.5" },
      system: "You take part in a debate.",
      messages: [{ role: "user", content: [`It is your turn, speech ${n}.`] }],
      maxOutputTokens: 1_000,
      signal: new AbortController().signal,
      timeoutMs: 20_000,
      silenceMs: 20_000,
    });
    return reply.text;
  };
  const common = { connection, namespace: world.namespace };
  const workers = await Promise.all([
    Worker.create({ ...common, taskQueue, workflowsPath: new URL("./bare/workflow.ts", import.meta.url).pathname }),
    Worker.create({ ...common, taskQueue: modelQueue("openai", taskQueue), activities: { callModel } }),
  ]);
  const runs = Promise.all(workers.map((worker) => worker.run()));
  let count = 0;
  return {
    run: (calls: number) =>
      world.client.workflow.execute("bareWorkflow", {
        taskQueue,
        workflowId: `bare-${taskQueue}-${count++}`,
        args: [{ calls }],
      }),
    async stop() {
      for (const worker of workers) worker.shutdown();
      await runs;
      await connection.close();
    },
  };
}

async function debate(world: World): Promise<void> {
  const { id } = await world.create(requestOf(allOpenai));
  let last = "";
  for await (const event of events(world.url, id, 0)) last = event.type;
  if (last !== "debate.completed") throw new Error(`the debate ended with ${last}`);
}

const atOnce = (run: () => Promise<unknown>) => Promise.all(Array.from({ length: AT_ONCE }, run));

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(0)} %`;
}
