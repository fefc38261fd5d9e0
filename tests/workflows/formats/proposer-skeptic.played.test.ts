import { beforeEach, describe, expect, it } from "vitest";
import { critiqueText } from "../../../domain/prompts/speaker/skeptic.ts";
import type { TemplateSearch } from "../../../domain/rules/templates/retrieval.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { AnswerResult } from "../../../domain/shapes/schemas/result.schema.ts";
import type { Critique, Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { callOf, cast, FLAWED, skepticRequest, templateSearch } from "../../support/debates/skeptic.ts";
import { withPlainMarks } from "../../support/marks.ts";
import type { ModelJournalEntry } from "../../support/models/server.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

/** What the search does now. */
let search: TemplateSearch;
const world = await useWorld({ templates: { search: (input) => search.search(input) } });
beforeEach(() => {
  search = templateSearch();
  world.models.forget();
});

const MINOR = { severity: "minor" as const, description: "It is short." };

async function play(changes: object = {}, opinion?: (round: number) => Partial<Critique>) {
  world.models.use(cast(opinion));
  const { id } = await world.create(skepticRequest(changes));
  const log = await world.finished(id);
  expect(world.models.complaints).toEqual([]);
  return { id, log, debate: await world.debate(id), transcript: await world.transcript(id) };
}

const order = (turns: Turn[]) => turns.map((t) => `${t.round} ${t.participant} ${t.phase}`);
/** Which proposals and how many critiques a request showed its speaker. */
const shown = (entry: ModelJournalEntry) => {
  const said = JSON.stringify(entry.messages);
  return [[...said.matchAll(/Proposal (\d)\./g)].map((m) => Number(m[1])), said.split(FLAWED.critique).length - 1];
};
const answerOf = ({ result }: Debate): AnswerResult => {
  if (result?.type !== "answer") throw new Error("an answer was expected");
  return result;
};
const rate = async (id: string, body: unknown) =>
  world.request(`/v1/debates/${id}/rating`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("a proposer-skeptic debate", () => {
  it("takes its turns in order, each seeing all that was said, and ends with the synthesizer's words", async () => {
    const { debate, transcript, log } = await play({ maxRounds: 2, minRounds: 2 });
    expect(order(transcript.turns)).toEqual([
      "1 Ada proposal",
      "1 Ben critique",
      "2 Ada proposal",
      "2 Ben critique",
      "2 Cleo synthesis",
    ]);
    expect(world.models.journal.map(shown)).toEqual([
      [[], 0],
      [[1], 0],
      [[1], 1],
      [[1, 2], 1],
      [[1, 2], 2],
    ]);
    // Anthropic's newest models take no temperature.
    const temperatures = world.models.journal.map((e) => e.body["temperature"]);
    expect(temperatures.filter((t) => t !== undefined)).toEqual([0.7, 0.7, 0.5]);
    expect(debate).toMatchObject({ status: "completed", round: 2, judge: null, error: null, degraded: [] });
    expect(debate.participants.map((p) => p.role)).toEqual(["proposer", "skeptic", "synthesizer"]);
    expect(answerOf(debate)).toMatchObject({
      type: "answer",
      answer: {
        text: "The whole answer.",
        earlyStopped: false,
        rounds: 2,
        score: 4,
        turnId: "g1-r2-t3",
        synthesizedBy: "p3",
      },
      endedBy: "limit",
      contested: false,
    });
    expect(debate.usage).toMatchObject({ calls: 5, inputTokens: 500 });
    const said = log.filter((e) => e.type === "turn.delta" && e["turnId"] === "g1-r2-t3").map((e) => e["text"]);
    expect(said.join("")).toBe("The whole answer.");
    expect(log.at(-1)?.type).toBe("debate.completed");
  });

  it("tells its whole story in the log, in order", async () => {
    const { log } = await play({ maxRounds: 1 });
    const story = log
      .filter((e) => !["turn.delta", "turn.started"].includes(e.type))
      .map((e) => [e.type, e["status"] ?? e["phase"]].filter(Boolean).join(" "));
    expect(story).toEqual([
      "debate.created",
      "debate.status validating",
      "debate.status ready",
      "debate.status initializing",
      "retrieval.completed",
      "debate.status running",
      "round.started",
      "phase.started proposing",
      "turn.completed proposal",
      "phase.completed proposing",
      "phase.started critiquing",
      "turn.completed critique",
      "phase.completed critiquing",
      "round.completed",
      "debate.status concluding",
      "phase.started synthesizing",
      "turn.completed synthesis",
      "phase.completed synthesizing",
      "result.completed",
      "debate.status completed",
      "debate.completed completed",
    ]);
    expect(log.map((e) => e.id)).toEqual(log.map((_, i) => i + 1));
  });

  it("keeps the skeptic's structure beside its readable text, and shows the others the text", async () => {
    const { transcript } = await play({ maxRounds: 1 });
    const critique = transcript.turns[1];
    expect(critique?.critique).toEqual(FLAWED);
    expect(critique?.text).toBe(critiqueText(FLAWED));
    const [, asked, synthesis] = world.models.journal;
    expect(asked?.schema).toMatchObject({ additionalProperties: false });
    expect(JSON.stringify(synthesis?.messages)).toContain("Critical issues:");
    expect(JSON.stringify(synthesis?.messages)).not.toContain("readyForSynthesis");
  });

  it.each([
    ["is ready and scores well", { readyForSynthesis: true, score: 8 }],
    ["finds nothing critical in what it scores 6 of 10", { score: 6, issues: [MINOR] }],
  ])("ends early, though not before round 3, when the skeptic %s", async (_what, opinion) => {
    const { debate, transcript } = await play({}, () => opinion);
    expect(debate.round).toBe(3);
    expect(answerOf(debate)).toMatchObject({ endedBy: "convergence", answer: { earlyStopped: true, rounds: 3 } });
    expect(transcript.trace).toMatchObject({
      earlyStopped: "skeptic",
      qualityScore: 10 * (answerOf(debate).answer.score ?? Number.NaN),
      autoScore: expect.any(Number),
      userRating: null,
    });
    expect(transcript.trace.timing.roundsMs).toHaveLength(3);
    expect(transcript.trace.timing.retrievalMs).toBeGreaterThanOrEqual(0);
    expect(transcript.trace.timing.conclusionMs).toBeGreaterThanOrEqual(0);
    expect(transcript.trace.models).toEqual({
      proposer: "openai/gpt-5.5",
      skeptic: "anthropic/claude-sonnet-5",
      synthesizer: "openai/gpt-5.5",
    });
  });

  it("goes on to its limit while the skeptic scores less than 6, though nothing is critical", async () => {
    const { debate } = await play({}, () => ({ score: 5, issues: [MINOR] }));
    expect(answerOf(debate)).toMatchObject({ endedBy: "limit", answer: { earlyStopped: false, rounds: 5 } });
  });

  it("asks a skeptic whose JSON is wrong once more, shown what was wrong", async () => {
    let asked = 0;
    const script = cast();
    world.models.use((request) => {
      if (callOf(request).phase !== "critique" || ++asked > 1) return script(request);
      return { text: '{"critique": "Bad.", "issues": [{"severity": "fatal", "description": "x"}], "score": 11}' };
    });
    const { id } = await world.create(skepticRequest({ maxRounds: 1 }));
    const log = await world.finished(id);
    expect(log.find((e) => e.type === "turn.failed")).toMatchObject({ kind: "invalid_response", turnId: "g1-r1-t2" });
    expect(log.filter((e) => e.type === "turn.delta").map((e) => e["text"])).not.toContainEqual(
      expect.stringContaining("fatal"),
    );
    const again = world.models.journal.filter((e) => callOf(e).phase === "critique")[1];
    for (const fault of ["issues[0].severity must be one of critical, major, minor", "readyForSynthesis is missing"])
      expect(JSON.stringify(again?.messages)).toContain(fault);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => [t.phase, t.attempt])).toEqual([
      ["proposal", 1],
      ["critique", 2],
      ["synthesis", 1],
    ]);
  });

  it("shows the skeptic's critique while it is written, and in the end the turn's whole text", async () => {
    const script = cast();
    world.models.use((request) => {
      const reply = script(request);
      return callOf(request).phase === "critique" ? { ...reply, profile: { ttft: 0, tps: 40, chunkSize: 5 } } : reply;
    });
    const { id } = await world.create(skepticRequest({ maxRounds: 1 }));
    const log = await world.finished(id);
    const said = log.filter((e) => e.type === "turn.delta" && e["turnId"] === "g1-r1-t2").map((e) => e["text"]);
    expect(said.length).toBeGreaterThan(1);
    expect(said[0]).not.toContain("issues");
    expect(FLAWED.critique.startsWith(String(said[0]))).toBe(true);
    const { turns } = await world.transcript(id);
    expect(said.join("")).toBe(turns[1]?.text);
    expect(said.join("")).toBe(critiqueText(FLAWED));
  });

  it("asks a skeptic once more that says its critique twice, and shows what stayed", async () => {
    let asked = 0;
    const script = cast();
    world.models.use((request) => {
      if (callOf(request).phase !== "critique" || ++asked > 1) return script(request);
      return { text: `{"critique": "Another word.", ${JSON.stringify(FLAWED).slice(1)}` };
    });
    const { id } = await world.create(skepticRequest({ maxRounds: 1 }));
    const log = await world.finished(id);
    expect(log.find((e) => e.type === "turn.failed")).toMatchObject({ kind: "invalid_response", turnId: "g1-r1-t2" });
    const ofSkeptic = log.filter((e) => e["turnId"] === "g1-r1-t2");
    const last = ofSkeptic.slice(ofSkeptic.findLastIndex((e) => e.type === "turn.restarted"));
    const said = last.filter((e) => e.type === "turn.delta").map((e) => e["text"]);
    expect(said.join("")).toBe(critiqueText(FLAWED));
    // What the refused answer had said stands before its refusal.
    const refused = ofSkeptic.findIndex((e) => e.type === "turn.failed");
    expect(ofSkeptic.findLastIndex((e) => e.type === "turn.delta" && e["attempt"] === 1)).toBeLessThan(refused);
  });

  it("grows harsher each round, in the last message only: every request continues the one before it", async () => {
    await play();
    for (const phase of ["proposal", "critique"]) {
      const requests = world.models.journal.filter((e) => callOf(e).phase === phase);
      expect(requests).toHaveLength(5);
      const tasks = requests.map((e) => e.messages.at(-1)?.content ?? "");
      for (const [i, task] of tasks.entries()) expect(task).toContain(`round ${i + 1} of 5`);
      const flat = requests.map((r) => [r.system, ...r.messages.map((m) => `${m.role}: ${m.content}`)].join("\n\n"));
      for (const [i, request] of flat.slice(1).entries()) {
        const before = flat[i] ?? "";
        expect(request.startsWith(before.slice(0, before.lastIndexOf("It is your turn,")))).toBe(true);
      }
    }
    const tones = world.models.journal.flatMap(
      (e) => /Severity \d of 5: .*/.exec(e.messages.at(-1)?.content ?? "")?.[0] ?? [],
    );
    expect(new Set(tones.map((tone) => tone.slice(14))).size).toBe(5);
  });

  it("adds whoever was left out with the default model", async () => {
    const participants = [{ name: "Ben", role: "skeptic", model: "openai/gpt-5.5" }];
    const { debate, transcript } = await play({ participants, maxRounds: 1 });
    expect(debate.participants.map((p) => [p.id, p.name, p.role, p.model])).toEqual([
      ["p1", "Ben", "skeptic", "openai/gpt-5.5"],
      ["p2", "Proposer", "proposer", world.catalogue.defaultModel()],
      ["p3", "Synthesizer", "synthesizer", world.catalogue.defaultModel()],
    ]);
    expect(order(transcript.turns)).toEqual(["1 Proposer proposal", "1 Ben critique", "1 Synthesizer synthesis"]);
  });
});

