/**
 * The soak: 200 debates of many formats, each model call failing with probability 0.2, a worker killed every 10 s. All
 * must end, and each must come out of its log as it is stored. Prints a table; ends with 1 when something does not hold.
 * `npm run soak -- 40 7` plays 40 debates with the seed 7.
 */
import { isTerminal, type Status } from "../../domain/shapes/lifecycle.shape.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { startArena } from "../faults/arena.ts";
import { lookAgain } from "../support/waits.ts";
import { debateOf } from "./debates.ts";
import { createTroubledModels } from "./models.ts";
import { differences } from "./replayed.ts";

const COUNT = Number(process.argv[2] ?? 200);
const SEED = Number(process.argv[3] ?? 1);
const AT_ONCE = 20;
const KILL_EVERY_MS = 10_000;
/** Nothing may take longer: a debate that does hangs. */
const LIMIT_MS = 300_000;
const LOOK_MS = 500;

const startedAt = performance.now();
const arena = await startArena();
const { world } = arena;
const models = createTroubledModels(SEED);
world.models.use((request) => models.script(request));
let kills = 0;
let killing: Promise<void> = Promise.resolve();
const killer = setInterval(() => {
  killing = killing.then(() => arena.replaceWorker()).then(() => void kills++);
}, KILL_EVERY_MS);

const rows: { format: string; status: Status; degraded: boolean; decisions: number; retries: number }[] = [];
const failures: string[] = [];
const waiting = Array.from({ length: COUNT }, (_, i) => i);
await Promise.all(Array.from({ length: AT_ONCE }, lane));
clearInterval(killer);
await killing;
report();
await arena.stop();
process.exit(failures.length > 0 ? 1 : 0);

async function lane(): Promise<void> {
  for (let i = waiting.shift(); i !== undefined; i = waiting.shift())
    await play(i).catch((error: Error) => failures.push(`debate ${i}: ${error.message}`));
}

async function play(i: number): Promise<void> {
  const { id } = await world.create(debateOf(i));
  let retries = 0;
  const until = Date.now() + LIMIT_MS;
  for (;;) {
    const debate = await world.debate(id);
    if (isTerminal(debate.status)) return ended(debate, retries);
    if (Date.now() > until) throw new Error(`${id} hangs: ${debate.status}, ${debate.phase}, round ${debate.round}`);
    // Its owner is patient three times, then takes what there is.
    if (debate.status === "error") await world.post(`/v1/debates/${id}/${retries++ < 3 ? "retry" : "stop"}`);
    await lookAgain(LOOK_MS);
  }
}

async function ended(debate: Debate, retries: number): Promise<void> {
  const { id, format, status, degraded } = debate;
  failures.push(...(await differences(world, id)).map((fault) => `${id}, ${format}: ${fault}`));
  const { decisions } = await world.transcript(id);
  rows.push({ format, status, degraded: degraded.length > 0, decisions: decisions.length, retries });
}

function report(): void {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const count = (list: typeof rows, holds: (row: (typeof rows)[number]) => boolean) => list.filter(holds).length;
  say(
    "| format | debates | completed | of these degraded | cancelled or failed | decided by default | owner's retries |",
  );
  say("| --- | --- | --- | --- | --- | --- | --- |");
  for (const [name, list] of [...Map.groupBy(rows, (row) => row.format), ["all", rows] as const]) {
    const whole = list.filter((row) => row.status === "completed");
    const sum = (of: "decisions" | "retries") => list.reduce((all, row) => all + row[of], 0);
    const cells = [name, list.length, whole.length, count(whole, (row) => row.degraded), list.length - whole.length];
    say(`| ${[...cells, sum("decisions"), sum("retries")].join(" | ")} |`);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  say(`\n${models.calls()} calls, ${models.failed()} of them failed; ${kills} workers killed; ${seconds} s`);
  for (const failure of failures) say(failure);
}
