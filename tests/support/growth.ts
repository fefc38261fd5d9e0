/** Shorter times say nothing. */
const LEAST_MS = 2;
/** A slow try may have been disturbed. What grows too fast is slow each time. */
const TRIES = 5;

interface Growth {
  small: () => unknown;
  large: () => unknown;
  /** Tries end below it. */
  most: number;
}

/** The processor time of `large` as a multiple of that of `small`, which depends little on what else the machine does. */
export async function growthOf({ small, large, most }: Growth): Promise<number> {
  let [least, leastOfLarge] = [Infinity, Infinity];
  for (let tries = 0; tries < TRIES; tries++) {
    least = Math.min(least, await cpuMs(small));
    leastOfLarge = Math.min(leastOfLarge, await cpuMs(large));
    if (ratio(least, leastOfLarge) < most) break;
  }
  return ratio(least, leastOfLarge);
}

function ratio(small: number, large: number): number {
  return large / Math.max(small, LEAST_MS);
}

/** Processor time of some work, which depends little on what else the machine does. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
