import { createRequire } from "node:module";

/** Parley's version. Resolved by package name, because emitted files are one folder deeper. */
export function version(): string {
  const manifest = createRequire(import.meta.url)("@parley-debates/parley/package.json") as { version: string };
  return manifest.version;
}
