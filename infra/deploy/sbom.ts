/**
 * `npm run sbom`: prints the bill of materials (CycloneDX) of production, by npm from the lock file. npm's `--omit dev`
 * also omits direct dependencies that a development tool needs too, so npm gets a lock file without the tools.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; devDependencies?: unknown }>;
}

const ROOT = join(import.meta.dirname, "../..");
const SBOM = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];

const above = mkdtempSync(join(tmpdir(), "parley-sbom-"));
try {
  process.exitCode = print(join(above, "parley"));
} finally {
  rmSync(above, { recursive: true });
}

function print(folder: string): number {
  mkdirSync(folder);
  const { devDependencies: _, ...manifest } = JSON.parse(textOf("package.json")) as Record<string, unknown>;
  const lock = withoutTools(JSON.parse(textOf("package-lock.json")) as Lock);
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  const isWindows = process.platform === "win32";
  return spawnSync("npm", SBOM, { cwd: folder, stdio: ["ignore", "inherit", "inherit"], shell: isWindows }).status ?? 1;
}

/** `devOptional`: tools that production could use, but does not need. */
function withoutTools(lock: Lock): Lock {
  const kept = Object.entries(lock.packages).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  for (const [, each] of kept) delete each.devDependencies;
  return { ...lock, packages: Object.fromEntries(kept) };
}

function textOf(name: string): string {
  return readFileSync(join(ROOT, name), "utf8");
}
