/** Changes of the product in a tree of files, and the tests that fail with them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Site } from "./sites.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** A change may make a loop without an end. */
const LONGEST_MS = 900_000;
/** They start no Temporal. */
const LIGHT = /^tests\/domain\/|\.(unit|played)\.test\.ts$/;

/** Makes the changes, works, and takes them back. */
export async function changed<R>(sites: Site[], tree: string, work: () => Promise<R>): Promise<R> {
  const before = new Map<string, string>();
  for (const { file, start, end, replacement } of sites.toSorted((a, b) => b.start - a.start)) {
    const path = join(tree, file);
    const text = await readFile(path, "utf8");
    if (!before.has(path)) before.set(path, text);
    await writeFile(path, text.slice(0, start) + replacement + text.slice(end));
  }
  try {
    return await work();
  } finally {
    for (const [path, text] of before) await writeFile(path, text);
  }
}

/** The files of tests that fail, of these or of all. */
export async function failing(tests: string[], tree: string, { bail = false, trace = "" }): Promise<string[]> {
  const mode = tests.length > 0 && tests.every((test) => LIGHT.test(test)) ? "played" : "test";
  const report = join(tree, "failing.json");
  await rm(report, { force: true });
  const vitest = [join(ROOT, "node_modules/vitest/vitest.mjs"), ...tests, "--run", "--mode", mode];
  // To load the product takes a process longer than few tests do.
  const alone = bail ? ["--bail=1", "--maxWorkers=1"] : [];
  const child = spawn(process.execPath, [...vitest, "--reporter=json", `--outputFile=${report}`, ...alone], {
    cwd: tree,
    env: { ...process.env, MUTANTS_TRACE: trace },
    stdio: "ignore",
    timeout: LONGEST_MS,
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code === 0) return [];
  const { testResults } = existsSync(report)
    ? (JSON.parse(await readFile(report, "utf8")) as Report)
    : { testResults: [] };
  const failed = testResults.filter(({ status }) => status === "failed");
  // Where it did not end, or failed outside of tests, any may have.
  return failed.length > 0 ? failed.map(({ name }) => relative(tree, name)) : tests.length > 0 ? tests : ["the run"];
}

interface Report {
  testResults: { name: string; status: string }[];
}
