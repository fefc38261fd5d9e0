/**
 * `node part.mjs <suite> [--sample=7]`: prints the files that this sample plays of a suite, one a line; without a sample,
 * all. What a change brings is what changed within six hours before HEAD (`tests/support/touched.ts`). A clone without that
 * history, as CI may have, plays what is always played and the rotation.
 */
import { globSync } from "node:fs";
import { join } from "node:path";
import { partOf, SUITES } from "../tests/support/parts.ts";
import { sampleOf } from "../tests/support/sample.ts";
import { touchedLately } from "../tests/support/touched.ts";

const ROOT = join(import.meta.dirname, "..");
const say = (line) => process.stderr.write(`${line}\n`);

const [name, ...options] = process.argv.slice(2);
const suite = SUITES[name];
if (!suite) throw new Error(`no suite ${name}: ${Object.keys(SUITES).join(", ")}`);
const sample = sampleOf(options);
const files = globSync(suite.files, { cwd: ROOT });
const touched = sample.number === null ? [] : touchedLately(ROOT);
const part = partOf(suite, { files, touched: touched ?? [], sample });
const unknown = touched ? "" : ", the history does not reach back so far";
say(`${name}: ${part.length} of ${files.length} files${unknown}${sample.number === null ? "" : `: ${part.join(" ")}`}`);
for (const file of part) process.stdout.write(`${file}\n`);
