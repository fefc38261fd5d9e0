/** What may happen to a `npm start` and what it embeds, row by row. */
import assert from "node:assert/strict";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isAlive } from "../../../infra/local/base/processes.ts";
import { folderSecret } from "../../../infra/local/base/secret.local-base.ts";
import { KEY_FILE } from "../../../infra/local/dynalite/key.dynalite.ts";
import { abandon } from "../../support/debates/abandoned.ts";
import { startModelServer } from "../../support/models/server.ts";
import { staysAway, within } from "../../support/waits.ts";
import { requestOf } from "../../support/world.ts";
import type { CellReport } from "../report.ts";
import { playDebates, post, untilAnswered } from "./debates.ts";
import { fill, free, mountDisk } from "./disk.ts";
import { type Ground, newFolder, newServer, serverOn } from "./ground.ts";
import { type EmbeddedServer, type LogReader, launchServer } from "./server.ts";
import { lockOfLiving, lockOfZombie, oneFolder, twoFolders } from "./starts.ts";

export interface EmbeddedRow {
  fault: string;
  moment: string;
  play: (on: Ground) => Promise<Omit<CellReport, "ms">>;
}

const CLOCK = fileURLToPath(new URL("../../support/processes/jumping-clock.ts", import.meta.url));
const ABORTED = 1_000;
const AT_ONCE = 50;
const FULL_FOR_MS = 3_000;
/** Of which nearly all is loading the program on a busy machine. */
const SOON_MS = 60_000;

export const EMBEDDED_ROWS: EmbeddedRow[] = [
  { fault: "DynamoDB engine SIGKILL", moment: "during a turn", play: (on) => engineKilled(on, "dynalite") },
  { fault: "Temporal's server SIGKILL", moment: "during a turn", play: (on) => engineKilled(on, "temporal") },
  { fault: "1,000 aborted bodies", moment: "during a turn", play: abortedBodies },
  { fault: "clock jumps 1 h ahead, then behind", moment: "during a turn", play: clockJumps },
  { fault: "DynamoDB engine SIGKILL", moment: "5 times within a minute", play: killedTooOften },
  { fault: "disk full, then freed", moment: "during a turn", play: diskFull },
  { fault: "read-only data folder", moment: "at the start", play: readOnlyFolder },
  { fault: "two starts at once", moment: "on different folders", play: twoFolders },
  { fault: "two starts at once", moment: "on one folder, then the owner SIGKILL", play: oneFolder },
  { fault: "foreign lock", moment: "of a living process, at the start", play: lockOfLiving },
  { fault: "foreign lock", moment: "of a zombie, at the start", play: lockOfZombie },
];

/** Plays rows one after the other, on one model server and, where they allow it, on one server. */
export async function createEmbedded() {
  const stack = new AsyncDisposableStack();
  const models = stack.adopt(await startModelServer(), (it) => it.stop());
  let server: EmbeddedServer | undefined;
  const shared = async () => {
    if (!server?.isRunning()) server = await newServer({ models, stack }, CLOCK);
    return server;
  };
  return {
    async play(row: EmbeddedRow): Promise<CellReport> {
      const startedAt = performance.now();
      await using own = new AsyncDisposableStack();
      const report = await row.play({ models, shared, stack: own });
      return { ...report, ms: performance.now() - startedAt };
    },
    stop: () => stack.disposeAsync(),
  };
}

const three = (url: string) => [url, url, url];

async function engineKilled(on: Ground, engine: "dynalite" | "temporal") {
  const server = await on.shared();
  const strike = async () => {
    const log = server.listen();
    process.kill(await server.pidOf(engine), "SIGKILL");
    assert.match(String((await log.logged("engine died; it starts again"))["reason"]), /SIGKILL/);
    await log.logged("engine runs");
  };
  const played = await playDebates({ urls: three(server.url), models: on.models, strike });
  return { ...played, ended: "completed, the engine named and started again" };
}

