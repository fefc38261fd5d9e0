/** docs/backup.md: copies of a running data folder, what is restored from them, and what is not when the two databases differ. */
import { type ChildProcess, execFile } from "node:child_process";
import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient, type DebateEvent, type TranscriptExport } from "../../../api/client/index.ts";
import { endProcess, isAlive } from "../../../infra/local/base/processes.ts";
import { eventually } from "../../support/eventually.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { pathsOnly } from "../../support/processes/environment.ts";
import { addressOf, spawnParley } from "../../support/servers/parley.ts";

const program = (name: string) => fileURLToPath(new URL(`../../../infra/${name}.ts`, import.meta.url));
const PARTICIPANTS = ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" }));
const ROUNDS = 10;
type Turn = TranscriptExport["turns"][number];

const all = new AsyncDisposableStack();
let root: string;
let id: string;
/** What the original had when the second copy was about to be made, and after it. */
let logBefore: DebateEvent[];
let turnsAfter: Turn[];
/** A turn that the late copy has and the early one has not. */
let lost: string;

/** Two copies of a running debate, `early` and `late`; then everything dies at once. */
beforeAll(async () => {
  root = await temporaryFolder(all);
  const { url } = await start("original", { env: { ROUND_DELAY_MS: "1000" } });
  const client = createClient({ baseUrl: url });
  const request = { topic: "Is chess a sport?", format: "round-limited", maxRounds: ROUNDS } as const;
  ({ id } = await client.create({ ...request, participants: PARTICIPANTS }));
  await completed(client, 3);
  expect(await backUp("original", "early")).toMatch(/early: \d+\.\d MB/);
  const kept = (await turnsOf(client)).filter(isWhole).length;
  lost = bothOf(EVERY_ROUND)[kept + 2] as string;
  await completed(client, kept + 4);
  logBefore = await pageOf(url);
  await backUp("original", "late");
  turnsAfter = await turnsOf(client);
  for (const pid of await pidsOf("original")) process.kill(pid, "SIGKILL");
});
afterAll(() => all.disposeAsync());

interface Started {
  url: string;
  server: ChildProcess;
}

async function start(
  name: string,
  { env, server }: { env?: NodeJS.ProcessEnv; server?: string } = {},
): Promise<Started> {
  const heartbeats = { HEARTBEAT_SECONDS: "0.5", HEARTBEAT_TIMEOUT_SECONDS: "2" };
  const child = spawnParley({
    dataDir: join(root, name),
    env: { LOG_LEVEL: "error", ...heartbeats, ...env },
    ...(server !== undefined && { server }),
  });
  all.defer(async () => {
    for (const pid of [child.pid, ...(await pidsOf(name))]) if (pid && isAlive(pid)) await endProcess(pid, 20_000);
  });
  return { url: await addressOf(child), server: child };
}

/** Of everything that runs on a folder. */
async function pidsOf(name: string): Promise<number[]> {
  const files = ["stack.lock", "temporal.json", "dynalite.json"].map((file) => join(root, name, file));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => null)));
  return texts.flatMap((text) => (text === null ? [] : [(JSON.parse(text) as { pid: number }).pid]));
}

async function run(name: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const settings = { ...pathsOnly(), PARLEY_DATA_DIR: join(root, name), ...env };
  return promisify(execFile)(process.execPath, [program("cli/parley.command"), ...args], { env: settings });
}

const backUp = async (name: string, copy: string) => (await run(name, ["backup", join(root, copy)])).stdout;

/** A data folder with the table of one copy and the Temporal of another. */
async function mixed(name: string, { table, temporal }: { table: string; temporal: string }): Promise<void> {
  await cp(join(root, temporal), join(root, name), { recursive: true });
  await rm(join(root, name, "dynamodb"), { recursive: true });
  await cp(join(root, table, "dynamodb"), join(root, name, "dynamodb"), { recursive: true });
}

/** Of the log, as it stands now. */
async function pageOf(url: string): Promise<DebateEvent[]> {
  const response = await fetch(`${url}/v1/debates/${id}/events?limit=1000`, {
    headers: { accept: "application/json" },
  });
  return ((await response.json()) as { items: DebateEvent[] }).items;
}

const turnsOf = async (client: Client) => (await client.transcript(id)).turns;

/** Resolves when so many turns are whole. */
async function completed(client: Client, turns: number): Promise<void> {
  let n = 0;
  for await (const { type } of client.events(id)) if (type === "turn.completed" && ++n === turns) return;
}

