/**
 * `npm run mutants`: changes the product in one place after the other, and counts which changes the tests notice. It works
 * in a clone of HEAD, in a temporary folder.
 *
 *     npm run mutants                            200 of domain/ and workflows/, from a seed that it prints
 *     npm run mutants -- --count=20 --seed=7     20 others
 *     npm run mutants -- --from=80 --seed=7      200 without the first 80, which an earlier run has tried
 *     npm run mutants -- --projects=unit,played,stack
 *     npm run mutants -- --trace=/tmp/trace      keeps there which tests run which functions, for the next run of this HEAD
 *
 * First all tests run once, to see which functions each file of tests runs: a change is shown only to those that may notice it,
 * and the first that does is the last. A change that no test notices is printed with its place. Some change nothing that anybody could see.
 */
import { execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { productFiles } from "../regexes/collect.ts";
import { createDice } from "../simulate/dice.ts";
import { readTrace, type Traced, testsOf } from "./covering.ts";
import { type Site, sitesIn } from "./sites.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDERS = /^(domain|workflows)\//;
/** A change may make a loop without an end. */
const LONGEST_MS = 600_000;
/** So many files of tests begin within seconds. */
const NARROWEST = 4;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    from: { type: "string", default: "0" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    projects: { type: "string", default: "unit,played" },
    trace: { type: "string" },
  },
});
process.exitCode = await main({
  count: Number(values.count),
  from: Number(values.from),
  seed: Number(values.seed),
  projects: values.projects.split(","),
  trace: values.trace,
});

interface Asked {
  count: number;
  from: number;
  seed: number;
  projects: string[];
  trace: string | undefined;
}

async function main({ count, from, seed, projects, trace }: Asked): Promise<number> {
  const tree = await mkdtemp(join(tmpdir(), "parley-mutants-"));
  try {
    execFileSync("git", ["clone", "--quiet", "--shared", ROOT, tree]);
    await symlink(join(ROOT, "node_modules"), join(tree, "node_modules"));
    const files = (await productFiles(tree)).filter(({ path }) => FOLDERS.test(path));
    const sites = files.flatMap(sitesIn);
    const chosen = draw(sites, count, createDice(seed)).slice(from);
    say(`${chosen.length} of ${sites.length} changes, seed ${seed}, tests: ${projects.join(", ")}`);
    const traced = await traceOf(trace ?? join(tree, "trace.jsonl"), tree, projects);
    const survived: Site[] = [];
    for (const [n, site] of chosen.entries()) {
      const killer = await killerOf(site, { tree, projects, tests: testsOf(site, traced) });
      if (killer === null) survived.push(site);
      say(`${from + n + 1} ${killer ?? "SURVIVED"}: ${await placeOf(site, tree)}`);
    }
    report(chosen, survived);
    return 0;
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

async function traceOf(path: string, tree: string, projects: string[]): Promise<Traced[]> {
  if (!existsSync(path)) {
    say("first all tests, to see what each runs");
    for (const project of projects)
      if (!(await passes(project, [], { cwd: tree, env: { ...process.env, MUTANTS_TRACE: path } })))
        throw new Error(`the tests of ${project} fail without any change`);
  }
  return readTrace(path);
}

interface Field {
  tree: string;
  projects: string[];
  /** null: whichever may load the file. */
  tests: string[] | null;
}

/** The project whose tests fail; null: none does. */
async function killerOf(site: Site, { tree, projects, tests }: Field): Promise<string | null> {
  const path = join(tree, site.file);
  const before = await readFile(path, "utf8");
  await writeFile(path, before.slice(0, site.start) + site.replacement + before.slice(site.end));
  try {
    for (const part of partsOf(tests, site))
      for (const project of projects)
        if (!(await passes(project, part, { cwd: tree, timeout: LONGEST_MS }))) return project;
    return null;
  } finally {
    await writeFile(path, before);
  }
}

/** The narrowest first, alone: most changes need no others. */
function partsOf(tests: string[] | null, { file }: Site): string[][] {
  if (tests === null) return [["related", file]];
  return [tests.slice(0, NARROWEST), tests.slice(NARROWEST)].filter((part) => part.length > 0);
}

async function passes(project: string, asked: string[], how: SpawnOptions): Promise<boolean> {
  const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), ...asked, "--run", "--bail=1"];
  const mode = project === "stack" ? "test" : "played";
  const child = spawn(process.execPath, [...vitest, "--mode", mode, "--project", project, "--passWithNoTests"], {
    ...how,
    stdio: "ignore",
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
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
