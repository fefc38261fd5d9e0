/**
 * Readers that wait for one debate to change, and what they cost this process, which has the API, the workers and the
 * readers themselves: its CPU time while they wait, less its CPU time without them.
 *
 *     npm run bench -- long-poll
 */
import { setTimeout as sleep } from "node:timers/promises";
import { requestOf, type World } from "../support/world.ts";

const READERS = 300;
const MEASURED_MS = 10_000;
const SETTLED_MS = 3_000;

export async function benchLongPoll(world: World): Promise<string[]> {
  const { id } = await world.create(requestOf({ start: false }));
  const idle = await coresUsed();
  const leave = new AbortController();
  const readers = Array.from({ length: READERS }, () =>
    fetch(`${world.url}/v1/debates/${id}?wait=60`, { signal: leave.signal }).catch(() => null),
  );
  await sleep(SETTLED_MS);
  const waiting = await coresUsed();
  leave.abort();
  await Promise.all(readers);
  return [
    `long poll: ${READERS} readers hold one debate for up to 60 s (wanted: at most 0.15 of a core)`,
    `  ${(waiting - idle).toFixed(3)} of a core (${waiting.toFixed(3)} with them, ${idle.toFixed(3)} without)`,
  ];
}

async function coresUsed(): Promise<number> {
  const [before, from] = [process.cpuUsage(), performance.now()];
  await sleep(MEASURED_MS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / (performance.now() - from);
}
