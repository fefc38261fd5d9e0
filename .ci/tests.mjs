/**
 * `node tests.mjs <folder> <suite>…`: how many tests passed, failed and were skipped, and which files took longest, by
 * Vitest's reports `<suite>.json` in the folder. Writes the seconds of every file into `tests/times.json`.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const SLOWEST = 20;
const ROOT = join(import.meta.dirname, "..");
const say = (line) => process.stdout.write(`${line}\n`);

const [folder, ...suites] = process.argv.slice(2);
const reports = suites
  .map((suite) => join(folder, `${suite}.json`))
  .filter(existsSync)
  .map((file) => JSON.parse(readFileSync(file, "utf8")));
const files = reports.flatMap(({ testResults = [] }) => testResults);
const sum = (count) => reports.reduce((total, report) => total + (count(report) ?? 0), 0);

const times = files
  .map(({ name, startTime, endTime }) => [relative(ROOT, name), Math.round((endTime - startTime) / 100) / 10])
  .toSorted(([, one], [, other]) => other - one);
writeFileSync(join(ROOT, "tests", "times.json"), `${JSON.stringify(Object.fromEntries(times), null, 2)}\n`);
say(`The slowest ${SLOWEST} files of tests, in seconds:`);
for (const [name, seconds] of times.slice(0, SLOWEST)) say(`  ${seconds.toFixed(1)} ${name}`);

// A file that does not even load has no tests to count.
const broken = files.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
const skipped = sum((report) => report.numPendingTests);
if (skipped) say(`${skipped} skipped`);
say(`${sum((report) => report.numPassedTests)} passed, ${sum((report) => report.numFailedTests) + broken} failed`);
