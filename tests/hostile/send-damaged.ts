/** Hands in damaged files, four at a time. What any of them costs the server and others is measured meanwhile. */
import { damagedFiles, soundFiles } from "./damaged.ts";
import type { HostileFile } from "./files.ts";
import type { Health } from "./health.ts";
import { watchFileProcesses } from "./processor.ts";
import { send } from "./send.ts";
import { type HostileTarget, inputOf, type Sending, watchMemory } from "./send-files.ts";

/** `HOSTILE_FILES=1000` sends all. */
const USUAL_FILES = 150;
/** A sample has one of so many. */
const PARTS = 7;
const AT_ONCE = 4;
/** By the clock while others are handed in; alone, of processor time: a small file may have 3 s of it, and then it is refused. */
const SLOWEST_MS = 5_000;
const SLOWEST_HEALTH_MS = 300;
const MOST_GROWTH_MB = 100;
/** What other programs on this machine delay is fast when it is sent again alone. */
const TRIES = 3;

interface Run {
  server: HostileTarget;
  health: Health;
  faults: string[];
  suspects: HostileFile[];
  times: number[];
  healthMs: number[];
  statuses: Map<number, number>;
}

export async function damagedFaults(server: HostileTarget, { health, sample, say }: Sending): Promise<string[]> {
  const run: Run = { server, health, faults: [], suspects: [], times: [], healthMs: [], statuses: new Map() };
  const before = soundFiles().values();
  await handIn(run, before);
  Object.assign(run, { times: [], healthMs: [], statuses: new Map(), suspects: [] });
  await health.times();
  const memory = await watchMemory(server.pid);
  const files = damagedFiles(Number(process.env["HOSTILE_FILES"] ?? USUAL_FILES)).filter((_, n) =>
    sample.has(n, PARTS),
  );
  await Promise.all(Array.from({ length: AT_ONCE }, () => handIn(run, files)));
  const grown = memory.stop();
  const asked = await health.times();
  for (const file of run.suspects) await sendAlone(run, file);
  const shown = [...run.statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
  say(`${run.times.length} damaged files: ${shown.join(", ")}; ${spread(run.times)}`);
  say(`/healthz beside them, ${asked.length} times: ${spread(asked)}; ${run.suspects.length} files were sent again`);
  say(`memory of the server grew by ${grown} MB`);
  if (grown > MOST_GROWTH_MB) run.faults.push(`damaged files: memory grew by ${grown} MB`);
  return run.faults;
}

async function handIn(run: Run, files: Iterator<HostileFile>): Promise<void> {
  for (let next = files.next(); !next.done; next = files.next()) {
    const file = next.value;
    const { status, ms, fault } = await send(inputOf(file), run.server);
    const late = await run.health.slowest();
    run.times.push(ms);
    run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
    if (fault) run.faults.push(`${file.name}: ${fault}`);
    else if (file.statuses && !file.statuses.includes(status)) run.faults.push(`${file.name}: answered ${status}`);
    if (ms > SLOWEST_MS || late > SLOWEST_HEALTH_MS) run.suspects.push(file);
  }
}

/** A file is to blame if it takes long, or `/healthz` beside it is late, whenever it is sent alone. */
async function sendAlone({ server, health, faults }: Run, file: HostileFile): Promise<void> {
  let [least, late] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let n = 0; n < TRIES && (least > SLOWEST_MS || late > SLOWEST_HEALTH_MS); n++) {
    await health.slowest();
    const processor = await watchFileProcesses(server.pid);
    await send(inputOf(file), server);
    least = Math.min(least, await processor.stop());
    late = Math.min(late, await health.slowest());
  }
  if (least > SLOWEST_MS) faults.push(`${file.name}: took ${Math.round(least)} ms of processor time`);
  if (late > SLOWEST_HEALTH_MS) faults.push(`${file.name}: /healthz took ${Math.round(late)} ms beside it`);
}

function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}
