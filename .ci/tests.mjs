/**
 * `node tests.mjs <folder> <suite>…`: how many tests passed, failed and were skipped, and which files took longest, by
 * Vitest's reports `<suite>.json` in the folder. Writes the seconds of every file of each suite into `tests/times.json`, and its
 * CPU seconds by `<suite>.cpu` (`tests/support/cpu.ts`).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const SLOWEST = 20;
const ROOT = join(import.meta.dirname, "..");
const say = (line) => process.stdout.write(`${line}\n`);

const [folder, ...suites] = process.argv.slice(2);
const reports = suites
  .map((suite) => ({ suite, file: join(folder, `${suite}.json`) }))
  .filter(({ file }) => existsSync(file))
  .map(({ suite, file }) => ({ suite, cpu: cpuOf(suite), ...JSON.parse(readFileSync(file, "utf8")) }));
const files = reports.flatMap(({ testResults = [] }) => testResults);
const sum = (count) => reports.reduce((total, report) => total + (count(report) ?? 0), 0);

const times = reports
  .flatMap(({ suite, cpu, testResults = [] }) =>
    testResults.map(({ name, startTime, endTime }) => {
      const seconds = Math.round((endTime - startTime) / 100) / 10;
      return { suite, file: relative(ROOT, name), seconds, cpu: cpu.get(name) ?? null };
    }),
  )
  .toSorted((one, other) => other.seconds - one.seconds);
writeFileSync(join(ROOT, "tests", "times.json"), `[\n${times.map((each) => JSON.stringify(each)).join(",\n")}\n]\n`);
say(`The slowest ${SLOWEST} files of tests, in seconds and CPU seconds:`);
for (const { suite, file, seconds, cpu } of times.slice(0, SLOWEST))
  say(`  ${seconds.toFixed(1)}, ${cpu?.toFixed(1) ?? "-"} ${suite} ${file}`);

/** By file; what was played once more counts twice. */
function cpuOf(suite) {
  const path = join(folder, `${suite}.cpu`);
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  const all = new Map();
  for (const { file, cpu } of lines.map((line) => JSON.parse(line))) all.set(file, (all.get(file) ?? 0) + cpu);
  return all;
}

// A file that does not even load has no tests to count.
const broken = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
const skipped = sum((report) => report.numPendingTests);
if (skipped) say(`${skipped} skipped`);
say(`${sum((report) => report.numPassedTests)} passed, ${sum((report) => report.numFailedTests) + broken} failed`);
