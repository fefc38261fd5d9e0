/**
 * A new debate's priority in Temporal's queues: a tenant that has just begun many debates stands behind one that has begun
 * few. Each process counts for itself, and forgets: a count halves each minute.
 */
const HALF_LIFE_MS = 60_000;
/** Counts up to which a tenant has the priorities 1, 2 and 3; beyond the last it has 4. Cells of experiments have 5, the lowest. */
const UP_TO = [5, 20, 80];
const FIRST = 1;
/** Tenants; the one that was counted longest ago is forgotten first. */
const MOST = 10_000;

/** Returns a function that counts one debate more and returns its priority. */
export function createPriorities(): (tenant: string, at: number) => number {
  const counts = new Map<string, { count: number; at: number }>();
  return (tenant, at) => {
    const before = counts.get(tenant);
    const count = 1 + (before ? before.count * 0.5 ** (Math.max(0, at - before.at) / HALF_LIFE_MS) : 0);
    counts.delete(tenant);
    counts.set(tenant, { count, at });
    const [oldest] = counts.keys();
    if (counts.size > MOST && oldest !== undefined) counts.delete(oldest);
    const level = UP_TO.findIndex((most) => count <= most);
    return FIRST + (level < 0 ? UP_TO.length : level);
  };
}
