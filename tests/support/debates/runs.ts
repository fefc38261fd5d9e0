/** How often a property is tried. */
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** A tenth of the runs: always but in `npm run nightly`, which sets PROPERTIES=full. */
    quick?: boolean;
  }
}

/** So many runs, or a tenth of them but in `npm run nightly`. */
export function runs(full: number): number {
  return inject("quick") ? Math.ceil(full / 10) : full;
}