async function killedTooOften(on: Ground) {
  const server = await on.shared();
  const temporal = await server.pidOf("temporal");
  const log = server.listen();
  // Deaths of an earlier row within the same minute count as well.
  for (let death = 0; death === 0 || (await runsAgain(server, log, death)); death++)
    process.kill(await server.pidOf("dynalite"), "SIGKILL");
  const { code, output } = await server.ended;
  assert.equal(code, 1);
  assert.match(output, /^the DynamoDB engine died 5 times within a minute, the last time with: signal SIGKILL$/m);
  assert.equal(isAlive(temporal), false, "Temporal's server is still there");
  return { ended: "exit code 1, says why" };
}

/** False when the server has ended instead. */
async function runsAgain(server: EmbeddedServer, log: LogReader, deaths: number): Promise<boolean> {
  try {
    await log.logged("engine runs", deaths);
    return true;
  } catch (error) {
    if (server.isRunning()) throw error;
    return false;
  }
}

async function abortedBodies(on: Ground) {
  const server = await on.shared();
  const engine = await server.pidOf("dynalite");
  const { endpoint } = JSON.parse(await readFile(join(server.dataDir, "dynalite.json"), "utf8")) as {
    endpoint: string;
  };
  const key = await folderSecret(server.dataDir, KEY_FILE);
  const strike = async () => {
    for (let sent = 0; sent < ABORTED; sent += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => abandon({ endpoint, key }, { whole: i % 2 === 0 })));
  };
  const played = await playDebates({ urls: three(server.url), models: on.models, strike });
  assert.equal(await server.pidOf("dynalite"), engine, "the engine has died");
  return { ...played, ended: "completed, the same engine" };
}

async function diskFull(on: Ground) {
  const dataDir = await newFolder(on.stack);
  const disk = mountDisk(dataDir, 64);
  on.stack.defer(() => disk.unmount());
  const server = await serverOn(on, dataDir);
  const strike = async () => {
    const log = server.listen();
    await fill(dataDir);
    await untilAnswered(server.url, 503);
    await log.logged("the disk is full: the engine starts again when there is room");
    await staysAway(FULL_FOR_MS);
    await free(dataDir);
    await untilAnswered(server.url, 201);
  };
  const urls = three(server.url);
  // While nothing can be written no call reports that it lives, so it counts as lost.
  const played = await playDebates({ urls, models: on.models, strike, mostAgain: urls.length });
  return { ...played, ended: "503, then completed" };
}

async function clockJumps(on: Ground) {
  const server = await on.shared();
  const plays: Awaited<ReturnType<typeof playDebates>>[] = [];
  for (const n of [1, 2]) {
    const draft = requestOf({ start: false });
    const key = `before-jump-${n}`;
    const before = (await (await post(server.url, draft, key)).json()) as { id: string };
    const strike = async () => {
      const log = server.listen();
      server.signal("SIGUSR2");
      await log.logged("the clock jumps");
      const again = (await (await post(server.url, draft, key)).json()) as { id: string };
      assert.equal(again.id, before.id, "a repeated request is a second debate");
    };
    plays.push(await playDebates({ urls: three(server.url), models: on.models, strike }));
  }
  const sum = (of: "turns" | "events" | "again") => plays.reduce((total, play) => total + (play[of] ?? 0), 0);
  return { ended: "completed", turns: sum("turns"), events: sum("events"), again: sum("again") };
}

async function readOnlyFolder(on: Ground) {
  const dataDir = await newFolder(on.stack);
  if (process.getuid?.() === 0) {
    const disk = mountDisk(dataDir, 1);
    on.stack.defer(() => disk.unmount());
    disk.makeReadOnly();
  } else await chmod(dataDir, 0o500);
  const { child, ended } = launchServer({ dataDir, models: on.models.url });
  on.stack.defer(() => void child.kill("SIGKILL"));
  const { code, output } = await within(SOON_MS, ended);
  assert.equal(code, 4, output);
  assert.ok(output.includes(`PARLEY_DATA_DIR ${dataDir} cannot be written to`), output);
  assert.doesNotMatch(output, /^\s+at /m);
  return { ended: "exit code 4, names the folder" };
}
