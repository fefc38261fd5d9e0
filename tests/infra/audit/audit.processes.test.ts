import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { padArgument } from "../../../features/audit/domain/padding.ts";
import type { AuditReport } from "../../../features/audit/infra/audit.audit-command.ts";
import { judgeBy, runAuditOf, shownIn, verdictFor } from "../../support/models/audited.ts";
import { type ModelRequest, type ModelServer, startModelServer } from "../../support/models/server.ts";

let server: ModelServer;
let folder: string;
let pairsFile: string;

const PAIRS = Array.from({ length: 12 }, (_, i) => ({
  topic: `Question ${i}?`,
  a: `Reason ${i} rests on a count.`,
  b: `Claim ${i} rests on nothing.`,
  better: "a",
}));

beforeAll(async () => {
  server = await startModelServer();
  folder = await mkdtemp(join(tmpdir(), "parley-audit-"));
  pairsFile = join(folder, "pairs.jsonl");
  await writeFile(pairsFile, PAIRS.map((pair) => JSON.stringify(pair)).join("\n"));
});
afterEach(() => server.forget());
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const run = (args: string[], options: Parameters<typeof runAuditOf>[2] = {}) => runAuditOf(server, args, options);

async function figuresOf(args: string[]) {
  const { code, out } = await run(["--model", "openai/gpt-5.5", "--json", ...args]);
  expect({ code, complaints: server.complaints }).toEqual({ code: 0, complaints: [] });
  const report = JSON.parse(out) as AuditReport;
  return { report, figure: (name: string) => report.figures.find((each) => each.name === name) };
}

describe("a judge", () => {
  test("that always prefers the first shown is caught: no verdict survives the swap", async () => {
    server.use(() => verdictFor("p1"));
    const { figure, report } = await figuresOf([]);
    expect(report).toMatchObject({ pairs: 50, planned: 308, answered: 308, stopped: null });
    expect(figure("swapConsistency")).toMatchObject({ value: 0, low: 0, count: 0, of: 26 });
    expect(figure("swapConsistency")?.high).toBeLessThan(24);
    expect(figure("firstPositionBias")).toMatchObject({ value: 50, high: 50, count: 52, of: 52 });
    expect(figure("firstPositionBias")?.judgement).toBe("It prefers the argument shown first.");
    expect(figure("lastPositionBias")).toMatchObject({ value: -50 });
    for (const name of ["lengthBias", "styleBias", "persuasiveWrong", "plainWrong"])
      expect(figure(name), name).toMatchObject({ value: 50 });
    expect(figure("persuaded")).toMatchObject({ value: 0, count: 12, of: 24, against: { count: 12, of: 24 } });
  });

  test("that prefers the longer is caught by the length bias, and by nothing else", async () => {
    server.use(
      judgeBy((first, last) => {
        const [one, other] = [first, last].map((text) => withoutMarks(text).length);
        if (one === other) return null;
        return one! > other! ? "p1" : "p2";
      }),
    );
    const { figure } = await figuresOf([]);
    expect(figure("lengthBias")).toMatchObject({ value: 100, count: 104, of: 104 });
    expect(figure("lengthBiasBetter")).toMatchObject({ value: 100, of: 32 });
    expect(figure("lengthBias")?.judgement).toContain("It prefers the longer text");
    expect(figure("swapConsistency")).toMatchObject({ value: 100 });
    expect(figure("firstPositionBias")).toMatchObject({
      value: 0,
      judgement: "Any preference is within chance.",
    });
    expect(figure("accuracy")).toMatchObject({ value: 50 });
    expect(figure("styleCoverage")).toMatchObject({ value: 0, of: 104 });
    expect(figure("persuaded")).toMatchObject({ value: 0 });
  });

  test("that prefers Markdown is caught by the style bias, and by nothing else", async () => {
    server.use(
      judgeBy((first, last) => {
        const [one, other] = [first, last].map((text) => text !== withoutMarks(text));
        if (one === other) return null;
        return one ? "p1" : "p2";
      }),
    );
    const { figure } = await figuresOf([]);
    expect(figure("styleBiasMarkdown")).toMatchObject({
      value: 100,
      count: 52,
      of: 52,
      judgement: "It prefers Markdown to the same words as prose.",
    });
    expect(figure("styleBiasConfident")).toMatchObject({ value: null, of: 0 });
    expect([figure("lengthBias")?.value, figure("persuasiveWrong")?.value]).toEqual([0, 0]);
  });

  test("that is fair and wrong in 10 % is consistent, right, and not led by place or length", async () => {
    const rank = new Map(PAIRS.flatMap(({ a, b }) => [[a, 3] as const, [b, 2] as const, [padArgument(b), 1] as const]));
    const random = mulberry32(20261121);
    server.use(
      judgeBy((first, last) => {
        const right = (rank.get(first) ?? NaN) > (rank.get(last) ?? NaN);
        return right === random() >= 0.1 ? "p1" : "p2";
      }),
    );
    // One call at a time: the order of the dice is then that of the calls.
    const { figure, report } = await figuresOf(["--pairs", pairsFile, "--runs", "8", "--concurrency", "1"]);
    expect(report.answered).toBe(960);
    expect(figure("swapConsistency")?.low).toBeGreaterThan(65);
    expect(figure("accuracy")?.low).toBeGreaterThan(80);
    expect(figure("firstPositionBias")?.judgement).toBe("Any preference is within chance.");
    expect(figure("lengthBias")?.high).toBeLessThan(20);
  });
});

/** The words of a text without Markdown. */
function withoutMarks(text: string): string {
  return text.replaceAll(/^- |\*\*/gm, "").replaceAll(/\s+/g, " ");
}

