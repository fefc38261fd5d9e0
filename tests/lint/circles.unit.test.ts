/** Folders and files import one way: where a way of imports leads back to where it began, a reader can begin nowhere. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
// Not in the example of a comment.
const IMPORT = /^(?! \*).*?\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/gm;

/** Of a file's path; also of what is imported only when it is needed. */
const KINDS = { folders: dirname, files: (file: string) => file };
type Kind = keyof typeof KINDS;

/** Folders, or files, of `top` that each of them imports. */
function importsIn(top: string, kind: Kind): Map<string, Set<string>> {
  const folder = join(ROOT, top);
  const placeOf = KINDS[kind];
  const imports = new Map<string, Set<string>>();
  for (const file of globSync("**/*.ts", { cwd: folder })) {
    const from = placeOf(file);
    const targets = imports.get(from) ?? new Set();
    imports.set(from, targets);
    for (const [, path = ""] of readFileSync(join(folder, file), "utf8").matchAll(IMPORT)) {
      const target = relative(folder, join(folder, dirname(file), path));
      if (!target.startsWith("..") && placeOf(target) !== from) targets.add(placeOf(target));
    }
  }
  return imports;
}

/**
 * What imports each other, straight or by way of others. Takes away, again and again, what imports nothing that is
 * left; what stays leads round in a circle.
 */
function circlesOf(top: string, kind: Kind): string[] {
  const imports = importsIn(top, kind);
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

const TOPS = ["domain", "store", "activities", "workflows", "api", "features", "infra"];

test.each(TOPS.flatMap((top) => (["folders", "files"] as const).map((kind) => ({ top, kind }))))(
  "The $kind of $top have no circle.",
  ({ top, kind }) => {
    expect(importsIn(top, kind).size).toBeGreaterThan(1);
    expect(circlesOf(top, kind)).toEqual([]);
  },
);
