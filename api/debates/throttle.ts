/** Limits how often readers of one thing make us ask Temporal about it. */

/** Milliseconds. */
const INTERVAL_MS = 3_000;
const MOST_IDS = 10_000;

/** Returns whether `id` may be checked `at` this time (milliseconds since 1970), and counts it as checked. */
export function createThrottle(): (id: string, at: number) => boolean {
  const checked = new Map<string, number>();
  return (id, at) => {
    if (at - (checked.get(id) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return false;
    checked.delete(id);
    checked.set(id, at);
    const [oldest] = checked.keys();
    if (checked.size > MOST_IDS && oldest !== undefined) checked.delete(oldest);
    return true;
  };
}