/** A small seeded generator of numbers from 0 to 1 (T. Ettinger's mulberry32, public domain). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const ONE = ["--pairs", "", "--limit", "1", "--model", "openai/gpt-5.5"];
const one = (...more: string[]) => [...ONE.map((each) => each || pairsFile), ...more];

describe("what is asked", () => {
  test("is the verdict of a debate: its rubric and schema, neutral speakers, and no trace of a model or an audit", async () => {
    server.use(judgeBy(() => null));
    await figuresOf(["--pairs", pairsFile, "--limit", "1", "--concurrency", "1"]);
    const [request] = server.journal;
    expect(server.journal).toHaveLength(10);
    expect(shownIn(request as ModelRequest)).toEqual([PAIRS[0]?.a, PAIRS[0]?.b]);
    expect(request?.system).toContain("You judge a debate between language models.");
    expect(request?.system).toContain("evidence (20 %)");
    expect(Object.keys(request?.schema?.["properties"] as object)).toContain("criterionScores");
    const text = JSON.stringify([request?.system, request?.messages]);
    expect(text).toContain("Speaker A");
    expect(text).not.toMatch(/gpt-5|openai|audit/i);
  });

  test("is asked again with the faults listed when the answer is prose, and counts as invalid after that", async () => {
    server.use(() => ({ text: "Speaker A wins." }));
    const { code, out, err } = await run(one("--json"));
    const report = JSON.parse(out) as AuditReport;
    expect(server.journal).toHaveLength(20);
    const again = server.journal.filter((r) => r.messages.at(-1)?.content.includes("Your last answer was refused"));
    expect(again).toHaveLength(10);
    expect(report.figures.find(({ name }) => name === "invalid")).toMatchObject({ count: 10, of: 10 });
    expect(report.usage.calls).toBe(20);
    expect(report.costUsd).toBeGreaterThan(0);
    expect(err).toContain("10 of 10 verdicts");
    // A judge without a single verdict was not measured.
    expect(code).toBe(3);
  });

  test("is asked again after a rate limit, and the table says what it all cost", async () => {
    let refusals = 2;
    server.use(() => (refusals-- > 0 ? { error: { status: 429 } } : verdictFor("p1")));
    const { code, out } = await run(one());
    expect(code).toBe(0);
    expect(out).toMatch(/^swap consistency +0\.0 % +0\.0 to 79\.3 +0 of 1$/m);
    expect(out).toMatch(/^first-position bias +\+50\.0 points +-15\.8 to \+50\.0 +2 of 2$/m);
    expect(out).toMatch(/Used: 12 calls, 1000 \+ 500 tokens, \$0\.\d+/);
  });
});

describe("the program ends", () => {
  test.each([
    [[], 2, "--model"],
    [["--model", "gpt"], 2, "provider/model"],
    [["--model", "nobody/gpt"], 2, 'no provider "nobody"'],
    [["--model", "demo/judge", "--runs", "0"], 2, "whole number from 1"],
    [["--model", "demo/judge", "--pairs", "/nowhere/pairs.jsonl"], 2, "cannot be read (ENOENT)"],
    [["--model", "anthropic/claude-sonnet-5"], 4, "ANTHROPIC_API_KEY is required by --model"],
  ])("on %j with exit code %i and a reason", async (args, code, reason) => {
    const ended = await run(args);
    expect(ended).toMatchObject({ code, out: "" });
    expect(ended.err).toContain(reason);
  });

  test("on bad lines with exit code 2 and the number of each, before anything is asked", async () => {
    const bad = join(folder, "bad.jsonl");
    await writeFile(bad, `${JSON.stringify(PAIRS[0])}\n{"topic":"T"}\nnonsense\n`);
    const { code, out, err } = await run(["--model", "openai/gpt-5.5", "--pairs", bad]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`${bad}, line 2: a`);
    expect(err).toContain(`${bad}, line 3: is not JSON`);
    expect(server.journal).toEqual([]);
  });

  test.each([
    [401, 4, "OPENAI_API_KEY"],
    [500, 3, "openai/gpt-5.5"],
  ])("on a provider's lasting %i with exit code %i, and says how far it came", async (status, code, said) => {
    let left = 3;
    server.use(() => (left-- > 0 ? verdictFor("p1") : { error: { status } }));
    const ended = await run(["--model", "openai/gpt-5.5", "--pairs", pairsFile, "--concurrency", "1"]);
    expect(ended.code).toBe(code);
    expect(ended.err).toContain("stopped after 3 of 120 verdicts");
    expect(ended.err).toContain(said);
    expect(ended.out).toContain("3 verdicts");
  });

  test("on Ctrl-C with exit code 130, without waiting for the calls under way, and keeps what it has", async () => {
    let left = 2;
    server.use(() => (left-- > 0 ? verdictFor("p2") : { hang: true }));
    const told = new AbortController();
    const running = run(["--model", "openai/gpt-5.5", "--pairs", pairsFile, "--concurrency", "1"], told);
    await server.arrived(3);
    told.abort();
    const ended = await running;
    expect(ended.code).toBe(130);
    expect(ended.err).toContain("stopped after 2 of 120 verdicts: it was interrupted");
    expect(ended.out).toContain("2 verdicts");
    expect(server.journal).toHaveLength(3);
  });
});

test("without a key the demo judge can be audited, and the table says that it is canned", async () => {
  const { code, out } = await run(["--model", "demo/judge", "--limit", "2"], { env: {} });
  expect(code).toBe(0);
  expect(out).toContain("Canned: the demo model's verdicts mean nothing.");
  expect(out).toContain("20 verdicts");
});
