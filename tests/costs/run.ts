/**
 * `npm run infra:costs`: plays debates on real servers of this machine, counts Temporal's Actions, DynamoDB's request
 * units and Lambda's seconds of each, and prints tables of them with what they cost. `--help` names the parameters.
 */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { type CostsArguments, parseArguments } from "./arguments.ts";
import type { Case } from "./cases.ts";
import { type Lane, startLane } from "./lane.ts";
import { type Counts, type Measured, measure } from "./measure.ts";
import { openTemporal } from "./open-lane.ts";
import { CountsError, countedIn } from "./table/counted.ts";
import { costsText, withCosts } from "./table/table.ts";

const EXIT_ARGUMENTS = 2;
const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const out = (text: string) => void process.stdout.write(text);
const err = (text: string) => void process.stderr.write(text);

try {
  const asked = parseArguments(process.argv.slice(2), { out, err });
  const counts = asked.counted === null ? await measureAll(asked) : await countedIn(asked.counted, asked.cases);
  if (asked.write) await writeTables(counts, asked);
  out(asked.json ? `${JSON.stringify(counts, null, 2)}\n` : `${costsText(counts, asked.terms)}\n`);
  process.exit(0);
} catch (error) {
  // It has said what is wrong, or shown its help.
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : EXIT_ARGUMENTS);
  if (!(error instanceof CountsError)) throw error;
  err(`${error.message}\n`);
  process.exit(EXIT_ARGUMENTS);
}

async function measureAll({ cases, how, atOnce }: CostsArguments): Promise<Counts> {
  await using open = new AsyncDisposableStack();
  const shared = await openTemporal(open);
  const waiting = longestFirst(cases);
  const measured: Measured[] = [];
  const play = async () => {
    const lane = await startLane(shared);
    open.adopt(lane, (it) => it.stop());
    for (let next = waiting.shift(); next; next = waiting.shift()) measured.push(await measureOne(lane, next, how));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, cases.length) }, play));
  return { how, debates: cases.flatMap(({ name }) => measured.filter((each) => each.name === name)) };
}

/** The wait for all is shortest that way. */
function longestFirst(cases: Case[]): Case[] {
  return cases.toSorted((a, b) => b.rounds * b.speakers - a.rounds * a.speakers);
}

async function measureOne(lane: Lane, next: Case, how: CostsArguments["how"]): Promise<Measured> {
  err(`${next.name} …\n`);
  const one = await measure(lane, next, how);
  err(`${next.name}: ${one.calls} calls of ${one.callSeconds.toFixed(1)} s, ${Math.round(one.seconds)} s\n`);
  return one;
}

async function writeTables(counts: Counts, { terms }: CostsArguments): Promise<void> {
  const page = path("docs/design/costs.md");
  await writeFile(page, withCosts(await readFile(page, "utf8"), costsText(counts, terms)));
}
