/**
 * Setup of every file of tests where `MUTANTS_TRACE` names a file: the functions of `domain/` and `workflows/` that each file of
 * tests has run go there, a line of JSON for each.
 */
import { appendFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import type { Traced } from "./covering.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TRACED = /^(domain|workflows)\//;

const report = process.env.MUTANTS_TRACE ?? "";
const session = await counting();
// What the files before it have run does not count.
await session.post("Profiler.takePreciseCoverage");
afterAll(async () => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result.flatMap(({ url, functions }) => {
    const file = url.startsWith("file:") ? relative(ROOT, fileURLToPath(url)) : "";
    if (!TRACED.test(file)) return [];
    const ranges = functions.flatMap(({ ranges: [range] }) => (range && range.count > 0 ? [range] : []));
    return ranges.map(({ startOffset, endOffset }): Traced["ran"][number] => [file, startOffset, endOffset]);
  });
  const { testPath = "" } = expect.getState();
  appendFileSync(report, `${JSON.stringify({ test: relative(ROOT, testPath), ran } satisfies Traced)}\n`);
});

/** One for the process: files share it. */
async function counting(): Promise<Session> {
  const held = globalThis as { tracing?: Session };
  if (held.tracing) return held.tracing;
  const fresh = new Session();
  fresh.connect();
  await fresh.post("Profiler.enable");
  await fresh.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  held.tracing = fresh;
  return fresh;
}
