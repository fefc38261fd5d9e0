import { createRequire } from "node:module";

/** Parley's own version. Asked for by the package's name: emitted files stand one folder deeper than these. */
export function version(): string {
  const manifest = createRequire(import.meta.url)("parley/package.json") as { version: string };
  return manifest.version;
}
