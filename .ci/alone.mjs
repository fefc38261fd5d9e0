/**
 * `node alone.mjs <report>`: the files of the tests that failed by Vitest's report, one a line, so that they are played once
 * more alone. None where more than `MOST` failed, or the report has none: those are faults of what they share.
 */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const MOST = 3;

const [report] = process.argv.slice(2);
const { testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
const failed = testResults.filter(({ status }) => status === "failed");
if (failed.length <= MOST) for (const { name } of failed) process.stdout.write(`${relative(process.cwd(), name)}\n`);
