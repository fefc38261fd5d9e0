/** Audits of judges whose errors and preferences are known: each finds just what was put in. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { AuditPair } from "../../../features/audit/domain/pairs.ts";
import type { AuditReport } from "../../../features/audit/infra/audit.audit-command.ts";
import { judgeBy, runAuditOf, shownIn, verdictFor } from "../../support/models/audited.ts";
import { type ModelRequest, type ModelServer, startModelServer } from "../../support/models/server.ts";

let server: ModelServer;
let folder: string;

beforeAll(async () => {
  server = await startModelServer();
  folder = await mkdtemp(join(tmpdir(), "parley-audit-labelled-"));
});
afterEach(() => server.forget());
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function audited(pairs: AuditPair[], args: string[] = []) {
  const file = join(folder, "pairs.jsonl");
  await writeFile(file, pairs.map((pair) => JSON.stringify(pair)).join("\n"));
  return await runAuditOf(server, ["--model", "openai/gpt-5.5", "--pairs", file, ...args]);
}

async function figuresOf(pairs: AuditPair[], args: string[] = []) {
  const { code, out } = await audited(pairs, ["--json", ...args]);
  expect({ code, complaints: server.complaints }).toEqual({ code: 0, complaints: [] });
  const report = JSON.parse(out) as AuditReport;
  return { report, figure: (name: string) => report.figures.find((each) => each.name === name) };
}

const OWN = "openai/gpt-4.1";
const OTHER = "anthropic/claude-sonnet-5";

/** Its number, its author's family and whether it is the better one stand in each text. */
function pairBy(i: number, { own, better }: { own: "a" | "b"; better: "a" | "b" | "tie" | undefined }): AuditPair {
  const text = (side: "a" | "b") =>
    `Text ${i} by ${side === own ? "itself" : "another"}, ${side === better ? "sound" : "hollow"}.`;
  const by = { a: own === "a" ? OWN : OTHER, b: own === "b" ? OWN : OTHER };
  return { topic: `Question ${i}?`, a: text("a"), b: text("b"), by, ...(better && { better }) };
}

const sides = ["a", "b"] as const;
/** 24 pairs: in 12 its family's text is the better one, in each place equally often. */
const FAMILIES = Array.from({ length: 24 }, (_, i) =>
  pairBy(i, { own: sides[i % 2]!, better: sides[(i + Math.floor(i / 12)) % 2]! }),
);

const numberIn = (text: string) => Number(/Text (\d+)/.exec(text)?.[1]);
const chooses = (is: (text: string) => boolean) => (first: string) => (is(first) ? ("p1" as const) : ("p2" as const));
const fair = chooses((text) => text.includes("sound"));
const prefersItself = chooses((text) => text.includes("itself"));

describe("self-preference", () => {
  test("is found at its size: a judge that lets its own family win three in four pairs that it should lose", async () => {
    server.use(judgeBy((first) => (numberIn(first) % 4 === 0 ? fair(first) : prefersItself(first))));
    const { figure } = await figuresOf(FAMILIES);
    const undeserved = FAMILIES.map((pair, i) => ({ ...pair, i })).filter(
      ({ by, better }) => by?.[better as "a"] !== OWN,
    );
    const wrong = undeserved.filter(({ i }) => i % 4 !== 0).length;
    expect([undeserved.length, wrong]).toEqual([12, 9]);
    expect(figure("selfPreference")).toMatchObject({ value: 75, count: 18, of: 24, against: { count: 0, of: 24 } });
    expect(figure("selfPreference")?.low).toBeGreaterThan(40);
    expect(figure("selfPreference")?.judgement).toContain("errs for its own family");
    expect(figure("ownChosen")).toMatchObject({ count: 42, of: 48 });
  });

  test("is none in a fair judge, though its family wins half, and none in one that prefers the first shown", async () => {
    server.use(judgeBy(fair));
    const { figure } = await figuresOf(FAMILIES);
    expect(figure("selfPreference")).toMatchObject({ value: 0, count: 0, of: 24 });
    expect(figure("selfPreference")?.judgement).toContain("within chance");
    expect(figure("ownChosen")).toMatchObject({ value: 50 });
    server.use(() => verdictFor("p1"));
    const first = await figuresOf(FAMILIES);
    expect(first.figure("selfPreference")).toMatchObject({
      value: 0,
      count: 12,
      of: 24,
      against: { count: 12, of: 24 },
    });
  });

  test("is found without labels by other judges, who are asked about the same pairs in both orders", async () => {
    const unlabelled = FAMILIES.map(({ better: _unknown, ...pair }) => pair);
    server.use((request) => {
      const [first = ""] = shownIn(request);
      return verdictFor(request.model === "gpt-5.5" ? prefersItself(first) : fair(first));
    });
    const { figure, report } = await figuresOf(unlabelled, ["--beside", "openai/mistral-large,openai/claude-sonnet-5"]);
    expect(report).toMatchObject({
      beside: ["openai/mistral-large", "openai/claude-sonnet-5"],
      planned: 24 * 10 + 2 * 48,
    });
    expect(figure("ownChosen")).toMatchObject({ count: 48, of: 48 });
    expect(figure("ownOverOthers")).toMatchObject({ value: 50, count: 48, of: 48, against: { count: 48, of: 96 } });
    expect(figure("ownOverOthers")?.judgement).toContain("more often than other judges do");
    expect(figure("selfPreference")).toMatchObject({ value: null });
  });

  test("is not measured with texts of other families, and another judge of the same family is refused", async () => {
    server.use(judgeBy(fair));
    const strangers = FAMILIES.map((pair) => ({ ...pair, by: { a: "human", b: OTHER } }));
    const { code, out } = await audited(strangers);
    expect(code).toBe(0);
    expect(out).toContain("self-preference: Not measured: it needs pairs whose `by` names the judge's family once");
    expect(out).not.toMatch(/^self-preference {2}/m);
    const refused = await audited(FAMILIES, ["--beside", "openai/gpt-4.1"]);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("--beside openai/gpt-4.1 is of the judge's own family, openai");
  });
});

