/** Hands in every hostile file, two at a time, and watches the server's memory and health meanwhile. */
import { readFile } from "node:fs/promises";
import type { Sample } from "../support/sample.ts";
import type { Input } from "./description.ts";
import { type HostileFile, hostileFiles } from "./files.ts";
import type { Health } from "./health.ts";
import { send } from "./send.ts";

export interface HostileTarget {
  url: string;
  token: string;
  pid: number;
}

/** Milliseconds that `/healthz` may take beside a file that is handed in. */
const SLOWEST_HEALTH_MS = 1_000;
/** Files of 20 MB two at a time, their texts, copies on the way to the store, and the garbage of all. */
const MOST_GROWTH_MB = 500;
const LEAST_FILES = 200;
/** A sample has one of so many. */
const PARTS = 7;
const AT_ONCE = 2;
const TRIES = 3;
const LOOK_MS = 50;

/** What sending files needs beside the server. */
export interface Sending {
  health: Health;
  sample: Sample;
  say: (line: string) => void;
}

export async function fileFaults(server: HostileTarget, { health, sample, say }: Sending): Promise<string[]> {
  const faults: string[] = [];
  const statuses = new Map<number, number>();
  await health.slowest();
  const memory = await watchMemory(server.pid);
  const files = hostileFiles((n) => sample.has(n, PARTS));
  const startedAt = performance.now();
  let slowest = 0;
  const suspects: HostileFile[] = [];
  const lane = async () => {
    for (let next = await files.next(); !next.done; next = await files.next()) {
      const file = next.value;
      const { status, fault } = await send(inputOf(file), server);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const late = await health.slowest();
      slowest = Math.max(slowest, late);
      if (fault) faults.push(`${file.name}: ${fault}`);
      else if (file.statuses && !file.statuses.includes(status)) faults.push(`${file.name}: answered ${status}`);
      if (late > SLOWEST_HEALTH_MS) suspects.push(file);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const grown = memory.stop();
  for (const file of suspects) {
    const late = await slowestAlone(file, server, health);
    if (late > SLOWEST_HEALTH_MS) faults.push(`${file.name}: /healthz took ${Math.round(late)} ms beside it`);
  }
  const count = [...statuses.values()].reduce((sum, each) => sum + each, 0);
  const shown = [...statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
  say(`${count} files in ${Math.round((performance.now() - startedAt) / 1000)} s: ${shown.join(", ")}`);
  say(
    `memory grew by ${grown} MB at most; /healthz took ${Math.round(slowest)} ms at most beside them, ${suspects.length} were sent again`,
  );
  if (grown > MOST_GROWTH_MB) faults.push(`memory grew by ${grown} MB`);
  const least = sample.number === null ? LEAST_FILES : Math.floor(LEAST_FILES / PARTS);
  if (count < least) faults.push(`fewer than ${least} files`);
  return faults;
}

/** What another program on this machine delays is fast when it is sent again alone. */
async function slowestAlone(file: HostileFile, server: HostileTarget, health: Health): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES && fastest > SLOWEST_HEALTH_MS; n++) {
    await health.slowest();
    await send(inputOf(file), server);
    fastest = Math.min(fastest, await health.slowest());
  }
  return fastest;
}

export function inputOf({ name, bytes }: HostileFile): Input {
  const path = `/v1/files?name=${encodeURIComponent(name)}`;
  const headers = { "content-type": "application/octet-stream" };
  return { name, method: "POST", path, headers, body: Buffer.from(bytes) };
}

/** MB that the process takes beyond what it has now. */
export async function watchMemory(pid: number) {
  const before = await residentMb(pid);
  let highest = before;
  const note = async () => {
    highest = Math.max(highest, await residentMb(pid));
  };
  const look = setInterval(() => {
    void note();
  }, LOOK_MS);
  return {
    stop(): number {
      clearInterval(look);
      return Math.round(highest - before);
    },
  };
}

/** As Linux counts it; 0 where there is no `/proc`, or no such process any more. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
