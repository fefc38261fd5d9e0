/** Folders import one way: where two import each other, a reader can begin with neither. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Which are left; the list only shrinks. */
const LEFT: Record<string, string[]> = {
  domain: [
    "play/acts, play/estimates",
    "play/budget, play/faults",
    "rules/formats, rules/request",
    "rules/protocols, rules/request",
    "shapes, shapes/schemas",
    "shapes, shapes/state",
    "shapes/faults, shapes/schemas",
    "shapes/images, shapes/schemas",
    "show/export, show/export/sections",
    "show/export, show/receipts",
    "show/receipts, show/receipts/checks",
  ],
};

function pairsOf(top: string): string[] {
  const folder = join(ROOT, top);
  const arrows = new Set<string>();
  for (const file of globSync("**/*.ts", { cwd: folder })) {
    for (const [, path = ""] of readFileSync(join(folder, file), "utf8").matchAll(IMPORT)) {
      const target = relative(folder, join(folder, dirname(file), path));
      const [from, to] = [dirname(file), dirname(target)];
      if (!target.startsWith("..") && from !== to) arrows.add(`${from} > ${to}`);
    }
  }
  const ends = [...arrows].map((arrow) => arrow.split(" > ") as [string, string]);
  const both = ends.filter(([from, to]) => from < to && arrows.has(`${to} > ${from}`));
  return both.map(([from, to]) => [from, to].map((each) => (each === "." ? top : each)).join(", ")).toSorted();
}

test.each(["domain", "store", "activities", "workflows", "api", "infra"])(
  "No two folders of %s import each other.",
  (top) => {
    expect(pairsOf(top)).toEqual(LEFT[top] ?? []);
  },
);
