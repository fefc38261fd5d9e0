/**
 * Sends every hostile input to a server as `npm start` runs it. None may be answered with a 5xx, no refusal may exceed
 * 64 KB, and `/healthz` must answer within 300 ms all the while, or within a second beside hostile files.
 *
 *     npm run hostile                  all of them
 *     npm run hostile -- createDebate  those whose name contains each of these words
 *     npm run hostile -- files         hostile files alone
 *     npm run hostile -- idle          bodies that stay away alone
 *     npm run hostile -- damaged       damaged files alone; HOSTILE_FILES=1000 for more of them
 *     npm run hostile -- kept          a tenant that fills its drafts alone
 *     npm run hostile -- --sample=7    one input of each route and class, and a part of growth and of files
 */

import { sampleOf } from "../support/sample.ts";
import type { Description, Input } from "./description.ts";
import { growthFault, type Pair, pairsOf } from "./growth.ts";
import { watchHealth } from "./health.ts";
import { idleFaults } from "./idle.ts";
import { inputsOf } from "./inputs.ts";
import { keptFaults } from "./kept.ts";
import { replyFaults } from "./replies.ts";
import { type Sent, send, sendRaw } from "./send.ts";
import { damagedFaults } from "./send-damaged.ts";
import { fileFaults } from "./send-files.ts";
import { startHostileServer } from "./server.ts";
import { RAW_REQUESTS } from "./wire.ts";

const LANES = 4;
const SLOWEST_HEALTH_MS = 300;
const LEAST_INPUTS = { whole: 10_000, sample: 1_500 };
/** A sample has one of so many fields that are grown. */
const GROWTH_PARTS = 10;
/** What other programs on this machine delay is fast when it is tried again; what one input delays is not. */
const TRIES = 3;
const MOST_LINES = 40;

process.exit(await main(process.argv.slice(2)));

async function main(options: string[]): Promise<number> {
  const sample = sampleOf(options);
  const words = sample.others;
  await using open = new AsyncDisposableStack();
  const server = open.adopt(await startHostileServer(), (it) => it.stop());
  const health = open.adopt(watchHealth(server), (it) => it.stop());
  const description = (await (await fetch(`${server.url}/openapi.json`)).json()) as Description;
  const isChosen = ({ name }: { name: string }) => words.every((word) => name.includes(word));
  const inputs = inputsOf(description, server.targets).flatMap((list) =>
    list.filter((input, n) => sample.has(n, list.length) && isChosen(input)),
  );
  const startedAt = performance.now();
  const run: Run = {
    server,
    health,
    faults: [],
    underWay: new Set(),
    suspects: new Set(),
    longest: { name: "", ms: 0 },
    statuses: new Map(),
  };
  const waiting = [...inputs];
  await Promise.all(Array.from({ length: LANES }, () => lane(run, waiting)));
  for (const input of run.suspects) if (server.isAlive()) await sendAlone(run, input);
  if (words.length === 0) await rawRequests(run);
  if (words.length === 0 || words.includes("idle")) run.faults.push(...(await idleFaults(server, health, say)));
  if (words.length === 0 || words.includes("damaged"))
    run.faults.push(...(await damagedFaults(server, { health, sample, say })));
  if (words.length === 0 || words.includes("kept")) run.faults.push(...(await keptFaults(server, say)));
  if (words.length === 0 || words.includes("files"))
    run.faults.push(...(await fileFaults(server, { health, sample, say })));
  await growth(
    run,
    pairsOf(description, server.targets).filter((pair, n) => sample.has(n, GROWTH_PARTS) && isChosen(pair)),
  );
  if (!server.isAlive()) run.faults.push("the server has ended");
  if (words.length === 0) run.faults.push(...(await replyFaults(say)));
  const least = words.length > 0 ? 0 : LEAST_INPUTS[sample.number === null ? "whole" : "sample"];
  return report(run, { inputs: inputs.length, ms: performance.now() - startedAt, least });
}

interface Run {
  server: Awaited<ReturnType<typeof startHostileServer>>;
  health: ReturnType<typeof watchHealth>;
  faults: string[];
  underWay: Set<Input>;
  suspects: Set<Input>;
  longest: { name: string; ms: number };
  statuses: Map<number, number>;
}

async function lane(run: Run, waiting: Input[]): Promise<void> {
  for (let input = waiting.shift(); input; input = waiting.shift()) {
    run.underWay.add(input);
    const sent = await send(input, run.server);
    note(run, input, sent);
    if ((await run.health.slowest()) > SLOWEST_HEALTH_MS) for (const one of run.underWay) run.suspects.add(one);
    run.underWay.delete(input);
    if (!run.server.isAlive()) return;
  }
}

function note(run: Run, input: Input, { status, ms, fault }: Sent): void {
  run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
  if (fault) run.faults.push(`${input.name}: ${fault}`);
  if (ms > run.longest.ms) run.longest = { name: input.name, ms };
}

/** `/healthz` was late while this input was under way. The input is to blame if it is late whenever it is sent alone. */
async function sendAlone(run: Run, input: Input): Promise<void> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES && fastest > SLOWEST_HEALTH_MS; n++) {
    await run.health.slowest();
    await send(input, run.server);
    fastest = Math.min(fastest, await run.health.slowest());
  }
  if (fastest > SLOWEST_HEALTH_MS) run.faults.push(`${input.name}: /healthz took ${Math.round(fastest)} ms beside it`);
}

async function rawRequests({ server, faults }: Run): Promise<void> {
  for (const { name, text } of RAW_REQUESTS) {
    const line = await sendRaw(text, server.url);
    if (line !== "" && !/^HTTP\/1\.1 4\d\d /.test(line)) faults.push(`${name}: answered ${line}`);
  }
}

async function growth({ server, faults }: Run, pairs: Pair[]): Promise<void> {
  say(`${pairs.length} fields at one size and at ten times that`);
  for (const pair of pairs) {
    if (!server.isAlive()) return;
    const fault = await growthFault(pair, server);
    if (fault) faults.push(`${pair.name}: ${fault}`);
  }
}

function report(run: Run, { inputs, ms, least }: { inputs: number; ms: number; least: number }): number {
  const { faults, statuses, longest } = run;
  const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  say(`${inputs} inputs in ${Math.round(ms / 1000)} s: ${counts.join(", ")}`);
  say(`${run.suspects.size} were sent again alone, since /healthz was late beside them`);
  say(`longest: ${Math.round(longest.ms)} ms, ${longest.name}`);
  for (const fault of faults.slice(0, MOST_LINES)) say(`FAULT ${fault}`);
  if (faults.length > MOST_LINES) say(`and ${faults.length - MOST_LINES} more`);
  if (inputs < least) faults.push(say(`fewer than the ${least} inputs wanted`));
  return faults.length > 0 ? 1 : 0;
}

function say(line: string): string {
  process.stderr.write(`${line}\n`);
  return line;
}
