/** The most that a scripted debate may take, as `budget.json` has it. `npm run budget -- --write` renews the file. */
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Lane } from "../lane.ts";
import { type Counts, DEBATES, play } from "./play.ts";

export type Budget = Record<string, Counts>;

const FILE = fileURLToPath(new URL("./budget.json", import.meta.url));

/** Plays of one debate: acts that begin at once may or may not share a request. */
const PLAYS = { written: 15, read: 5 };
/** Texts of the history, such as times and ids, differ a little in length. */
const BYTES = 1.02;

export async function readBudget(): Promise<Budget> {
  return JSON.parse(await readFile(FILE, "utf8")) as Budget;
}

/** The most of some plays. */
export async function writeBudget(lane: Lane): Promise<void> {
  const budget: Budget = {};
  for (const [name, debate] of Object.entries(DEBATES)) {
    const plays: Counts[] = [];
    while (plays.length < PLAYS.written) plays.push(await play(lane, debate));
    const kinds = [...new Set(plays.flatMap((counts) => Object.keys(counts)))].toSorted();
    budget[name] = Object.fromEntries(kinds.map((kind) => [kind, Math.max(...plays.map((one) => one[kind] ?? 0))]));
  }
  await writeFile(FILE, `${JSON.stringify(budget, null, 2)}\n`);
}

/** What costs more than the budget has, as sentences; of several plays the least counts. */
export async function overspent(lane: Lane, name: string, budget: Budget): Promise<string[]> {
  const most = budget[name] ?? {};
  let least: Counts = {};
  for (let n = 0; n < PLAYS.read; n++) {
    const counts = await play(lane, DEBATES[name] as (typeof DEBATES)[string]);
    least = n === 0 ? counts : leastOf(least, counts);
    if (sentences(name, least, most).length === 0) return [];
  }
  return sentences(name, least, most);
}

function leastOf(one: Counts, other: Counts): Counts {
  const kinds = Object.keys(one).filter((kind) => kind in other);
  return Object.fromEntries(kinds.map((kind) => [kind, Math.min(one[kind] ?? 0, other[kind] ?? 0)]));
}

export function sentences(name: string, counts: Counts, most: Counts): string[] {
  return Object.entries(counts).flatMap(([kind, count]) => {
    const allowed = most[kind] ?? 0;
    if (count <= (kind === "history: bytes" ? allowed * BYTES : allowed)) return [];
    return [`${name} costs more. ${kind}: ${count}, the budget has ${allowed}. If it must: npm run budget -- --write`];
  });
}
