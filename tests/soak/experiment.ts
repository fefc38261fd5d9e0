/**
 * `vote-or-debate` on scripted models, 100 items × 10 arms, its worker killed five times. Nothing may fail, no cell may be
 * lost, and no call may be bought twice but those in flight when a worker dies. Prints calls, time and Temporal's Actions
 * for each item; ends with 1 when something does not hold. `npm run soak:experiment -- 20` takes 20 items.
 */
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { scatter } from "../../domain/base/statistics/scatter.ts";
import type { PluralityResult } from "../../domain/shapes/schemas/result.schema.ts";
import type { Experiment, ResultRow } from "../../features/experiments/domain/schema.experiment.ts";
import { itemsOf, voteOrDebate } from "../../features/experiments/domain/shipped/vote-or-debate.ts";
import { actionsIn, allActions, type RecordedHistory } from "../costs/actions.ts";
import { startArena } from "../faults/arena.ts";
import { askedOf, USAGE, wordsOf } from "../support/debates/question.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { answersAfter, lookAgain } from "../support/waits.ts";

const ITEMS = Number(process.argv[2] ?? 100);
const KILLS = 5;
const LOOK_MS = 250;
const ACCURACY = 0.6;

const items = itemsOf(ITEMS);
const arena = await startArena();
const { world } = arena;
let [calls, open, lost] = [0, 0, 0];
world.models.use(async (request) => {
  const number = ++calls;
  open += 1;
  await answersAfter(5);
  open -= 1;
  return answered(request, number);
});

/** Each answer is drawn by itself, in whichever round. */
function answered(request: ModelRequest, number: number): ModelReplyScript {
  const text = wordsOf(request);
  const item = items.find(({ question }) => text.includes(question));
  if (!item || !askedOf(request)) throw new Error("no item is asked for");
  const isRight = scatter(`${text} ${number}`) / 2 ** 32 < ACCURACY;
  const { answers, expected } = item;
  if (answers?.type !== "choice")
    return { json: { reasoning: "So.", answer: isRight ? Number(expected) : -1, confidence: 60 }, usage: USAGE };
  const right = answers.options.indexOf(String(expected));
  const at = isRight ? right : (right + 1) % answers.options.length;
  return { json: { reasoning: "So.", answer: String.fromCharCode(65 + at), confidence: 60 }, usage: USAGE };
}

const startedAt = performance.now();
const { body: created } = await world.post("/v1/experiments", {
  ...voteOrDebate({ models: ["openai/gpt-5.5"], items: ITEMS }),
  concurrency: 16,
});
const { id } = created as Experiment;
let kills = 0;
const read = async () => (await world.request(`/v1/experiments/${id}`)).body as Experiment;
for (;;) {
  const { status, cells } = await read();
  if (status !== "queued" && status !== "running") break;
  if (kills < KILLS && cells.done >= ((kills + 1) * cells.total) / (KILLS + 1)) {
    kills += 1;
    // A call whose reply is on its way may be bought again, and those that wait to be stored.
    lost += open + 16 * 5;
    await arena.replaceWorker();
  }
  await lookAgain(LOOK_MS);
}
const seconds = (performance.now() - startedAt) / 1000;
const done = await read();
const failures: string[] = [];
const hold = (what: string, isHeld: boolean) => void (isHeld || failures.push(what));
hold(`it is completed, not ${done.status}`, done.status === "completed");
hold(`all ${done.cells.total} cells are done, not ${done.cells.done}`, done.cells.done === done.cells.total);
hold(`${kills} workers were killed`, kills === KILLS);
hold(`${calls} calls are the ${done.calls} that count and at most ${lost} cut off`, calls - done.calls <= lost);
await sharesFirstAnswers();
const actions = await actionsOf();
const say = (line: string) => void process.stdout.write(`${line}\n`);
for (const { arm, accuracy, calls: own } of done.table.arms)
  say(`${arm}: ${accuracy.count} of ${accuracy.of} right, ${own} calls as if alone`);
say(`${done.calls} calls count, ${calls} reached the model server, ${kills} workers killed`);
say(
  `${(seconds / ITEMS).toFixed(2)} s and ${(actions / ITEMS).toFixed(0)} Actions an item; ${seconds.toFixed(0)} s in all`,
);
for (const failure of failures) say(`does not hold: ${failure}`);
await arena.stop();
process.exit(failures.length > 0 ? 1 : 0);

/** Of some items, all debates have the same first answers. */
async function sharesFirstAnswers(): Promise<void> {
  const { items: rows } = (await world.request(`/v1/experiments/${id}/results?as=json`)).body as { items: ResultRow[] };
  for (const { id: item } of items.slice(0, 5)) {
    const debates = rows.filter((row) => row.item === item && row.debate !== null);
    const firsts = await Promise.all(
      debates.map(async ({ debate }) => {
        const { result } = await world.debate(debate ?? "");
        return JSON.stringify((result as PluralityResult).plurality.rounds[0]?.given.map(({ answer }) => answer));
      }),
    );
    hold(`the debates of ${item} share their first answers`, debates.length === 6 && new Set(firsts).size === 1);
  }
}

/** Of the experiment's runs and of all its debates. */
async function actionsOf(): Promise<number> {
  const { items: rows } = (await world.request(`/v1/experiments/${id}/results?as=json`)).body as { items: ResultRow[] };
  const debates = rows.flatMap(({ debate }) => debate ?? []);
  let sum = 0;
  for (const workflowId of [id, ...debates]) {
    for await (const { runId } of world.client.workflow.list({ query: `WorkflowId = "${workflowId}"` })) {
      const history = await world.client.workflow.getHandle(workflowId, runId).fetchHistory();
      sum += allActions(actionsIn(JSON.parse(historyToJSON(history)) as RecordedHistory));
    }
  }
  return sum;
}
