/** How often a property is tried. */
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** `npm test -- unit`: a tenth of the runs. */
    quick?: boolean;
  }
}

/** So many runs, or a tenth of them in a quick test. */
export function runs(full: number): number {
  return inject("quick") ? Math.ceil(full / 10) : full;
}
