import { createRequire } from "node:module";
import { dirname } from "node:path";

/** The folder of the repository, of the installed package or of a Lambda package. */
export function packageFolder(): string {
  return dirname(createRequire(import.meta.url).resolve("@parley-debates/parley/package.json"));
}
