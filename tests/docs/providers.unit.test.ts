import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const PAGE = readFileSync("docs/design/providers.md", "utf8");
const NAMED = [...PAGE.matchAll(/`(tests\/[\w./-]+\.ts)` "([^"]+)"/g)].map(
  ([, file = "", title = ""]) => [file, title] as const,
);

/** Rows of tables that make a claim. */
const CLAIMS = PAGE.split("\n").filter((line) => line.startsWith("|") && line.split("|").length >= 5);

test("each claim on a provider names its test", () => {
  const claims = CLAIMS.filter((line) => /\| (recorded|real|the marks|`tests)/.test(line));
  expect(claims.length).toBeGreaterThan(20);
  for (const claim of claims) expect([claim, claim.includes("`tests/")]).toEqual([claim, true]);
  const table = PAGE.split("<!-- oddities -->")[1]?.split("<!-- /oddities -->")[0]?.trim().split("\n").slice(2) ?? [];
  expect(table.length).toBeGreaterThan(15);
  for (const row of table) expect([row, /"[^"]+" \|$/.test(row)]).toEqual([row, true]);
});

test.each(NAMED)("%s has the test %s", (file, title) => {
  expect(readFileSync(file, "utf8")).toContain(title);
});
