/** How often a property is tried, and how much of a long list. */
import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** A tenth of the runs, a third of the lists: always but in `npm run nightly`, which sets PROPERTIES=full. */
    quick?: boolean;
  }
}

/** So many runs, or a tenth of them but in `npm run nightly`. */
export function runs(full: number): number {
  return inject("quick") ? Math.ceil(full / 10) : full;
}

const THIRDS = 3;
/** Others with each run, and with each commit in CI. */
const turn = (fc.readConfigureGlobal().seed ?? Math.floor(Math.random() * THIRDS)) % THIRDS;

/**
 * A third of a list whose entries say much the same, such as all formats: another third in another run, all in `npm run nightly`.
 *
 *     it.each(someOf(FORMATS))("a debate of the format %s …", …)
 */
export function someOf<T>(list: readonly T[]): readonly T[] {
  return inject("quick") ? list.filter((_, place) => place % THIRDS === turn % list.length) : list;
}
