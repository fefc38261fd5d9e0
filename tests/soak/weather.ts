/**
 * The soak under weather: 200 debates whose models speak as the world's servers do (`tests/support/models/weather.ts`). All
 * must complete, no whole reply is bought twice, no limit is passed, and every export can be imported elsewhere. Prints
 * figures; ends with 1 when something does not hold. `npm run soak:weather -- 40 7` plays 40 debates with the seed 7.
 */
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { startArena } from "../faults/arena.ts";
import { underWeather } from "../support/models/weather.ts";
import { lookAgain } from "../support/waits.ts";
import { debaters, startWorld } from "../support/world.ts";
import { debateOf } from "./debates.ts";
import { differences } from "./replayed.ts";

const COUNT = Number(process.argv[2] ?? 200);
const SEED = Number(process.argv[3] ?? 1);
const AT_ONCE = 10;
/** Nothing may take longer: a debate that does hangs. */
const LIMIT_MS = 300_000;
const LOOK_MS = 500;
const MOST_USD = 5;
const CHAT = ["mistral/mistral-medium-3-5", "mistral/mistral-large-2512"];
/** Owners are as patient as the weather is bad. */
const RETRIES = 5;

const startedAt = performance.now();
const arena = await startArena();
const { world } = arena;
const elsewhere = await startWorld({ temporalAddress: world.temporalAddress, workers: false });
const weather = underWeather(debaters(["p1", "p2", "p3"]), { seed: SEED });
world.models.use(weather.script);

const failures: string[] = [];
let [completed, retries, calls, spentUsd, uncounted] = [0, 0, 0, 0, 0];
const waiting = Array.from({ length: COUNT }, (_, i) => i);
await Promise.all(Array.from({ length: AT_ONCE }, lane));
failures.push(...weather.boughtTwice.map((what) => `bought twice: ${what}`));
report();
await elsewhere.stop();
await arena.stop();
process.exit(failures.length > 0 ? 1 : 0);

async function lane(): Promise<void> {
  for (let i = waiting.shift(); i !== undefined; i = waiting.shift())
    await play(i).catch((error: Error) => failures.push(`debate ${i}: ${error.message}`));
}

/** No two have the same prompts. Some speak over Chat Completions. */
function requestFor(i: number): object {
  const request = debateOf(i) as { participants: { model: string }[] };
  const participants = request.participants.map((one, seat) =>
    (seat + i) % 3 === 0 ? { ...one, model: CHAT[i % CHAT.length] } : one,
  );
  return {
    ...request,
    participants,
    topic: `Should city ${i} ban cars?`,
    limits: { maxCostUsd: MOST_USD },
  };
}

async function play(i: number): Promise<void> {
  const { id } = await world.create(requestFor(i));
  const until = Date.now() + LIMIT_MS;
  for (let patience = RETRIES; ; ) {
    const debate = await world.debate(id);
    if (isTerminal(debate.status)) return ended(debate);
    if (Date.now() > until) throw new Error(`${id} hangs: ${debate.status}, ${debate.phase}, round ${debate.round}`);
    if (debate.status === "error") {
      if (patience-- === 0) throw new Error(`${id} is in error: ${JSON.stringify(debate.error)}`);
      retries += 1;
      await world.post(`/v1/debates/${id}/retry`);
    }
    await lookAgain(LOOK_MS);
  }
}

async function ended({ id, status, format, usage, cost }: Debate): Promise<void> {
  const costUsd = cost.totalUsd;
  const againstLimit = (costUsd ?? 0) + (cost.unsettledUsd ?? 0);
  if (status === "completed") completed += 1;
  else failures.push(`${id}, ${format}: ${status}`);
  calls += usage.calls;
  spentUsd += costUsd ?? 0;
  uncounted += costUsd === null ? 1 : 0;
  if (againstLimit > MOST_USD) failures.push(`${id} spent ${againstLimit} USD`);
  failures.push(...(await differences(world, id)).map((fault) => `${id}, ${format}: ${fault}`));
  const { text } = await world.request(`/v1/debates/${id}/transcript?as=json`);
  if (/<think>|<\|channel\|>|\\ud83d(?!\\u)/i.test(text))
    failures.push(`${id} has thoughts or half a character in its export`);
  const body = JSON.parse(text) as object;
  const imported = await elsewhere.post("/v1/debates/import", body);
  if (imported.status !== 201)
    failures.push(`${id} is not imported: ${imported.status} ${imported.text.slice(0, 500)}`);
}

function report(): void {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  say("| weather | replies |\n| --- | --- |");
  for (const [kind, count] of [...weather.counts].toSorted(([a], [b]) => a.localeCompare(b)))
    say(`| ${kind} | ${count} |`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  say(`\n${completed} of ${COUNT} debates completed; ${retries} retries of their owners; ${seconds} s`);
  say(`${calls} calls count, ${weather.faults()} of them faults; ${weather.boughtTwice.length} replies bought twice`);
  say(`${spentUsd.toFixed(2)} USD spent; the cost of ${uncounted} debates is not known whole`);
  for (const failure of failures.slice(0, 40)) say(failure);
}
