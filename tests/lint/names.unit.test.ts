/** A name typed in an editor finds its file: no two files of the product share one, but for `index.ts`. */
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const PRODUCT = "{domain,store,activities,workflows,api,features,infra}/**/*.{ts,mjs}";

test("No two files have one name.", () => {
  const files = globSync(PRODUCT, { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] });
  const places = Map.groupBy(files, (file) => basename(file));
  expect(places.size).toBeGreaterThan(1_000);
  const shared = [...places].filter(([name, each]) => name !== "index.ts" && each.length > 1);
  expect(shared.map(([name, each]) => `${name}: ${each.toSorted().join(", ")}`)).toEqual([]);
});
