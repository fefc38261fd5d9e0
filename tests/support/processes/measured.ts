/**
 * Loaded before a program of this folder: answers each message of its parent with what the process has used so far, its
 * processor time, and by operation its requests to DynamoDB and the bytes of the answers.
 */
import { subscribe } from "node:diagnostics_channel";
import { isMainThread } from "node:worker_threads";

/** What a process has used since its start. */
export interface Used {
  cpuSeconds: number;
  /** Of the main thread alone. */
  mainSeconds: number;
  /** Bytes. */
  rss: number;
  requests: Record<string, number>;
  /** Bytes of answers. */
  answered: Record<string, number>;
}

const requests: Record<string, number> = {};
const answered: Record<string, number> = {};

/** null: a request to somebody else. */
function operationOf({ headers }: { headers: unknown[] }): string | null {
  const target = headers[headers.indexOf("x-amz-target") + 1];
  return /^DynamoDB_\d+\.(\w+)$/.exec(String(target))?.[1] ?? null;
}

function bytesOf({ headers }: { headers: Buffer[] }): number {
  const at = headers.findIndex((name) => String(name).toLowerCase() === "content-length");
  return at < 0 ? 0 : Number(String(headers[at + 1]));
}

function add(counts: Record<string, number>, operation: string, count: number): void {
  counts[operation] = (counts[operation] ?? 0) + count;
}

const secondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;

if (isMainThread && process.send) {
  subscribe("undici:request:create", (message) => {
    const operation = operationOf((message as { request: { headers: unknown[] } }).request);
    if (operation) add(requests, operation, 1);
  });
  subscribe("undici:request:headers", (message) => {
    const { request, response } = message as { request: { headers: unknown[] }; response: { headers: Buffer[] } };
    const operation = operationOf(request);
    if (operation) add(answered, operation, bytesOf(response));
  });
  // A CPU profile is written by a process that exits by itself.
  process.once("SIGINT", () => process.exit());
  process.on("message", () => {
    process.send?.({
      cpuSeconds: secondsOf(process.cpuUsage()),
      mainSeconds: secondsOf(process.threadCpuUsage()),
      rss: process.memoryUsage.rss(),
      requests,
      answered,
    } satisfies Used);
  });
}
