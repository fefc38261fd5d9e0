/**
 * `npm run infra:build [-- --architecture arm64|x64]`: builds the packages of the functions, prints how large they are
 * zipped and how fast they start, and fails when one is too large. Without an architecture it is the stages'.
 */
import { parseArgs } from "node:util";
import { STAGES, stageOf } from "../cdk/stages.ts";
import { apiColdStart, type ColdStart, workerColdStart } from "./cold-start.ts";
import { type Architecture, buildApi, buildWorker, PACKAGES } from "./packages.ts";
import { zippedSize } from "./zipped.ts";

const MEGABYTE = 1024 * 1024;
/** Bytes, zipped: a larger package starts more slowly. Lambda itself takes 250 MB unzipped. */
const LARGEST = { api: 5 * MEGABYTE, worker: 60 * MEGABYTE };

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { architecture: { type: "string" } } });
  const architecture = architectureOf(values.architecture ?? stageOf(STAGES[0]).architecture);
  await Promise.all([buildApi(PACKAGES.api), buildWorker(PACKAGES.worker, architecture)]);
  const sizes = { api: await zippedSize(PACKAGES.api), worker: await zippedSize(PACKAGES.worker) };
  const starts = {
    api: `first answer after ${inTimes(await apiColdStart(PACKAGES.api))}`,
    worker:
      architecture === process.arch
        ? `loaded after ${inTimes(await workerColdStart(PACKAGES.worker))}`
        : `start not measured: this machine is ${process.arch}`,
  };
  for (const name of ["api", "worker"] as const)
    say(
      `${name} (${architecture}): ${inMegabytes(sizes[name])} zipped of at most ${inMegabytes(LARGEST[name])}; ${starts[name]}`,
    );
  return sizes.api <= LARGEST.api && sizes.worker <= LARGEST.worker ? 0 : tooLarge();
}

function architectureOf(name: string): Architecture {
  if (name === "arm64" || name === "x64") return name;
  throw new Error(`functions run on arm64 or x64, not ${name}`);
}

function tooLarge(): number {
  say("a package is too large: see what was added to it (esbuild's metafile), and leave it out");
  return 1;
}

function inTimes({ ms, cpuMs }: ColdStart): string {
  return `${Math.round(ms)} ms (${Math.round(cpuMs)} ms of processor time)`;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
