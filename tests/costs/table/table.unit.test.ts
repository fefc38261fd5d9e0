import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import { stageOf } from "../../../infra/cdk/base/stages.ts";
import { noActions } from "../actions.ts";
import { allCases } from "../cases.ts";
import type { Measured } from "../measure.ts";
import type { Consumed } from "../meter.ts";
import { aloneOf, billOf, LIST_PRICES, type Prices, type Terms } from "./prices.ts";
import { costsText, withCosts } from "./table.ts";

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");
const HOW = { modelSeconds: 8, words: 250 };
const terms = (changes: Partial<Terms> = {}): Terms => ({
  ...LIST_PRICES,
  stage: stageOf("prod"),
  debatesAtOnce: 1,
  retentionDays: 30,
  keptMonths: 1,
  fairness: false,
  ...changes,
});
const consumed = (reads: number, writes: number): Consumed => ({
  reads,
  writes,
  indexWrites: 0,
  engineWrites: writes,
  requests: {},
  units: {},
  written: {},
});
const measured = (changes: Partial<Measured> = {}): Measured => ({
  name: "oxford",
  format: "oxford",
  rounds: 5,
  speakers: 4,
  idleHours: 0,
  calls: 24,
  inputTokens: 80_000,
  outputTokens: 6_000,
  callSeconds: 8,
  seconds: 100,
  busySeconds: 120,
  actions: { ...noActions(), starts: 1, activities: 24, heartbeats: 75 },
  historyBytes: 100_000,
  worker: consumed(20, 2_000),
  api: consumed(1_900, 20),
  sweep: consumed(80, 980),
  storedBytes: 200_000,
  requests: 3,
  requestSeconds: 101,
  ...changes,
});
/** All prices are 0 but these. */
const priced = (prices: Partial<Prices>) => {
  const nothing = Object.fromEntries(Object.keys(LIST_PRICES).map((key) => [key, 0])) as unknown as Prices;
  return terms({ ...nothing, ...prices });
};

/** The rows of the tables in a text, without their rulers. */
function tablesIn(text: string): string[][][] {
  const blocks = text.split(/\n(?!\|)/).filter((block) => block.includes("| ---"));
  return blocks.map((block) => {
    const lines = block.split("\n").filter((line) => line.startsWith("|") && !line.startsWith("| ---"));
    return lines.map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  });
}

function shownIn(name: string): string {
  return /<!-- costs -->\n([\s\S]*?)\n<!-- \/costs -->/.exec(read(name))?.[1] ?? "";
}

test("every format of the catalogue is measured", () => {
  for (const format of FORMATS) expect(allCases().map(({ name }) => name)).toContain(format);
});

describe("the tables in docs/design/costs.md", () => {
  const written = costsText({ how: HOW, debates: [measured()] }, terms());
  const [shown, fresh] = [tablesIn(shownIn("docs/design/costs.md")), tablesIn(written)];

  test("have the columns that the script writes", () => {
    expect(shown.map(([head]) => head)).toEqual(fresh.map(([head]) => head));
  });

  test("have a row for each format and each other debate that is measured", () => {
    const names = allCases().map((each) => (each.name === each.format ? `\`${each.name}\`` : each.name));
    for (const [, ...rows] of shown) expect(rows.map(([first]) => first)).toEqual(names);
  });

  test("show the sizes of debates that are played", () => {
    const sizes = allCases().map(({ rounds, speakers }) => `${rounds} × ${speakers}`);
    expect(shown[0]?.slice(1).map((row) => row[1])).toEqual(sizes);
  });
});

test("the costs of the design pages add up", () => {
  const [, costs] = tablesIn(shownIn("docs/design/costs.md"));
  for (const [name, ...cells] of costs?.slice(1) ?? []) {
    const [temporal = 0, dynamodb = 0, workers = 0, api = 0, total, thousand] = cells.map(Number);
    expect(temporal + dynamodb + workers + api, name).toBeCloseTo(total ?? Number.NaN, 6);
    expect(thousand, name).toBeCloseTo(1000 * (total ?? Number.NaN), 6);
  }
});

test("each thing that is billed has its price", () => {
  const costOf = (prices: Partial<Prices>, changes: Partial<Measured> = {}) =>
    billOf(measured(changes), priced(prices));
  expect(costOf({ actions: 50 })).toMatchObject({ temporal: 0.005, total: 0.005 });
  expect(costOf({ wru: 100 })).toMatchObject({ dynamodb: 0.3, total: 0.3 });
  expect(costOf({ rru: 100 })).toMatchObject({ dynamodb: 0.2, total: 0.2 });
  expect(costOf({ gbMonth: 1_000 }).dynamodb).toBe(0.2);
  // 100 seconds of 2 GB for the workers, 101 of 1 GB for the API.
  expect(costOf({ gbSecond: 0.001 })).toMatchObject({ workers: 0.2, api: 0.101, total: 0.301 });
  expect(costOf({ request: 1_000 }).api).toBe(0.003);
  expect(costOf({ retainedGbh: 10 }).temporal).toBe(0.72);
  expect(costOf({ activeGbh: 1_000 }, { seconds: 3600, idleHours: 24 }).temporal).toBe(2.5);
});

test("debates at the same time share the workers, and Fairness costs a tenth", () => {
  const [alone, shared] = [1, 10].map((debatesAtOnce) => billOf(measured(), terms({ debatesAtOnce, gbSecond: 0.001 })));
  expect(shared?.workers).toBeCloseTo((alone?.workers ?? 0) / 10, 3);
  expect(shared?.api).toBe(alone?.api);
  expect(billOf(measured(), { ...priced({ actions: 50 }), fairness: true }).temporal).toBe(0.0055);
});

test("a debate by itself pays for its function to the deadline", () => {
  const { seconds, memoryMb } = stageOf("prod").workers;
  const gbSeconds = seconds * (memoryMb / 1024);
  expect(aloneOf(measured(), priced({ gbSecond: 1 }))).toBeCloseTo(gbSeconds, 6);
  expect(aloneOf(measured({ seconds: seconds + 1 }), priced({ gbSecond: 1 }))).toBeCloseTo(2 * gbSeconds, 6);
});

test("a table replaces the one that stands there, and has to have a place", () => {
  const before = "a\n<!-- costs -->\nold\n<!-- /costs -->\nb";
  expect(withCosts(before, "| $& |")).toBe("a\n<!-- costs -->\n| $& |\n<!-- /costs -->\nb");
  expect(() => withCosts("a", "new")).toThrow("there is no <!-- costs -->");
});
