import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Package {
  optionalDependencies?: Record<string, string>;
}

const LOCK = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");
const { packages } = JSON.parse(LOCK) as { packages: Record<string, Package> };

/** A registry that does not carry other platforms' packages leaves them out, and `npm ci` then fails everywhere. */
test("the lock file names the packages of every platform, so that `npm ci` accepts it on each", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

test("the lock file names no registry, so that each machine uses its own", () => {
  expect(LOCK).not.toContain('"resolved"');
});
