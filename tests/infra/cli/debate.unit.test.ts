import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Client, DebateEvent } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/schemas/debate.ts";
import type { Result, VerdictResult } from "../../../domain/schemas/result.ts";
import type { Showing } from "../../../infra/cli/debate/arguments.ts";
import { outcomeText } from "../../../infra/cli/debate/outcome.ts";
import { requireFiles, showDebate } from "../../../infra/cli/debate/run.ts";
import { exitCodeOf } from "../../../infra/cli/exit-code.ts";

const TRANSCRIPT = { debate: { id: "d" }, turns: [{ text: "Hello." }] };
const USAGE = { inputTokens: 100, cachedInputTokens: 0, outputTokens: 40, reasoningTokens: 0, calls: 5 };

const RESULT: Result = {
  type: "verdict",
  verdict: {
    summary: "They \u001b[2Jmostly agreed.",
    keyPoints: { p1: ["Quiet streets"] },
    areasOfAgreement: ["Cleaner air"],
    areasOfDisagreement: [],
    winner: { participant: "p2", reasoning: "better evidence" },
    criterionScores: {},
    scores: { p1: 61, p2: 74 },
    criteria: {},
    reasoning: "",
    qualityScore: 70,
    insights: [],
    dissent: [],
  },
  contested: false,
  ballots: [],
  agreement: null,
  dissent: [],
  degraded: [],
  endedBy: "judge",
  usage: USAGE,
  costUsd: 0.0123,
  latencyMs: 10,
  at: "t",
};

function debate(changes: Partial<Debate> = {}): Debate {
  const participant = { model: "demo/debater", status: "active", retries: 0, usage: USAGE, costUsd: 0 } as const;
  return {
    id: "deb-20261121-051254-7K2M9Q",
    version: 1,
    topic: "Cars",
    format: "free-form",
    mode: "sequential",
    tags: [],
    metadata: {},
    demo: true,
    status: "completed",
    phase: null,
    round: 1,
    maxRounds: 3,
    minRounds: 1,
    allowed: [],
    pausing: false,
    pending: null,
    participants: [
      { ...participant, id: "p1", name: "Ada", position: "Yes" },
      { ...participant, id: "p2", name: "Ben", position: "No" },
    ],
    judge: { model: "demo/judge", panel: [], usage: USAGE, costUsd: 0 },
    promptSources: { p1: "built-in", p2: "custom", judge: "built-in" },
    assessments: [],
    usage: USAGE,
    cost: { totalUsd: 0.0123, reservedUsd: 0, warnAtUsd: null, limitUsd: null, byModel: {} },
    degraded: [],
    warnings: [],
    problems: [],
    result: RESULT,
    error: null,
    links: {
      self: "http://p/d",
      events: "http://p/d/events",
      transcript: "http://p/d/transcript",
      watch: null,
      temporal: null,
    },
    createdAt: "t",
    startedAt: "t",
    completedAt: "t",
    ...changes,
  };
}

const FAULT = {
  kind: "authentication",
  message: "bad key",
  retryable: false,
  retryCount: 0,
  at: "t",
  suggestion: "Set it.",
};