describe("an owner's commands in a proposer-skeptic debate", () => {
  /** Holds the first request of a phase until it is let go. */
  const held = (phase: string) => {
    const gate = Promise.withResolvers<void>();
    const script = cast();
    world.models.use(async (request) => {
      if (callOf(request).phase === phase) await gate.promise;
      return script(request);
    });
    return gate.resolve;
  };
  const started = (phase: string) => (e: FlatEvent) => e.type === "turn.started" && e["phase"] === phase;

  it("stop: the turn in flight finishes, and the synthesizer concludes over what there is", async () => {
    const release = held("critique");
    const { id } = await world.create(skepticRequest());
    await world.until(id, started("critique"));
    await world.post(`/v1/debates/${id}/stop`);
    release();
    await world.finished(id);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => t.phase)).toEqual(["proposal", "critique", "synthesis"]);
    expect(answerOf(await world.debate(id))).toMatchObject({ endedBy: "owner", answer: { earlyStopped: false } });
  });

  it("pause while the synthesizer writes: its turn finishes, and resume makes the answer of it", async () => {
    const release = held("synthesis");
    const { id } = await world.create(skepticRequest({ maxRounds: 1 }));
    await world.until(id, started("synthesis"));
    await world.post(`/v1/debates/${id}/pause`);
    release();
    await world.until(id, (e) => e.type === "debate.status" && e["status"] === "paused");
    expect((await world.debate(id)).result).toBeNull();
    await world.post(`/v1/debates/${id}/resume`);
    await world.finished(id);
    expect(answerOf(await world.debate(id)).answer.text).toBe("The whole answer.");
    expect(world.models.journal).toHaveLength(3);
  });

  it("retry after a fault of the synthesizer: nothing that was said is bought again", async () => {
    let healed = false;
    const script = cast();
    world.models.use((request) =>
      callOf(request).phase === "synthesis" && !healed ? { error: { status: 401 } } : script(request),
    );
    const { id } = await world.create(skepticRequest({ maxRounds: 1 }));
    await world.until(id, (e) => e.type === "debate.status" && e["status"] === "error");
    expect((await world.debate(id)).error).toMatchObject({ kind: "authentication", participantId: "p3" });
    healed = true;
    await world.post(`/v1/debates/${id}/retry`);
    await world.finished(id);
    expect(answerOf(await world.debate(id)).answer.text).toBe("The whole answer.");
    expect(world.models.journal).toHaveLength(4);
  });
});

