/** Of modules that are started or loaded by their path. */
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** The path of the module `name` beside the one whose `import.meta.url` is `url`: as source, as built, in a package. */
export function modulePath(url: string, name: string): string {
  return fileURLToPath(new URL(`${name}${extname(url)}`, url));
}
