/**
 * The process of a data folder's DynamoDB engine. It outlives its starter and records its address in `dynalite.json`;
 * without a folder it runs in memory and ends with its parent. LevelDB admits one process, so the writer of that file
 * is the folder's only engine.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { LOOPBACK } from "../../base/ports.infra-base.ts";
import { writeFileAtomic } from "../base/files.local-base.ts";
import { guard } from "../base/guard.ts";
import type { ProcessIdentity } from "../base/processes.ts";
import { type Hold, holding } from "./hold.ts";
import { BACKUP_PATH, engineKey, KEY_VARIABLE, signedHeaders } from "./key.dynalite.ts";
import { readAtOnce } from "./level.ts";
import { snapshotBoth } from "./snapshot.ts";

type Dynalite = (options: { path?: string; createTableMs: number; deleteTableMs: number }) => Server;
readAtOnce();
// @ts-expect-error: dynalite has no types
const dynalite = (await import("dynalite")).default as Dynalite;

/** From the parent: JSON in the only argument. */
interface Settings {
  dataDir: string | null;
  port: number;
  /** The process that stops this one. */
  owner: ProcessIdentity;
}

const settings = JSON.parse(process.argv[2] ?? "{}") as Settings;
const { dataDir } = settings;
const key = process.env[KEY_VARIABLE] as string;
const record = dataDir === null ? null : join(dataDir, "dynalite.json");

// The database is private to this user.
process.umask(0o077);
// Ctrl-C or a closed terminal reaches every process; this one is needed until its owner has finished.
for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
process.on("SIGTERM", stop);
if (dataDir === null) process.on("disconnect", () => process.exit(0));
process.once("uncaughtException", (error) => tell({ failure: error.message }, () => process.exit(1)));

const server = start();
server.listen(settings.port, LOOPBACK, () => void announce());

function start(): Server {
  const path = dataDir === null ? undefined : join(dataDir, "dynamodb");
  if (path) mkdirSync(path, { recursive: true });
  const engine = dynalite({ ...(path && { path }), createTableMs: 0, deleteTableMs: 0 });
  const [handle] = engine.listeners("request") as RequestListener[];
  engine.removeAllListeners("request");
  const hold = holding((req, res) => handle?.(req, res));
  engine.on("request", (req: IncomingMessage, res: ServerResponse) => {
    if (req.method === "GET") res.end(JSON.stringify({ dataDir, pid: process.pid }));
    else if (req.url === BACKUP_PATH) void backUp(req, res, hold);
    else hold.handle(req, res);
    // dynalite throws the error of a request whose client disconnects. Node ignores it without a listener.
    req.removeAllListeners("error");
  });
  guard(engine, engineKey(key));
  engine.keepAliveTimeout = 60_000;
  return engine;
}

async function announce(): Promise<void> {
  const endpoint = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
  await requireOpen(endpoint);
  const place = { endpoint, pid: process.pid };
  if (record) await writeFileAtomic(record, JSON.stringify({ ...place, owner: settings.owner }));
  tell(place);
}

/** The first request fails if another process uses the folder. */
async function requireOpen(endpoint: string): Promise<void> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-amz-json-1.0",
      "X-Amz-Target": "DynamoDB_20120810.ListTables",
      ...signedHeaders(key),
    },
    body: "{}",
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`the engine answered ${response.status}`);
}

/** The body names the folder, which is there and empty. */
async function backUp(req: IncomingMessage, res: ServerResponse, hold: Hold): Promise<void> {
  const answer = (status: number, body: object) => {
    res.writeHead(status, { "content-type": "application/json" });
    res.end(JSON.stringify(body));
  };
  try {
    if (dataDir === null) throw new Error("an engine in memory has no folder");
    const { folder } = (await json(req)) as { folder: string };
    const snapshot = await hold.between(() => snapshotBoth(dataDir));
    try {
      answer(200, await snapshot.writeTo(folder));
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    answer(500, { message: (error as Error).message });
  }
}

function tell(message: object, then: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, then);
  else then();
}

function stop(): void {
  server.closeIdleConnections();
  server.close(() => {
    if (record && isOurs(record)) rmSync(record, { force: true });
    process.exit(0);
  });
  setTimeout(() => server.closeAllConnections(), 2000).unref();
}

function isOurs(path: string): boolean {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as { pid: number }).pid === process.pid;
  } catch {
    return false;
  }
}