describe("near-ties", () => {
  const ties = Array.from({ length: 20 }, (_, i) => pairBy(i, { own: "a", better: "tie" }));

  test("show how often the winner flips with the order, and how many pairs have one: 6 flips of 15 of 20", async () => {
    server.use((request: ModelRequest) => {
      const [first = ""] = shownIn(request);
      const i = numberIn(first);
      if (i >= 15) return verdictFor(null);
      return verdictFor(i < 6 ? "p1" : prefersItself(first));
    });
    const { figure } = await figuresOf(ties);
    expect(figure("tieFlips")).toMatchObject({ value: 40, count: 6, of: 15 });
    expect(figure("tieCoverage")).toMatchObject({ value: 75, count: 15, of: 20 });
    expect(figure("kept")).toMatchObject({ value: 45, count: 9, of: 20 });
  });
});

describe("accuracy corrected for the judge's errors", () => {
  /** Of 20 labelled pairs each way it finds `a` in 16 and `b` in 18; of 40 without a label `a` is better in 20. */
  const labelled = (["a", "b"] as const).flatMap((better, n) =>
    Array.from({ length: 20 }, (_, i) => pairBy(100 * n + i, { own: "a", better })),
  );
  const unlabelled = Array.from({ length: 40 }, (_, i) => {
    const { better: _hidden, ...pair } = pairBy(200 + i, { own: "a", better: i < 20 ? "a" : "b" });
    return pair;
  });
  const errs = (i: number) => {
    const place = i % 20;
    const isA = i < 100 || (i >= 200 && i < 220);
    return place >= (isA ? 16 : 18);
  };

  test("is the truth, 50 %, where 45 % were judged, with an interval that knows both sets", async () => {
    server.use(
      judgeBy((first) => {
        const isSound = first.includes("sound");
        return isSound === errs(numberIn(first)) ? "p2" : "p1";
      }),
    );
    const { figure } = await figuresOf([...labelled, ...unlabelled]);
    expect(figure("sensitivity")).toMatchObject({ value: 80, count: 16, of: 20 });
    expect(figure("specificity")).toMatchObject({ value: 90, count: 18, of: 20 });
    expect(figure("winsOfA")).toMatchObject({ value: 45, count: 18, of: 40 });
    // The interval was computed apart, in Python, from the published formula for p = 0.45, q0 = 0.9, q1 = 0.8, n = 40, m0 = m1 = 20.
    expect(figure("winsOfACorrected")).toMatchObject({ value: 50, low: 21.8, high: 80.2, count: 18, of: 40 });
  });

  test("is unknown for a judge that chooses by a coin's rule", async () => {
    server.use(judgeBy((first) => ((numberIn(first) % 2 === 0) === first.includes("sound") ? "p1" : "p2")));
    const { figure } = await figuresOf([...labelled, ...unlabelled]);
    expect(figure("sensitivity")).toMatchObject({ value: 50 });
    expect(figure("winsOfACorrected")).toMatchObject({ value: null });
    expect(figure("winsOfACorrected")?.judgement).toContain("more often than a coin");
  });
});

test("a labelled file with faults is refused with the number of each line, before anything is asked", async () => {
  const file = join(folder, "bad.jsonl");
  const good = { topic: "T?", a: "Yes.", b: "No." };
  const lines = [good, { ...good, better: "both" }, { ...good, by: { a: "human" } }, { ...good, writer: "x" }];
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  const { code, out, err } = await runAuditOf(server, ["--model", "openai/gpt-5.5", "--pairs", file]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.trim().split("\n")).toEqual([
    expect.stringContaining(`${file}, line 2: better must be one of a, b, tie`),
    expect.stringContaining(`${file}, line 3: by.b is missing`),
    expect.stringContaining(`${file}, line 4: Unrecognized key: "writer"`),
  ]);
  expect(server.journal).toEqual([]);
});