describe("reasoning templates", () => {
  it("are looked up before round 1, told with their scores, and shown to the proposer alone", async () => {
    const { log, transcript } = await play({ maxRounds: 1, retrieval: { topK: 2 } });
    const found = log.find((e) => e.type === "retrieval.completed");
    expect(found).toMatchObject({
      method: "lexical",
      items: [{ id: "t1", name: "Cost and benefit" }, { name: expect.any(String) }],
    });
    expect(JSON.stringify(found)).not.toContain("Weigh what");
    expect(transcript.trace.templates).toHaveLength(2);
    const [proposer, ...others] = world.models.journal.map(({ messages }) => withPlainMarks(JSON.stringify(messages)));
    expect(proposer).toContain(String.raw`<template name=\"Cost and benefit\">\nWeigh what a step costs`);
    expect(others).toHaveLength(2);
    for (const other of others) expect(other).not.toContain("Weigh what a step costs");
  });

  it.each([["fails", () => Promise.reject(new Error("secret place")), "the template search failed"]])(
    "are done without when the search %s, and the debate says so",
    async (_what, fails, why) => {
      search = { search: fails };
      const { debate, transcript } = await play({ maxRounds: 1 });
      const degraded = [{ what: "reasoning templates", why }];
      expect(debate).toMatchObject({ status: "completed", degraded });
      expect(answerOf(debate).degraded).toEqual(degraded);
      expect(transcript.trace.templates).toEqual([]);
      expect(JSON.stringify(world.models.journal)).not.toContain("<template");
    },
  );

  it("can be had in any format, and turned off where they are on", async () => {
    world.models.use(debaters(["p1", "p2"]));
    const { id } = await world.create(requestOf({ maxRounds: 1, retrieval: {} }));
    const log = await world.finished(id);
    expect(log.find((e) => e.type === "retrieval.completed")?.["items"]).toHaveLength(3);
    const off = await play({ maxRounds: 1, retrieval: { topK: 0 } });
    expect(off.log.some((e) => e.type === "retrieval.completed")).toBe(false);
  });

  it("come from those that the service brings along where nothing else is set up", async () => {
    const own = await openWorld();
    own.models.use(cast());
    const { id } = await own.create(skepticRequest({ topic: "Should a city tax the costs of traffic?", maxRounds: 1 }));
    const log = await own.finished(id);
    const found = log.find((e) => e.type === "retrieval.completed");
    expect(found).toMatchObject({ method: "lexical", items: [{ score: expect.any(Number) }, {}, {}] });
    expect((await own.debate(id)).degraded).toEqual([]);
    await own.stop();
  });
});

