/**
 * The embedded servers of a data folder: Temporal and the DynamoDB engine. One process owns and supervises them; others
 * join, and one of those takes over if the owner dies.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../base/config.infra-base.ts";
import type { Listening } from "../serve/listen.ts";
import { readJson, writeFileAtomic } from "./base/files.local-base.ts";
import { lockHolder, tryLock, unlock } from "./base/lock.ts";
import { type Progress, sayIfSlow } from "./base/progress.local-base.ts";
import { folderSecret } from "./base/secret.local-base.ts";
import { requireWritable } from "./data-folder.ts";
import { KEY_FILE } from "./dynalite/key.dynalite.ts";
import { type Engine, isEngineOf, openDynalite, startDynalite } from "./dynalite/server.dynalite.ts";
import { FOREIGN, type Service } from "./service.local.ts";
import { type EngineLog, supervise } from "./supervisor.ts";
import { isTemporalOf } from "./temporal/proof.ts";
import { type LocalTemporal, startTemporal } from "./temporal/server.temporal-server.ts";
import { serveTemporalUi } from "./temporal/ui.ts";

export interface Servers {
  temporalAddress: string;
  temporalUiUrl: string | null;
  /** null: Amazon's. */
  dynamodbEndpoint: string | null;
}

export interface ServersOptions {
  config: Config;
  progress: Progress;
  logger: EngineLog;
  /** Without Temporal's web UI. */
  headless?: boolean;
  /** It uses the folder's servers while their owner runs, and neither starts nor takes over any. */
  isGuest?: boolean;
}

/** Temporal stops last. */
export type OpenServers = Servers & Service;

const UI_PORT = 8233;
const TEMPORAL_PORT = 7233;
/** The owner may first build Temporal's server. */
const OWNER_STARTS_WITHIN_MS = 240_000;
/** The owner may be restarting servers that are recorded but do not answer. */
const SERVERS_ANSWER_WITHIN_MS = 30_000;
const LOOK_MS = 1_000;

/** Starts the folder's servers, or joins the owner's; resolves once they answer. */
export async function openServers(options: ServersOptions): Promise<OpenServers> {
  if (options.isGuest) return guestOf(options);
  for (;;) {
    const own = await startOwn(options);
    if (own) return own;
    const servers = await joinServers(options.config, options.progress);
    if (servers) return joined(servers, options);
  }
}

async function guestOf({ config, progress }: ServersOptions): Promise<OpenServers> {
  const servers = await joinServers(config, progress);
  if (servers) return { ...servers, ...FOREIGN };
  throw new Error("no process runs the servers of this data folder");
}

export function needsDynalite(config: Config): boolean {
  return config.embedded === "auto" && config.dynamodb.endpoint === null;
}

/** The folder's engine key; null for other engines. */
export async function dynamodbKey(config: Config): Promise<string | null> {
  return needsDynalite(config) ? folderSecret(config.dataDir, KEY_FILE) : null;
}

/** True if this process may start the folder's servers, until `starting` is disposed. */
export async function claim(dataDir: string, starting: AsyncDisposableStack): Promise<boolean> {
  await requireWritable(dataDir);
  if (!(await tryLock(lockOf(dataDir)))) return false;
  starting.defer(() => unlock(lockOf(dataDir)));
  await rm(recordOf(dataDir), { force: true });
  starting.defer(() => rm(recordOf(dataDir), { force: true }));
  return true;
}

/** null if another process owns the folder. On errors it stops what it started. */
async function startOwn(options: ServersOptions): Promise<OpenServers | null> {
  const { config } = options;
  await using starting = new AsyncDisposableStack();
  if (!(await claim(config.dataDir, starting))) return null;
  const watched: Service[] = [];
  const watch = (engine: Service) => watched.push(starting.adopt(engine, (it) => it.stop()));
  const temporal = config.temporal.address === null ? await firstTemporal(options) : null;
  const watchedTemporal = temporal && superviseTemporal(options, temporal, temporal);
  if (watchedTemporal) watch(watchedTemporal);
  const ui = temporal?.uiUrl ? await watchedTemporal?.serveUi(UI_PORT) : null;
  if (ui) starting.defer(() => ui.stop());
  const dynalite = needsDynalite(config) ? await startDynalite({ dataDir: config.dataDir }) : null;
  if (dynalite) watch(superviseDynalite(options, dynalite.endpoint, dynalite));
  const servers: Servers = {
    temporalAddress: temporal?.address ?? config.temporal.address ?? "",
    temporalUiUrl: ui?.url ?? null,
    dynamodbEndpoint: dynalite?.endpoint ?? config.dynamodb.endpoint,
  };
  await writeFileAtomic(recordOf(config.dataDir), JSON.stringify(servers));
  const started = starting.move();
  const failed = Promise.race(watched.map((it) => it.failed));
  // It may fail before anyone awaits it.
  failed.catch(() => undefined);
  return {
    ...servers,
    failed,
    stop: () => started.disposeAsync(),
    stopNow: () => watched.forEach((it) => it.stopNow()),
  };
}

