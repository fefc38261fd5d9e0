/**
 * `npm run mutants`: changes the product in one place after the other, and counts which changes the tests notice. It works
 * in a clone of HEAD, in a temporary folder.
 *
 *     npm run mutants                            200 of domain/ and workflows/, from a seed that it prints
 *     npm run mutants -- --count=20 --seed=7     20 others
 *     npm run mutants -- --from=80 --seed=7      200 without the first 80, which an earlier run has tried
 *     npm run mutants -- --projects=unit,played,stack
 *
 * A change that no test notices is printed with its place. Some change nothing that anybody could see.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { productFiles } from "../regexes/collect.ts";
import { createDice } from "../simulate/dice.ts";
import { type Site, sitesIn } from "./sites.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDERS = /^(domain|workflows)\//;
/** A change may make a loop without an end. */
const LONGEST_MS = 600_000;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    from: { type: "string", default: "0" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    projects: { type: "string", default: "unit,played" },
  },
});
process.exitCode = await main({
  count: Number(values.count),
  from: Number(values.from),
  seed: Number(values.seed),
  projects: values.projects.split(","),
});

interface Asked {
  count: number;
  from: number;
  seed: number;
  projects: string[];
}

async function main({ count, from, seed, projects }: Asked): Promise<number> {
  const tree = await mkdtemp(join(tmpdir(), "parley-mutants-"));
  try {
    execFileSync("git", ["clone", "--quiet", "--shared", ROOT, tree]);
    await symlink(join(ROOT, "node_modules"), join(tree, "node_modules"));
    const files = (await productFiles(tree)).filter(({ path }) => FOLDERS.test(path));
    const sites = files.flatMap(sitesIn);
    const chosen = draw(sites, count, createDice(seed)).slice(from);
    say(`${chosen.length} of ${sites.length} changes, seed ${seed}, tests: ${projects.join(", ")}`);
    const survived: Site[] = [];
    for (const [n, site] of chosen.entries()) {
      const killer = await killerOf(site, tree, projects);
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

/** The project whose tests fail; null: none does. */
async function killerOf(site: Site, tree: string, projects: string[]): Promise<string | null> {
  const path = join(tree, site.file);
  const before = await readFile(path, "utf8");
  await writeFile(path, before.slice(0, site.start) + site.replacement + before.slice(site.end));
  try {
    for (const project of projects) if (!(await passes(project, site.file, tree))) return project;
    return null;
  } finally {
    await writeFile(path, before);
  }
}

async function passes(project: string, file: string, tree: string): Promise<boolean> {
  const vitest = [join(tree, "node_modules/vitest/vitest.mjs"), "related", file, "--run", "--bail=1"];
  const mode = project === "stack" ? "test" : "played";
  const child = spawn(process.execPath, [...vitest, "--mode", mode, "--project", project, "--passWithNoTests"], {
    cwd: tree,
    stdio: "ignore",
    timeout: LONGEST_MS,
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