describe("a rating", () => {
  it("is kept beside the log, shown in trace and report, and replaced by a later one", async () => {
    const { id, log } = await play({ maxRounds: 1 });
    expect((await rate(id, { rating: 2 })).status).toBe(200);
    const given = await rate(id, { rating: 4, comment: "Fair | <b>and</b> short." });
    expect(given.body).toMatchObject({ rating: 4, comment: "Fair | <b>and</b> short." });
    expect((await world.transcript(id)).trace.userRating).toEqual(given.body);
    const report = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(report.text).toContain("The owner's rating: 4 of 5. Fair");
    expect(report.text).toContain("| critical | Nobody pays for it. |");
    expect(report.text).toContain("## Answer");
    expect(report.text).not.toContain("<b>");
    expect(await world.finished(id)).toEqual(log);
  });

  it("is refused for a debate that runs, that there is not, and when it is no rating", async () => {
    const gate = Promise.withResolvers<void>();
    world.models.use(async (request) => {
      await gate.promise;
      return cast()(request);
    });
    const { id } = await world.create(skepticRequest({ maxRounds: 1 }));
    const early = await rate(id, { rating: 3 });
    expect([early.status, early.body]).toEqual([
      409,
      expect.objectContaining({ type: "/problems/illegal-transition", debateStatus: expect.any(String) }),
    ]);
    gate.resolve();
    await world.finished(id);
    expect((await world.transcript(id)).trace.userRating).toBeNull();
    expect((await rate("deb-20200101-000000-ABCDEF", { rating: 3 })).status).toBe(404);
    for (const [body, pointer] of [
      [{ rating: 0 }, "/rating"],
      [{ rating: 2.5 }, "/rating"],
      [{}, "/rating"],
      [{ rating: 3, mood: "grim" }, "/mood"],
      [{ rating: 3, comment: "" }, "/comment"],
    ] as const) {
      const refused = await rate(id, body);
      expect([
        refused.status,
        (refused.body as { errors: { pointer: string }[] }).errors.map((e) => e.pointer),
      ]).toEqual([422, [pointer]]);
    }
  });
});
