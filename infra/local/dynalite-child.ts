/**
 * The process that holds a data folder's DynamoDB engine. It outlives whoever started it, and says where it is in
 * `dynalite.json`; without a folder it lives in memory and ends with its parent. LevelDB lets one process in, so whoever writes that file is the only engine of its folder.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
// @ts-expect-error: dynalite has no types
import untypedDynalite from "dynalite";
import { writeFileAtomic } from "./files.ts";
import { LOOPBACK } from "./ports.ts";

type Dynalite = (options: { path?: string; createTableMs: number; deleteTableMs: number }) => Server;
const dynalite = untypedDynalite as Dynalite;

/** From the parent, as JSON in the only argument. */
interface Settings {
  dataDir: string | null;
  port: number;
  /** The process that is to stop this one. */
  owner: number;
}

const settings = JSON.parse(process.argv[2] ?? "{}") as Settings;
const { dataDir } = settings;
const record = dataDir === null ? null : join(dataDir, "dynalite.json");

// A Ctrl-C in the terminal reaches every process in it; this one is needed until its owner has finished.
process.on("SIGINT", () => undefined);
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
  engine.on("request", (req: IncomingMessage, res: ServerResponse) =>
    req.method === "GET" ? void res.end(JSON.stringify({ dataDir, pid: process.pid })) : handle?.(req, res),
  );
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

/** The first request fails when another process has the folder. */
async function requireOpen(endpoint: string): Promise<void> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-amz-json-1.0",
      "X-Amz-Target": "DynamoDB_20120810.ListTables",
      "X-Amz-Date": "20260101T000000Z",
      Authorization: "AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=local",
    },
    body: "{}",
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`the engine answered ${response.status}`);
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
