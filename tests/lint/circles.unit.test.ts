/** Folders import one way: where a way of imports leads back to where it began, a reader can begin nowhere. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Folders of `top` that each folder imports. */
function importsIn(top: string): Map<string, Set<string>> {
  const folder = join(ROOT, top);
  const imports = new Map<string, Set<string>>();
  for (const file of globSync("**/*.ts", { cwd: folder })) {
    const from = dirname(file);
    const targets = imports.get(from) ?? new Set();
    imports.set(from, targets);
    for (const [, path = ""] of readFileSync(join(folder, file), "utf8").matchAll(IMPORT)) {
      const target = relative(folder, join(folder, from, path));
      if (!target.startsWith("..") && dirname(target) !== from) targets.add(dirname(target));
    }
  }
  return imports;
}

/**
 * Folders that import each other, straight or by way of others. Takes away, again and again, what imports nothing that is
 * left; what stays leads round in a circle.
 */
function circlesOf(top: string): string[] {
  const imports = importsIn(top);
  for (let gone = true; gone; ) {
    const leaves = [...imports].filter(([, targets]) => ![...targets].some((target) => imports.has(target)));
    gone = leaves.length > 0;
    for (const [leaf] of leaves) imports.delete(leaf);
  }
  return [...imports].map(([from, targets]) => {
    const back = [...targets].filter((target) => imports.has(target));
    return `${from} imports ${back.join(", ")}`;
  });
}

test.each(["domain", "store", "activities", "workflows", "api", "features", "infra"])(
  "The folders of %s have no circle.",
  (top) => {
    expect(importsIn(top).size).toBeGreaterThan(1);
    expect(circlesOf(top)).toEqual([]);
  },
);
