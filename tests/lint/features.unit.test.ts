/** What a debate does not need stands in `features/`. The rest of Parley knows it at its roots alone, where a line removes it. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { FEATURES, needsOf, readmeOf } from "../support/features.ts";

const ROOT = join(import.meta.dirname, "../..");
const PRODUCT = "{domain,store,activities,workflows,api,infra,features}/**/*.{ts,mjs}";
const IMPORT = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;
/** They put parts together, or speak of the whole API as its clients do. */
const ROOTS = [
  /^api\/app\.ts$/,
  /^activities\/index\.ts$/,
  /^workflows\/index\.ts$/,
  /^api\/tasks\/tasks\.api\.ts$/,
  /^store\/stock\.ts$/,
  /^api\/pages\/browser\/(actions\/)?\w+\.features\.ts$/,
  /^api\/client\//,
  /^infra\//,
];

const featureOf = (path: string) => /^features\/(\w+)\//.exec(path)?.[1] ?? null;

/** Imports of features from outside of them. */
const ARROWS = globSync(PRODUCT, { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] }).flatMap((file) =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(IMPORT)]
    .map(([, path = ""]) => join(dirname(file), path))
    .filter((target) => featureOf(target) !== null && featureOf(target) !== featureOf(file))
    .map((target) => ({ file, from: featureOf(file), to: featureOf(target) as string })),
);

test("The kernel knows features at its roots alone: pass it in by a port, or move the piece down.", () => {
  const inside = ARROWS.filter(({ file, from }) => from === null && !ROOTS.some((root) => root.test(file)));
  expect(inside).toEqual([]);
  // So that the check cannot pass by finding nothing.
  expect(ARROWS.filter(({ file }) => file === "api/app.ts").length).toBeGreaterThan(10);
});

test.each(FEATURES)("The README of %s is short, and names the features that it needs.", (feature) => {
  expect(readmeOf(feature).split("\n").length).toBeLessThanOrEqual(12);
  const known = ARROWS.filter(({ from }) => from === feature).map(({ to }) => to);
  expect([...new Set(known)].toSorted()).toEqual(needsOf(feature).toSorted());
});

test("Features need each other in no circle.", () => {
  const needs = new Map(FEATURES.map((feature) => [feature, ARROWS.filter(({ from }) => from === feature)]));
  for (let gone = true; gone; ) {
    const leaves = [...needs].filter(([, arrows]) => !arrows.some(({ to }) => needs.has(to)));
    gone = leaves.length > 0;
    for (const [leaf] of leaves) needs.delete(leaf);
  }
  expect([...needs.keys()]).toEqual([]);
});
