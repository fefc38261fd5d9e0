/**
 * Loaded before a program of this folder: answers each message of its parent with what the process has used so far, its
 * processor time and its requests to DynamoDB by operation.
 */
import { subscribe } from "node:diagnostics_channel";
import { isMainThread } from "node:worker_threads";

/** What a process has used since its start. */
export interface Used {
  cpuSeconds: number;
  /** Bytes. */
  rss: number;
  requests: Record<string, number>;
}

const requests: Record<string, number> = {};

if (isMainThread && process.send) {
  subscribe("undici:request:create", (message) => {
    const { headers } = (message as { request: { headers: unknown[] } }).request;
    const target = headers[headers.indexOf("x-amz-target") + 1];
    const operation = /^DynamoDB_\d+\.(\w+)$/.exec(String(target))?.[1];
    if (operation) requests[operation] = (requests[operation] ?? 0) + 1;
  });
  // A CPU profile is written by a process that exits by itself.
  process.once("SIGINT", () => process.exit());
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuSeconds: (user + system) / 1e6, rss: process.memoryUsage.rss(), requests } satisfies Used);
  });
}
