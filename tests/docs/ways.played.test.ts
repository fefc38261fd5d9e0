/** The ways that docs/architecture.md lists are those that run: which product files each enters is measured by V8's coverage. */
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { ModelRequest } from "../support/models/server.ts";
import { isPlayed, useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const ROOT = new URL("../../", import.meta.url);
const PRODUCT = /^(domain|store|activities|workflows|api|features|infra)\//;
const PAGE = readFileSync(new URL("docs/architecture.md", ROOT), "utf8");
/** Of the page's counts: other work of the process may run beside, or not. */
const [LEAST, MOST] = [0.85, 1.1];

const world = await useWorld();

class Coverage {
  private readonly session = new Session();

  async begin(): Promise<void> {
    this.session.connect();
    await this.session.post("Profiler.enable");
    await this.session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await this.entered();
  }

  [Symbol.dispose](): void {
    this.session.disconnect();
  }

  /** Product files of which a function has run since the last call. */
  async entered(): Promise<Set<string>> {
    const { result } = await this.session.post("Profiler.takePreciseCoverage");
    const run = result.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0));
    const own = run.flatMap(({ url }) => (url.startsWith(ROOT.href) ? [url.replace(/\?.*/, "")] : []));
    const paths = own.map((url) => relative(fileURLToPath(ROOT), fileURLToPath(url)));
    return new Set(paths.filter((path) => PRODUCT.test(path)));
  }
}

const textOf = ({ system, messages }: ModelRequest) => [system, ...messages.map(({ content }) => content)].join("\n");

function kindOf(request: ModelRequest): "turn" | "ballot" | "other" {
  const text = textOf(request);
  if (text.includes("It is your turn, ")) return "turn";
  return text.includes("The debate is over:") ? "ballot" : "other";
}

/** By the way's name in the page. */
const entered = new Map<string, Set<string>>();

const WAYS = [...PAGE.matchAll(/<!-- follow: (.+?) -->\n([\s\S]+?)<!-- \/follow -->/g)].map(
  ([, way = "", steps = ""]) => ({
    way,
    files: [...steps.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file),
  }),
);

/** On the way, and not entered here. */
const APART = [
  // The world limits no requests.
  "api/access/rate-limit.ts",
  // A schema: Zod runs it.
  "domain/rules/request/request.ts",
  // Nothing fails.
  "api/base/errors.api-base.ts",
];

const COUNTS = [...PAGE.matchAll(/^\| (a request|a turn|a ballot|an event)[^|]*\| (\d+) \|/gm)];

test("The page lists a turn, a ballot and a request.", () => {
  expect(WAYS.map(({ way }) => way)).toEqual(["a turn", "a ballot", "a request"]);
});

test("The page has the four counts.", () => {
  expect(COUNTS.map(([, way]) => way)).toEqual(["a request", "a turn", "a ballot", "an event"]);
});

// On Temporal, workflows run in threads of their own, which this coverage does not see.
describe.runIf(isPlayed())("Measured:", () => {
  beforeAll(async () => {
    const replies = debaters(["p1", "p2"], {});
    // One call after the other, so that each has a way of its own.
    const body = requestOf({ format: "structured-rounds", maxRounds: 3, overlap: "off" });
    // What runs only at the first time has run before.
    world.models.use(replies);
    await world.finished((await world.create(body)).id);
    using coverage = new Coverage();
    await coverage.begin();
    // Each from one call of a model to the next: one turn's end and the beginning of the next, which is a whole turn.
    const windows: { kind: string; files: Set<string> }[] = [{ kind: "request", files: new Set() }];
    world.models.use(async (...asked) => {
      const files = await coverage.entered();
      for (const file of files) windows.at(-1)?.files.add(file);
      windows.push({ kind: kindOf(asked[0]), files: new Set() });
      return replies(...asked);
    });
    const { id } = await world.create(body);
    await world.finished(id);
    for (const file of await coverage.entered()) windows.at(-1)?.files.add(file);
    await (await fetch(`${world.url}/v1/debates/${id}/events`)).text();
    entered.set("an event", await coverage.entered());
    const of = (kind: string) => windows.filter((window) => window.kind === kind).map(({ files }) => files);
    entered.set("a request", of("request")[0] ?? new Set());
    entered.set("a turn", of("turn")[2] ?? new Set());
    const first = windows.findIndex(({ kind }) => kind === "ballot");
    const ballots = windows.filter(({ kind }, i) => kind === "ballot" || i === first - 1);
    entered.set(
      "a ballot",
      ballots.reduce((all, { files }) => all.union(files), new Set<string>()),
    );
  });

  test.each(WAYS)("$way enters each file that the page lists", ({ way, files }) => {
    expect(files.filter((file) => !entered.get(way)?.has(file) && !APART.includes(file))).toEqual([]);
  });

  test.each(COUNTS.map(([, way = "", count]) => ({ way, count: Number(count) })))(
    "$way enters about as many files as the page says: $count",
    ({ way, count }) => {
      const { size } = entered.get(way) ?? new Set();
      expect(size).toBeGreaterThan(LEAST * count);
      expect(size).toBeLessThan(MOST * count);
    },
  );
});
