/**
 * `npm run infra:build [-- --architecture arm64|x64]`: builds the functions' packages, prints their zipped size and
 * start time, and fails if one is too large. The default architecture is the stages'.
 */

import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs, promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { STAGES, stageOf } from "../cdk/base/stages.ts";
import { type ColdStart, coldStart } from "./cold-start.ts";
import { type Architecture, buildApi, buildWorker, PACKAGES } from "./packages.ts";

// Computes a folder's zipped size without writing a file.

/** Bytes of a zip file besides contents (APPNOTE 4.3): two headers per file, and the end record. */
const HEADERS = 30 + 46;
const END = 22;
const deflate = promisify(deflateRaw);

/** Bytes, deflated at level 9. */
async function zippedSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const packed = await deflate(await readFile(path), { level: 9 });
      return packed.length + HEADERS + 2 * Buffer.byteLength(relative(folder, path));
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, END);
}

const MEGABYTE = 1024 * 1024;
/** Zipped bytes: larger packages start more slowly. Lambda's own limit is 250 MB unzipped. */
const LARGEST = { api: 5.5 * MEGABYTE, worker: 60 * MEGABYTE };

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { architecture: { type: "string" } } });
  const architecture = architectureOf(values.architecture ?? stageOf(STAGES[0]).architecture);
  await Promise.all([buildApi(PACKAGES.api), buildWorker(PACKAGES.worker, architecture)]);
  const measured = architecture === process.arch;
  const starts = {
    api: `first answer after ${inTimes(await coldStart("api", PACKAGES.api))}`,
    worker: measured
      ? `loaded after ${inTimes(await coldStart("worker", PACKAGES.worker))}`
      : `start not measured: this machine is ${process.arch}`,
  };
  let code = 0;
  for (const name of ["api", "worker"] as const) {
    const size = await zippedSize(PACKAGES[name]);
    const most = `${inMegabytes(size)} zipped of at most ${inMegabytes(LARGEST[name])}`;
    say(`${name} (${architecture}): ${most}; ${starts[name]}`);
    if (size > LARGEST[name]) code = 1;
  }
  if (code !== 0) say("a package is too large: see what was added to it (esbuild's metafile), and leave it out");
  return code;
}

function architectureOf(name: string): Architecture {
  if (name === "arm64" || name === "x64") return name;
  throw new Error(`functions run on arm64 or x64, not ${name}`);
}

function inTimes({ ms, cpuMs }: ColdStart): string {
  return `${Math.round(ms)} ms (${Math.round(cpuMs)} ms of processor time)`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(2)} MB`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