describe("the result's text", () => {
  test("names the winner, ranks the scores and gives summary, points, cost and links", () => {
    const text = outcomeText(debate());
    expect(text).toMatch(/^Winner: Ben\nbetter evidence\n/);
    expect(text).toMatch(/Ben: 74\n {2}Ada: 61/);
    expect(text).toContain("Key points of Ada\n  - Quiet streets");
    expect(text).toContain("Agreement\n  - Cleaner air");
    expect(text).not.toContain("Disagreement");
    expect(text).toContain("5 calls, 100 + 40 tokens, $0.0123");
    expect(text).toContain("Transcript: http://p/d/transcript?as=md");
  });

  test("names the side that won, with the votes that it moved", () => {
    const winner = { side: "against", reasoning: "votes moved" } as const;
    const counts = { for: 0, against: 0, undecided: 0 };
    const vote = {
      before: { ...counts, undecided: 1 },
      after: { ...counts, against: 1 },
      swing: { for: 0, against: 1 },
    };
    const text = outcomeText(debate({ result: { ...RESULT, verdict: { ...RESULT.verdict, winner }, vote } }));
    expect(text).toMatch(/^Winner: the side against the motion\nvotes moved\nVotes on the motion: 0 for, 0 against, 1/);
  });

  test("says what the debate has changed against the answers that each gave alone", () => {
    const before = { winner: "p2", contested: false, unanimous: false, ballots: [] };
    const after = { winner: "p1", contested: false };
    const controlArm: NonNullable<VerdictResult["controlArm"]> = { before, after, changed: true };
    const told = (changes: Partial<Debate>, arm = controlArm) =>
      outcomeText(debate({ result: { ...RESULT, controlArm: arm }, ...changes }));
    expect(told({ round: 2 })).toContain("Each alone: Ben argued best; the debate changed that");
    const kept = { ...controlArm, before: { ...before, winner: null, contested: true }, changed: false };
    expect(told({ round: 2 }, kept)).toContain("Each alone: the ballots disagreed; the debate did not change that");
    expect(told({ round: 0 })).toContain("All gave the same answer, each alone, so no round was held");
    expect(outcomeText(debate())).not.toContain("alone");
  });

  test("names no link that ends with this command, and says how to see the debate again", () => {
    const text = outcomeText(debate(), { own: true });
    expect(text).not.toContain("http://");
    expect(text).toContain("npm run parley -- show deb-20261121-051254-7K2M9Q");
  });

  test("says when it was canned, and not otherwise", () => {
    expect(outcomeText(debate())).toContain("demo model");
    expect(outcomeText(debate({ demo: false }))).not.toContain("demo model");
  });

  test("holds no control sequence of a model", () => {
    expect(outcomeText(debate())).toContain("They mostly agreed.");
    expect(outcomeText(debate())).not.toContain("\u001b");
  });

  test("says that a price is unknown instead of naming a sum", () => {
    expect(outcomeText(debate({ cost: { ...debate().cost, totalUsd: null } }))).toContain("cost unknown");
  });

  test("is the answer where there is no judge", () => {
    const { verdict: _verdict, ...ending } = debate().result as VerdictResult;
    const answer = {
      text: "Build\u001b[31m it.",
      earlyStopped: true,
      rounds: 3,
      score: 9,
      turnId: "t",
      synthesizedBy: "p3",
    };
    const text = outcomeText(debate({ maxRounds: 5, result: { ...ending, type: "answer", answer } }));
    expect(text).toMatch(/^Answer\nBuild/);
    expect(text).not.toContain("\u001b");
    expect(text).toContain("After round 3 of 5: the skeptic was content, the skeptic's last score 9 of 10");
  });

  test("says why there is none", () => {
    expect(outcomeText(debate({ status: "error", result: null, error: FAULT }))).toMatch(
      /authentication\): bad key\nSet it\./,
    );
    expect(outcomeText(debate({ status: "cancelled", result: null }))).toContain("is cancelled; there is no verdict");
  });
});

test.each<[number, string, Partial<Debate>]>([
  [0, "completed", {}],
  [1, "cancelled", { status: "cancelled", result: null }],
  [3, "stopped by a provider's fault", { status: "error", result: null, error: FAULT }],
  [3, "failed after such a fault", { status: "failed", result: null, error: FAULT }],
])("the exit code is %i when the debate is %s", (code, _, changes) => {
  expect(exitCodeOf(debate(changes))).toBe(code);
});