function firstTemporal({ config, headless, progress }: ServersOptions): Promise<LocalTemporal> {
  const starting = startTemporal({
    dataDir: config.dataDir,
    namespace: config.temporal.namespace,
    headless: headless ?? false,
    port: TEMPORAL_PORT,
    progress,
  });
  return sayIfSlow(starting, "starting Temporal's server", progress);
}

interface SupervisedTemporal extends Service {
  /** The current server's UI, behind a check of the caller; on this port or the next free one. */
  serveUi(port: number): Promise<Listening>;
}

function superviseTemporal(
  { config, logger, progress }: ServersOptions,
  { address, uiUrl }: Pick<LocalTemporal, "address" | "uiUrl">,
  engine: LocalTemporal | null,
): SupervisedTemporal {
  const { dataDir } = config;
  const { namespace } = config.temporal;
  const place = { port: portOf(address), fixedPort: true, headless: uiUrl === null };
  let current = engine;
  const start = async () => {
    current = await startTemporal({ dataDir, namespace, progress, ...place });
    return current;
  };
  return {
    ...supervise({ name: "Temporal's server", engine, start, dataDir, logger }),
    serveUi: (port) => serveTemporalUi({ upstream: () => current?.uiUrl ?? null, port }),
  };
}

function superviseDynalite({ config, logger }: ServersOptions, endpoint: string, engine: Engine | null): Service {
  const { dataDir } = config;
  const start = () => openDynalite({ dataDir, port: portOf(endpoint) });
  return supervise({ name: "the DynamoDB engine", engine, start, dataDir, logger });
}

/** Another process's servers; this one takes over when that one is gone. */
function joined(servers: Servers, options: ServersOptions): OpenServers {
  const leaving = new AbortController();
  const owned = new AsyncDisposableStack();
  const watched: Service[] = [];
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const waiting = untilTaken();
  return {
    ...servers,
    failed,
    async stop() {
      leaving.abort();
      await waiting;
      await owned.disposeAsync();
    },
    stopNow() {
      leaving.abort();
      for (const each of watched) each.stopNow();
    },
  };

  async function untilTaken(): Promise<void> {
    while (!leaving.signal.aborted && !(await takeOver().catch(() => false)))
      await sleep(LOOK_MS, undefined, { signal: leaving.signal, ref: false }).catch(() => undefined);
  }

  async function takeOver(): Promise<boolean> {
    const { dataDir, temporal } = options.config;
    await using taking = new AsyncDisposableStack();
    if ((await lockHolder(lockOf(dataDir))) !== null || !(await claim(dataDir, taking))) return false;
    const place = { address: servers.temporalAddress, uiUrl: servers.temporalUiUrl };
    const own = temporal.address === null ? superviseTemporal(options, place, null) : null;
    const ui = servers.temporalUiUrl === null ? null : await own?.serveUi(portOf(servers.temporalUiUrl));
    if (ui) taking.defer(() => ui.stop());
    await writeFileAtomic(recordOf(dataDir), JSON.stringify({ ...servers, temporalUiUrl: ui?.url ?? null }));
    options.logger.info("the process that looked after the engines is gone; this one does so now");
    if (own) watched.push(own);
    if (needsDynalite(options.config)) watched.push(superviseDynalite(options, servers.dynamodbEndpoint ?? "", null));
    for (const each of watched) {
      each.failed.catch(reject);
      taking.adopt(each, (it) => it.stop());
    }
    owned.use(taking.move());
    return true;
  }
}

/** Waits until the owner's servers answer as this folder's. null if there is no owner any more. */
export async function joinServers(config: Config, progress: Progress): Promise<Servers | null> {
  return sayIfSlow(untilJoined(config), "waiting for the servers of another Parley on this data folder", progress);
}

async function untilJoined(config: Config): Promise<Servers | null> {
  const since = performance.now();
  for (;;) {
    const holder = await lockHolder(lockOf(config.dataDir));
    if (holder === null) return null;
    const servers = (await readJson(recordOf(config.dataDir))) as Servers | null;
    if (servers && (await areOurs(servers, config))) return servers;
    if (performance.now() - since > (servers ? SERVERS_ANSWER_WITHIN_MS : OWNER_STARTS_WITHIN_MS))
      throw new Error(
        `the servers that process ${holder} runs on ${config.dataDir} do not answer: end it, start again`,
      );
    await sleep(100);
  }
}

/** A record may be stale, and other programs may use its ports now. */
async function areOurs(servers: Servers, config: Config): Promise<boolean> {
  const { dataDir, temporal } = config;
  const at = { address: servers.temporalAddress, namespace: temporal.namespace };
  const answers = await Promise.all([
    !needsDynalite(config) || isEngineOf(dataDir, servers.dynamodbEndpoint ?? ""),
    temporal.address !== null || isTemporalOf(dataDir, at),
  ]);
  return answers.every(Boolean);
}

/** For `host:port`, or a URL without a path. */
function portOf(address: string): number {
  return Number(address.slice(address.lastIndexOf(":") + 1));
}

function lockOf(dataDir: string): string {
  return join(dataDir, "stack.lock");
}

function recordOf(dataDir: string): string {
  return join(dataDir, "stack.json");
}
