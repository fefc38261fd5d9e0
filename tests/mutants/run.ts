/**
 * `npm run mutants`: changes the product in one place after the other, and counts which changes `npm test` notices. It works
 * in a clone of HEAD, in a temporary folder.
 *
 *     npm run mutants                            200 of domain/ and workflows/, from a seed that it prints
 *     npm run mutants -- --count=20 --seed=7     20 others
 *     npm run mutants -- --keep=/tmp/mutants     keeps there what it has tried: the next run of this HEAD goes on from it
 *
 * First all tests run once, to see which functions each file of tests runs. A change is shown to the few files that run it
 * and little else. Those that none of them notices are made together and shown to all tests, then in halves to those that
 * failed, until each has failed alone or passed. A change that no test notices is printed with its place. Some change nothing
 * that anybody could see.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { productFiles } from "../regexes/collect.ts";
import { createDice } from "../simulate/dice.ts";
import { readTrace, type Traced, testsOf } from "./covering.ts";
import { type Site, sitesIn } from "./sites.ts";
import { changed, failing } from "./trying.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDERS = /^(domain|workflows)\//;
/** Files of tests that are tried alone, then those after them: most changes need no others. */
const NARROWEST = [4, 20];

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    keep: { type: "string" },
  },
});
await main({
  count: Number(values.count),
  seed: Number(values.seed),
  keep: values.keep,
});

interface Asked {
  count: number;
  seed: number;
  keep: string | undefined;
}

async function main({ count, seed, keep }: Asked): Promise<void> {
  const tree = await mkdtemp(join(tmpdir(), "parley-mutants-"));
  try {
    execFileSync("git", ["clone", "--quiet", "--shared", ROOT, tree]);
    await symlink(join(ROOT, "node_modules"), join(tree, "node_modules"));
    const files = (await productFiles(tree)).filter(({ path }) => FOLDERS.test(path));
    const sites = files.flatMap(sitesIn);
    const chosen = draw(sites, count, createDice(seed));
    say(`${chosen.length} of ${sites.length} changes, seed ${seed}`);
    const kept = keep ?? join(tree, "kept");
    await mkdir(kept, { recursive: true });
    const traced = await traceOf(join(kept, "trace.jsonl"), tree);
    const tried = await createTried(join(kept, `tried-${seed}.jsonl`));
    const unnoticed: Site[] = [];
    for (const [n, site] of chosen.entries()) {
      const killer = await tried(n, () => killerOf(site, testsOf(site, traced), tree));
      if (killer === null) unnoticed.push(site);
      say(`${n + 1} ${killer ?? "not yet noticed"}: ${await placeOf(site, tree)}`);
    }
    const all = [...new Set(traced.map(({ test }) => test))];
    const survived: Site[] = [];
    for (const apart of layers(unnoticed)) survived.push(...(await survivorsOf(apart, all, tree)));
    for (const site of survived) say(`SURVIVED: ${await placeOf(site, tree)}`);
    report(chosen, survived);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

function draw(sites: Site[], count: number, dice: () => number): Site[] {
  const left = [...sites];
  return Array.from({ length: Math.min(count, sites.length) }, () => {
    const [site] = left.splice(Math.floor(dice() * left.length), 1);
    return site as Site;
  });
}

async function traceOf(path: string, tree: string): Promise<Traced[]> {
  if (!existsSync(path)) {
    say("first all tests, to see what each runs");
    const part = `${path}.part`;
    await rm(part, { force: true });
    const failed = await failing([], tree, { trace: part });
    if (failed.length > 0) throw new Error(`without any change ${failed.join(", ")} fails`);
    await rename(part, path);
  }
  return readTrace(path);
}

/** Tries each change once: what came out is a line of this file. */
async function createTried(
  path: string,
): Promise<(n: number, attempt: () => Promise<string | null>) => Promise<string | null>> {
  const lines = existsSync(path) ? (await readFile(path, "utf8")).trim().split("\n") : [];
  const known = new Map(lines.map((line) => JSON.parse(line) as [number, string | null]));
  return async (n, attempt) => {
    const before = known.get(n);
    if (before !== undefined) return before;
    const killer = await attempt();
    await appendFile(path, `${JSON.stringify([n, killer])}\n`);
    return killer;
  };
}

/** Of the narrowest files of tests the one that fails; null: none does. */
async function killerOf(site: Site, tests: string[], tree: string): Promise<string | null> {
  let from = 0;
  for (const more of NARROWEST) {
    const part = tests.slice(from, from + more);
    from += more;
    if (part.length === 0) break;
    const [first] = await changed([site], tree, () => failing(part, tree, { bail: true }));
    if (first) return first;
  }
  return null;
}

/** In each, no change is within another. */
function layers(sites: Site[]): Site[][] {
  const found: Site[][] = [];
  for (const site of sites) {
    const apart = found.find((layer) =>
      layer.every(({ file, start, end }) => file !== site.file || end <= site.start || site.end <= start),
    );
    if (apart) apart.push(site);
    else found.push([site]);
  }
  return found;
}

/** Those of the changes that these tests do not notice. */
async function survivorsOf(sites: Site[], tests: string[], tree: string): Promise<Site[]> {
  if (sites.length === 0) return [];
  const failed = await changed(sites, tree, () => failing(tests, tree, {}));
  say(`${sites.length} together: ${failed.length} of ${tests.length} files of tests fail`);
  if (failed.length === 0) return sites;
  const [only] = sites;
  if (only && sites.length === 1) {
    say(`${failed[0]}: ${await placeOf(only, tree)}`);
    return [];
  }
  const half = Math.ceil(sites.length / 2);
  const first = await survivorsOf(sites.slice(0, half), failed, tree);
  return [...first, ...(await survivorsOf(sites.slice(half), failed, tree))];
}

async function placeOf({ file, start, end, kind, replacement }: Site, tree: string): Promise<string> {
  const text = await readFile(join(tree, file), "utf8");
  const line = text.slice(0, start).split("\n").length;
  return `${file}:${line} ${kind}: ${text.slice(start, end)} → ${replacement}`;
}

function report(chosen: Site[], survived: Site[]): void {
  for (const [kind, of] of Map.groupBy(chosen, (site) => site.kind)) {
    const left = survived.filter((site) => site.kind === kind).length;
    say(`${kind}: ${of.length - left} of ${of.length} noticed`);
  }
  const noticed = chosen.length - survived.length;
  say(`all: ${noticed} of ${chosen.length} noticed, ${Math.round((100 * noticed) / chosen.length)} %`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