describe("a run", () => {
  let folder: string;
  let out: string;
  let err: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-cli-"));
    [out, err] = ["", ""];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const where = { round: 1, phase: "response", participantId: "p1", turnId: "g1-r1-t1" };
  const turn = { text: "Hello.", usage: USAGE, costUsd: 0.01, latencyMs: 1500 };
  const EVENTS = [
    { id: 1, type: "round.started", at: "t", round: 1 },
    { id: 2, type: "turn.started", at: "t", ...where, model: "m", attempt: 1 },
    { id: 3, type: "turn.delta", at: "t", ...where, attempt: 1, text: "Hello." },
    { id: 4, type: "turn.completed", at: "t", ...where, turn },
    { id: 5, type: "debate.completed", at: "t", status: "completed" },
  ] as unknown as DebateEvent[];

  function run(showing: Showing = {}, more: { events?: DebateEvent[]; finished?: Debate; later?: DebateEvent[] } = {}) {
    return showDebate({
      debate: debate({ status: "initializing", result: null }),
      client: {
        answer: async () => expect.unreachable("nobody asks here"),
        decide: async () => expect.unreachable("nobody asks here"),
        get: async () => more.finished ?? debate(),
        request: (async () => ({ items: more.later ?? [] })) as unknown as Client["request"],
        transcript: (async (_id: string, kind?: string) =>
          kind ? "# Cars" : TRANSCRIPT) as unknown as Client["transcript"],
        async *events() {
          yield* more.events ?? EVENTS;
        },
      },
      streams: { out: (text) => (out += text), err: (text) => (err += text), style: (_, text) => text },
      showing,
      signal: new AbortController().signal,
    });
  }

  test("says beforehand that canned replies are canned", async () => {
    expect(await run()).toBe(0);
    expect(err).toContain("its replies are canned");
  });

  test("says when an answer came too late", async () => {
    const late = { id: 1, type: "clarification.answered", at: "t", answers: [{ questionId: "q1", answer: null }] };
    const given = { id: 2, type: "clarification.answered", at: "t", answers: [{ questionId: "q2", answer: "Yes." }] };
    await run({}, { events: [late, given] as unknown as DebateEvent[] });
    expect(err).toContain("not answered: q1\n");
    expect(err).not.toContain("q2");
  });

  test("tells round, phase and how many tasks the phase has", async () => {
    const phase = { id: 2, type: "phase.started", at: "t", round: 1, phase: "response", expected: 2 };
    await run({}, { events: [EVENTS[0] as DebateEvent, phase as unknown as DebateEvent] });
    expect(err).toMatch(/Round 1 of 3[\s\S]*phase response: 2 tasks/);
  });

  test("tells the turns on standard error with speaker, place, tokens and cost, and the result on standard output", async () => {
    await run();
    expect(err).toContain("Round 1 of 3");
    expect(err).toContain("Ada · round 1, response · Yes\nHello.\n[100 + 40 tokens, $0.0100, 1.5 s]");
    expect(out).toBe(outcomeText(debate()));
  });

  test("says who is at work and how much of the phase is done", async () => {
    const about = { at: "t", round: 1, phase: "response" };
    const turnOf = (n: number) => ({ ...about, participantId: `p${n}`, turnId: `g1-r1-t${n}` });
    const events = [
      EVENTS[0],
      { id: 2, type: "phase.started", ...about, expected: 2 },
      { id: 3, type: "turn.started", ...turnOf(1), model: "m", attempt: 1 },
      { id: 4, type: "turn.started", ...turnOf(2), model: "m", attempt: 1 },
      { id: 5, type: "turn.completed", ...turnOf(1), turn },
      { id: 6, type: "turn.completed", ...turnOf(2), turn },
      EVENTS[4],
    ] as unknown as DebateEvent[];
    await run({}, { events });
    expect(err.match(/^round .* at work$/gm)).toEqual([
      "round 1 of 3 · 0 of 2 turns · Ada at work",
      "round 1 of 3 · 1 of 2 turns · Ben at work",
    ]);
  });

  test("with --verbose names the prompts' sources and what every act and round used", async () => {
    const spent = { usage: { ...USAGE, cachedInputTokens: 20 }, costUsd: 0.01, latencyMs: 2_000 };
    const events = [
      ...EVENTS.slice(0, 4),
      { id: 5, type: "ballot.completed", at: "t", round: 1, ballot: spent },
      { id: 6, type: "round.completed", at: "t", round: 1, ...spent },
    ] as unknown as DebateEvent[];
    await run({ verbose: true }, { events });
    expect(err).toContain("prompts: Ada built-in, Ben custom, judge built-in\n");
    expect(err).toContain("Hello.\n[100 tokens in, 40 out, $0.0100, 1.5 s]\n");
    expect(err).toContain("[ballot: 100 tokens in (20 cached), 40 out, $0.0100, 2.0 s]\n");
    expect(err).toContain("[round 1: 5 calls, 100 tokens in (20 cached), 40 out, $0.0100]\n");
  });

  test("with --json prints the debate and nothing else on standard output", async () => {
    await run({ json: true });
    expect(JSON.parse(out)).toEqual(debate());
  });

  test("leaves a debate that waits in error, with exit code 3", async () => {
    const status = { id: 1, type: "debate.status", at: "t", status: "error", phase: null, round: 1, pausing: false };
    const never = { ...EVENTS[4], id: 2 } as DebateEvent;
    const finished = debate({ status: "error", result: null, error: FAULT });
    expect(await run({}, { events: [status as unknown as DebateEvent, never], finished })).toBe(3);
    expect(out).toContain("bad key");
  });

  test("goes on after a fault that was tried again", async () => {
    const status = { id: 1, type: "debate.status", at: "t", status: "error", phase: null, round: 1, pausing: false };
    const later = EVENTS.slice(1);
    expect(await run({}, { events: [status as unknown as DebateEvent, ...later], later })).toBe(0);
    expect(err).toContain("Hello.");
  });

  test("writes the transcript, the result's text and the report to files, and names them", async () => {
    const [json = "", text = "", report = ""] = ["o.json", "o.txt", "r.md"].map((name) => join(folder, name));
    await run({ output: json, report });
    await run({ output: text });
    expect(JSON.parse(await readFile(json, "utf8"))).toEqual(TRANSCRIPT);
    expect(await readFile(text, "utf8")).toBe(outcomeText(debate()));
    expect(await readFile(report, "utf8")).toBe("# Cars");
    for (const path of [json, text, report]) expect(err).toContain(`wrote ${path}`);
  });

  test("warns of a file that cannot be written at the end, and says how to write it later", async () => {
    const report = join(folder, "nowhere", "r.md");
    expect(await run({ report })).toBe(0);
    expect(err).toContain(`warning: ${report} was not written`);
    expect(err).toContain("npm run parley -- export");
  });

  test("makes folders and endings before it begins, and refuses what it cannot write", async () => {
    const asked = { output: join(folder, "new", "result"), report: join(folder, "other", "r.html") };
    expect(await requireFiles(asked)).toEqual({ ...asked, output: `${asked.output}.md` });
    expect(await readdir(folder)).toEqual(expect.arrayContaining(["new", "other"]));
    await expect(requireFiles({ output: "x.pdf" })).rejects.toThrow("--output x.pdf: the file's name must end with");
    await expect(requireFiles({ report: "x.json" })).rejects.toThrow("must end with .md, .html");
    const file = join(folder, "file.md");
    await writeFile(file, "");
    const under = requireFiles({ output: join(file, "x.md") });
    await expect(under).rejects.toThrow(/no file can be written there \((EEXIST|ENOTDIR)\)/);
  });
});
