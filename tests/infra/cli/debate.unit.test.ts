import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Client, DebateEvent } from "../../../api/client/index.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Showing } from "../../../infra/cli/base/arguments.cli.ts";
import { exitCodeOf } from "../../../infra/cli/base/exit-code.ts";
import { outcomeText } from "../../../infra/cli/debate/outcome.debate-command.ts";
import { requireFiles, showDebate } from "../../../infra/cli/debate/run.debate-command.ts";
import { debate, FAULT, USAGE } from "../../support/debates/shown.ts";

const TRANSCRIPT = { debate: { id: "d" }, turns: [{ text: "Hello." }] };
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

  interface More {
    events?: DebateEvent[];
    finished?: Debate;
    later?: DebateEvent[];
    /** Of the debate at its beginning. */
    changes?: Partial<Debate>;
    areOne?: boolean;
  }

  function run(showing: Showing = {}, more: More = {}) {
    return showDebate({
      debate: debate({ status: "initializing", result: null, ...more.changes }),
      client: {
        answer: async () => expect.unreachable("nobody asks here"),
        decide: async () => expect.unreachable("nobody asks here"),
        get: async () => more.finished ?? debate(),
        levels: async () => expect.unreachable("it has no conclusion"),
        request: (async () => ({ items: more.later ?? [] })) as unknown as Client["request"],
        transcript: (async (_id: string, kind?: string) =>
          kind ? "# Cars" : TRANSCRIPT) as unknown as Client["transcript"],
        async *events() {
          yield* more.events ?? EVENTS;
        },
      },
      streams: {
        out: (text) => (out += text),
        err: (text) => (err += text),
        style: (_, text) => text,
        ...(more.areOne && { areOne: true }),
      },
      showing,
      signal: new AbortController().signal,
    });
  }

  test("says beforehand that canned replies are canned", async () => {
    expect(await run()).toBe(0);
    expect(err).toContain(
      "A demo model speaks: its words are canned and mean nothing. Set a provider's key for a real debate.",
    );
  });

  test("says when an answer came too late", async () => {
    const late = { id: 1, type: "clarification.answered", at: "t", answers: [{ questionId: "q1", answer: null }] };
    const given = { id: 2, type: "clarification.answered", at: "t", answers: [{ questionId: "q2", answer: "Yes." }] };
    await run({}, { events: [late, given] as unknown as DebateEvent[] });
    expect(err).toContain("not answered: q1\n");
    expect(err).not.toContain("q2");
  });

  test("tells the round, and when the judge weighs it", async () => {
    const phase = { id: 2, type: "phase.started", at: "t", round: 1, phase: "judging", expected: 1 };
    await run({}, { events: [EVENTS[0] as DebateEvent, phase as unknown as DebateEvent] });
    expect(err).toMatch(/Round 1 of 3[\s\S]*the judge weighs the round/);
  });

  test("tells the turns on standard error with speaker, place, tokens and cost, and the result on standard output", async () => {
    await run();
    expect(err).toContain("Round 1 of 3");
    expect(err).toContain("Ada · round 1, response · Yes\nHello.\n[100 + 40 tokens, $0.0100, 1.5 s]");
    expect(out).toBe(outcomeText(debate()));
  });

  test("says that the demo spoke once on each of two outputs, and once in all where they are one terminal", async () => {
    const marks = (text: string) => text.match(/nobody's model spoke|words are canned/g)?.length ?? 0;
    await run();
    expect([marks(out), marks(err)]).toEqual([1, 1]);
    [out, err] = ["", ""];
    await run({}, { areOne: true });
    expect([marks(out), marks(err)]).toEqual([0, 1]);
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

  const began = (n: number) =>
    ({ type: "turn.started", at: "t", round: 1, phase: "response", model: "m", attempt: 1, ...seat(n) }) as const;
  const seat = (n: number) => ({ participantId: `p${n}`, turnId: `g1-r1-t${n}` });
  const cleo = { ...(debate().participants[0] as Debate["participants"][number]), id: "p3", name: "Cleo" };
  const together: Partial<Debate> = { mode: "simultaneous", participants: [...debate().participants, cleo] };
  const phase = { id: 2, type: "phase.started", at: "t", round: 1, phase: "responding", expected: 3 };

  test("names all who work at once on one line, and again as they finish", async () => {
    const done = (n: number) => ({ type: "turn.completed", at: "t", round: 1, phase: "response", ...seat(n), turn });
    const told = [EVENTS[0], phase, began(2), began(1), began(3), done(2), done(1), done(3), EVENTS[4]];
    const events = told.map((event, i) => ({ ...event, id: i + 1 })) as unknown as DebateEvent[];
    await run({}, { events, changes: together });
    expect(err.match(/^round .* at work$/gm)).toEqual([
      "round 1 of 3 · 0 of 3 turns · Ada, Ben, Cleo at work",
      "round 1 of 3 · 1 of 3 turns · Ada, Cleo at work",
      "round 1 of 3 · 2 of 3 turns · Cleo at work",
    ]);
  });

  test("names those who have begun before it shows the first words, where others begin later", async () => {
    const words = { ...EVENTS[2], ...seat(1) };
    const told = [EVENTS[0], phase, began(1), began(2), words, began(3), EVENTS[4]];
    const events = told.map((event, i) => ({ ...event, id: i + 1 })) as unknown as DebateEvent[];
    await run({}, { events, changes: together });
    expect(err).toMatch(/0 of 3 turns · Ada, Ben at work\n\nAda · round 1, response · Yes\nHello\./);
    expect(err.match(/at work/g)).toHaveLength(1);
  });

  test("with --verbose tells how views are summarised, and the sizes of each summary", async () => {
    const rules = { threshold: 5_000, maxLength: 2_500 };
    const changes = { summaries: { ...rules, byAgent: { p2: { threshold: null, maxLength: 2_500 } } } };
    const summary = { participantId: "p1", before: 13_402, after: 2_311, method: "model", model: "demo/debater" };
    const spent = { usage: USAGE, costUsd: 0.01, latencyMs: 2_000 };
    const made = { id: 1, type: "context.summarized", at: "t", round: 2, participantId: "p1" };
    const events = [{ ...made, summary: { ...summary, ...spent } }] as unknown as DebateEvent[];
    await run({}, { events, changes });
    expect(err).toContain("Summary: the view of Ada, 13402 characters in 2311\n");
    expect(err).not.toContain("summaries:");
    err = "";
    await run({ verbose: true }, { events, changes });
    expect(err).toContain(
      "summaries: from 5,000 characters of a view on, at most 2,500; Ben: none; each by the agent's own model\n",
    );
    expect(err).toContain("Summary: the view of Ada, 13402 characters in 2311\n");
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

  test("leaves a debate that was rejected, with its problems and exit code 4", async () => {
    const status = { type: "debate.status", at: "t", phase: null, round: 0, pausing: false };
    const events = [
      { ...status, id: 1, status: "validating", by: "validate" },
      { ...status, id: 2, status: "configuring", by: "rejected" },
      { ...EVENTS[4], id: 3 },
    ] as unknown as DebateEvent[];
    const problems = [{ pointer: "/judge/model", detail: "no such\u001b[2J model" }];
    const finished = debate({ status: "configuring", result: null, problems });
    expect(await run({}, { events, finished })).toBe(4);
    expect(out).toContain("waits as a draft for its problems to be solved:\n  judge/model no such model\n");
  });

  test("tells which models could not be checked", async () => {
    const warnings = [{ code: "model-not-checked", detail: "OpenAI is slow, so it was not checked" }];
    const passed = { id: 1, type: "debate.status", at: "t", status: "ready", by: "passed", round: 0, warnings };
    await run({}, { events: [passed] as unknown as DebateEvent[] });
    expect(err).toContain("OpenAI is slow, so it was not checked\n");
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