async function wholeOn(url: string): Promise<{ turns: Turn[]; log: DebateEvent[] }> {
  const client = createClient({ baseUrl: url });
  expect((await client.waitForResult(id, { timeoutMs: 120_000 })).status).toBe("completed");
  const log: DebateEvent[] = [];
  for await (const event of client.events(id)) log.push(event);
  return { turns: await turnsOf(client), log };
}

const isWhole = ({ status }: Turn) => status === "whole";
const idsOf = (turns: Turn[]) => turns.map((turn) => turn.id);
const said = (turns: Turn[]) => turns.map((turn) => turn.text);
const bothOf = (rounds: number[]) => rounds.flatMap((round) => [`g1-r${round}-t1`, `g1-r${round}-t2`]);
const EVERY_ROUND = Array.from({ length: ROUNDS }, (_, i) => i + 1);

test("A copy of a running Parley goes on elsewhere: no word is lost that was written before it, and none is there twice.", async () => {
  await cp(join(root, "late"), join(root, "restored"), { recursive: true });
  const { url } = await start("restored");
  const { turns, log } = await wholeOn(url);
  expect(idsOf(turns)).toEqual(bothOf(EVERY_ROUND));
  expect(log.map((event) => event.id)).toEqual(log.map((_, place) => place + 1));
  expect(logBefore.length).toBeGreaterThan(50);
  expect(log.slice(0, logBefore.length)).toEqual(logBefore);
  expect(log.filter(({ type }) => type === "turn.completed")).toHaveLength(2 * ROUNDS);
});

test("A Temporal older than the table repeats nothing: what was said is found.", async () => {
  await mixed("ahead", { table: "late", temporal: "early" });
  const { url } = await start("ahead");
  const { turns, log } = await wholeOn(url);
  expect(idsOf(turns)).toEqual(bothOf(EVERY_ROUND));
  expect(log.slice(0, logBefore.length)).toEqual(logBefore);
  const kept = turnsAfter.filter(isWhole);
  expect(kept.map((turn) => turn.id)).toContain(lost);
  expect(said(turns).slice(0, kept.length)).toEqual(said(kept));
});

test("A table older than Temporal leaves a gap in a debate that goes on, as the page says.", async () => {
  await mixed("behind", { table: "early", temporal: "late" });
  const { url } = await start("behind");
  const { turns } = await wholeOn(url);
  expect(idsOf(turns)).toContain("g1-r1-t1");
  expect(idsOf(turns)).toContain(`g1-r${ROUNDS}-t2`);
  expect(turnsAfter.map((turn) => turn.id)).toContain(lost);
  expect(idsOf(turns)).not.toContain(lost);
});

test("A debate that is ended before its workers start is cancelled, and its fork goes on without a gap.", async () => {
  await mixed("ended", { table: "early", temporal: "late" });
  const api = await start("ended", { server: program("api") });
  const { address } = JSON.parse(await readFile(join(root, "ended", "temporal.json"), "utf8")) as { address: string };
  const connection = await Connection.connect({ address });
  const reason = "the table was restored";
  await connection.workflowService.terminateWorkflowExecution({
    namespace: "default",
    workflowExecution: { workflowId: id },
    reason,
  });
  await connection.close();
  await endProcess(api.server.pid as number, 20_000);
  const client = createClient({ baseUrl: (await start("ended")).url });
  await eventually(async () => (await client.get(id)).status).toBe("cancelled");
  const fork = await client.fork(id, { afterRound: 1 });
  await client.waitForResult(fork.id, { timeoutMs: 120_000 });
  expect(idsOf((await client.transcript(fork.id)).turns)).toEqual(bothOf(EVERY_ROUND));
});

test("A stopped Parley is copied too, with its secrets and without its engines' own files, and only into a new folder.", async () => {
  await cp(join(root, "early"), join(root, "stopped"), { recursive: true });
  await backUp("stopped", "copy");
  expect((await readdir(join(root, "copy"))).toSorted()).toEqual(["dynamodb", "receipt-key", "secret", "temporal.db"]);
  await expect(backUp("stopped", "copy")).rejects.toMatchObject({
    code: 4,
    stderr: expect.stringContaining("is there already"),
  });
  await expect(backUp("nowhere", "other")).rejects.toMatchObject({
    code: 4,
    stderr: expect.stringContaining("nothing to copy"),
  });
  const elsewhere = run("stopped", ["backup", join(root, "other")], { DYNAMODB_ENDPOINT: "http://127.0.0.1:9" });
  await expect(elsewhere).rejects.toMatchObject({ code: 4, stderr: expect.stringContaining("docs/backup.md") });
  expect((await readdir(root)).filter((name) => name.startsWith("other"))).toEqual([]);
});
