/** A tenant that fills its drafts is refused, the store grows no more, and another tenant goes on. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { HostileServer } from "./server.ts";

/** Each is stored twice, with its request: 40 MB are 52 of them. */
const CONTEXT = "w ".repeat(190_000);
const AT_ONCE = 4;
const MOST = 100;
/** Of those that come after the first refusal. */
const MORE = 40;
/** What logs and counts take meanwhile; one draft that is taken is 0.8 MB. */
const GROWTH = 8_000_000;

export async function keptFaults(server: HostileServer, say: (line: string) => void): Promise<string[]> {
  const faults: string[] = [];
  const taken = await fill(server, faults);
  const before = await bytesOf(server.dataDir);
  const refused = await many(MORE, () => draft(server, server.others.full));
  const grown = (await bytesOf(server.dataDir)) - before;
  if (taken >= MOST) faults.push(`a tenant was never refused: it has ${taken} drafts of 380 KB`);
  if (refused.some((status) => status !== 409))
    faults.push(`a full tenant was answered ${[...new Set(refused)].join(", ")}`);
  if (grown > GROWTH) faults.push(`${MORE} refused drafts grew the data by ${grown} bytes`);
  const other = await draft(server, server.others.free);
  if (other !== 201) faults.push(`another tenant's draft was answered ${other}`);
  say(`${taken} drafts of 380 KB were taken, ${MORE} refused; the data grew by ${Math.round(grown / 1_000)} KB then`);
  return faults;
}

async function fill(server: HostileServer, faults: string[]): Promise<number> {
  let taken = 0;
  for (let isFull = false; !isFull && taken < MOST; ) {
    const statuses = await many(AT_ONCE, () => draft(server, server.others.full));
    taken += statuses.filter((status) => status === 201).length;
    isFull = statuses.includes(409);
    const strange = statuses.filter((status) => status !== 201 && status !== 409);
    if (strange.length > 0) faults.push(`a draft was answered ${strange[0]}`);
    if (strange.length > 0) return taken;
  }
  return taken;
}

async function many(count: number, work: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at += AT_ONCE)
    statuses.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - at) }, work))));
  return statuses;
}

async function draft({ url }: HostileServer, token: string): Promise<number> {
  const response = await fetch(`${url}/v1/debates`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ topic: "Should cities ban cars?", start: false, context: CONTEXT }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    if (!entry.isFile()) return 0;
    // A database removes files while they are counted.
    return stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    );
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
