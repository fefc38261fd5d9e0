import { describe, expect, it } from "vitest";
import {
  type AgentsManner,
  agents,
  askedOf,
  dialecticRequest,
  markOf,
  SOLUTION,
  shownIn,
} from "../../support/agents.ts";
import type { ModelJournalEntry } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import type { FlatEvent } from "../../support/world.ts";

const world = await useWorld();

const THREE = ["architect", "security", "usability"];

async function play(changes: object = {}, manner: AgentsManner = {}, roles?: (string | undefined)[]) {
  world.models.use(agents(manner));
  const { id } = await world.create(dialecticRequest(changes, roles));
  const log = await world.finished(id);
  expect(world.models.complaints).toEqual([]);
  return { id, log, debate: await world.debate(id), transcript: await world.transcript(id) };
}

const requests = (kind: string) => world.models.journal.filter((entry) => askedOf(entry).kind === kind);
const named = (mark: string) => world.models.journal.find((entry) => markOf(askedOf(entry)) === `[${mark}]`);
const told = (log: FlatEvent[], type: string) => log.filter((e) => e.type === type);

function overlap(entries: ModelJournalEntry[]): boolean {
  return Math.max(...entries.map((e) => e.at)) < Math.min(...entries.map((e) => e.endedAt ?? 0));
}

describe("a dialectic debate of 3 agents and 2 rounds", () => {
  it("makes 3 + 6 + 3 + 0 + 6 + 3 turns and one synthesis, and a phase's turns overlap in time", async () => {
    const { log, debate, transcript } = await play({}, { turn: () => ({ profile: { ttft: 400 } }) }, THREE);
    const calls = world.models.journal.map((entry) => askedOf(entry));
    expect(calls).toHaveLength(3 + 6 + 3 + 6 + 3 + 1);
    expect(calls.at(-1)?.kind).toBe("solution");
    const phases = told(log, "phase.started").map((e) => [e["round"], e["phase"], e["expected"]].join(" "));
    expect(phases).toEqual([
      "1 proposing 3",
      "1 critiquing 6",
      "1 refining 3",
      "2 proposing 0",
      "2 critiquing 6",
      "2 refining 3",
    ]);
    for (const round of [1, 2]) {
      const critiques = requests("critique").filter((entry) => askedOf(entry).round === round);
      expect(critiques).toHaveLength(6);
      expect(overlap(critiques)).toBe(true);
    }
    const turns = transcript.turns.map((t) =>
      [t.id, t.participant, t.phase, ...(t.targetId ? [t.targetId] : [])].join(" "),
    );
    expect(turns.slice(0, 12)).toEqual([
      "g1-r1-t1 Ada proposal",
      "g1-r1-t2 Ben proposal",
      "g1-r1-t3 Cleo proposal",
      "g1-r1-t4 Ada critique g1-r1-t2",
      "g1-r1-t5 Ada critique g1-r1-t3",
      "g1-r1-t6 Ben critique g1-r1-t1",
      "g1-r1-t7 Ben critique g1-r1-t3",
      "g1-r1-t8 Cleo critique g1-r1-t1",
      "g1-r1-t9 Cleo critique g1-r1-t2",
      "g1-r1-t10 Ada refinement",
      "g1-r1-t11 Ben refinement",
      "g1-r1-t12 Cleo refinement",
    ]);
    expect(turns[12]).toBe("g1-r2-t4 Ada critique g1-r1-t11");
    const begun = told(log, "turn.started").map((e) => [e["turnId"], e["targetId"]].join(" "));
    const said = transcript.turns.map(({ id, targetId = "" }) => `${id} ${targetId}`);
    expect(begun.toSorted()).toEqual(said.toSorted());
    expect(debate).toMatchObject({ status: "completed", phase: null, round: 2, assessments: [], degraded: [] });
    expect(debate.participants.map((p) => p.role)).toEqual(THREE);
    expect(debate.result).toMatchObject({
      type: "solution",
      solution: { ...SOLUTION, synthesizedBy: "openai/gpt-5.5" },
      endedBy: "limit",
    });
  });

  it("shows each agent all proposals and all critiques, its own first, and nothing that is made at the same time", async () => {
    await play({}, {}, THREE);
    for (const name of ["Ada", "Ben", "Cleo"]) expect(shownIn(named(`proposal ${name} 1`))).toEqual([]);
    const proposals = ["proposal Ada 1", "proposal Ben 1", "proposal Cleo 1"];
    expect(shownIn(named("critique Ada 1 on g1-r1-t2"))).toEqual(proposals);
    const critiques = (round: number, on: string[]) =>
      ["Ada", "Ben", "Cleo"].flatMap((critic, i) =>
        on.filter((_, target) => target !== i).map((id) => `critique ${critic} ${round} on ${id}`),
      );
    const first = critiques(1, ["g1-r1-t1", "g1-r1-t2", "g1-r1-t3"]);
    expect(first).toHaveLength(6);
    expect(shownIn(named("refinement Ada 1"))).toEqual([...proposals, ...first]);
    const refined = ["refinement Ada 1", "refinement Ben 1", "refinement Cleo 1"];
    expect(shownIn(named("critique Ada 2 on g1-r1-t12"))).toEqual([...proposals, ...first, ...refined]);
    const again = critiques(2, ["g1-r1-t10", "g1-r1-t11", "g1-r1-t12"]);
    expect(shownIn(named("refinement Ada 2"))).toEqual([...proposals, ...first, ...refined, ...again]);
    const [, ...rest] = (named("refinement Ben 1")?.messages ?? []).map((m) => m.content);
    expect(rest.join("\n")).toContain('speaker="Ada" round="1" phase="critique" of="Cleo"');
    expect(shownIn(requests("solution")[0])).toHaveLength(21);
  });

  it("shows only the current round and the last refinements without the full history", async () => {
    const { debate } = await play({ includeFullHistory: false }, {}, THREE);
    expect(debate.summaries?.threshold).toBeNull();
    const refined = ["refinement Ada 1", "refinement Ben 1", "refinement Cleo 1"];
    expect(shownIn(named("critique Ada 2 on g1-r1-t12"))).toEqual(refined);
    const received = ["critique Ben 2 on g1-r1-t10", "critique Cleo 2 on g1-r1-t10"];
    expect(shownIn(named("refinement Ada 2"))).toEqual([...refined, ...received]);
    expect(shownIn(requests("solution")[0])).toHaveLength(3 + 6 + 3);
  });

  it("continues each agent's earlier requests up to its task", async () => {
    await play({}, {}, THREE);
    const flat = (entry: ModelJournalEntry | undefined) =>
      [entry?.system, ...(entry?.messages ?? []).map((m) => `${m.role}: ${m.content}`)].join("\n\n");
    const order = ["proposal Ada 1", "critique Ada 1 on g1-r1-t2", "refinement Ada 1", "critique Ada 2 on g1-r1-t11"];
    const mine = [...order, "refinement Ada 2"].map((mark) => flat(named(mark)));
    for (const [i, request] of mine.slice(1).entries()) {
      const before = mine[i] ?? "";
      const stable = before.slice(0, before.lastIndexOf("It is your turn,"));
      expect(stable.length).toBeGreaterThan(200);
      expect(request.startsWith(stable)).toBe(true);
    }
  });
});

describe("what the agents and the judge are told", () => {
  it("comes from the role, or from the owner's own system prompt, and the debate says which", async () => {
    const participants = [
      { name: "Ada", model: "openai/gpt-5.5", role: "performance" },
      { name: "Ben", model: "anthropic/claude-sonnet-5", systemPrompt: "You are a lawyer of the town." },
      { name: "Cleo", model: "openai/gpt-5.5" },
    ];
    const { debate } = await play({ maxRounds: 1, participants });
    expect(named("proposal Ada 1")?.system).toContain("performance engineer");
    expect(named("proposal Ben 1")?.system).toBe("You are a lawyer of the town.");
    expect(named("proposal Cleo 1")?.system).toContain("experienced generalist");
    expect(requests("solution")[0]?.system).toContain("experienced generalist");
    expect(debate.promptSources).toEqual({ p1: "built-in", p2: "custom", p3: "built-in", judge: "built-in" });
    expect(debate.participants.map((p) => p.role)).toEqual(["performance", undefined, "generalist"]);
  });

  it("takes the judge's role", async () => {
    await play({ maxRounds: 1, judge: { model: "openai/gpt-5.5", role: "operations" } });
    expect(requests("solution")[0]?.system).toContain("operations engineer");
  });

  it("asks for the solution by JSON Schema, and once more when the answer is not one", async () => {
    let asked = 0;
    const solution = () =>
      ++asked === 1 ? { json: { ...SOLUTION, tradeoffs: [], confidence: 180 } } : { json: SOLUTION };
    const { debate, log } = await play({ maxRounds: 1 }, { solution });
    const [first, second] = requests("solution");
    expect(Object.keys(first?.schema?.["properties"] ?? {})).toEqual(Object.keys(SOLUTION));
    expect(second?.messages.at(-1)?.content).toContain("tradeoffs must name at least one.");
    expect(second?.messages.at(-1)?.content).toContain("confidence must be between 0 and 100.");
    expect(debate.result).toMatchObject({ solution: SOLUTION });
    expect(told(log, "judge.failed")).toHaveLength(1);
  });
});

describe("the termination", () => {
  it("is fixed by default: nobody evaluates", async () => {
    const { debate } = await play({ maxRounds: 2 });
    expect(requests("evaluation")).toEqual([]);
    expect(debate.result?.endedBy).toBe("limit");
  });

  it.each([
    ["convergence", "convergence"],
    ["quality", "judge"],
  ])("%s ends the debate once the judge's confidence reaches the threshold", async (type, endedBy) => {
    const request = { maxRounds: 4, termination: { type, threshold: 70 } };
    const { debate, log, transcript } = await play(request, { confidence: (round) => (round === 2 ? 70 : 69) });
    expect([debate.round, debate.result?.endedBy]).toEqual([2, endedBy]);
    expect(debate.evaluations).toEqual([
      { round: 1, confidence: 69, bestRefinement: null },
      { round: 2, confidence: 70, bestRefinement: null },
    ]);
    expect(transcript.evaluations?.map((e) => e.reasoning)).toEqual(["They differ.", "They differ."]);
    expect(told(log, "phase.started").map((e) => e["phase"])).toContain("evaluating");
    expect(told(log, "evaluation.completed")).toHaveLength(2);
  });
});

describe("summaries", () => {
  const LONG = "word ".repeat(1_300);
  const long: AgentsManner["turn"] = ({ kind, speaker }) =>
    speaker === "Ada" && kind !== "critique" ? { text: `[${kind} ${speaker} 1] ${LONG}` } : {};
  const ofAgents = () => requests("summary").filter((entry) => askedOf(entry).speaker !== "the judge");

  it("take the place of an agent's long view in its own prompts only, and are stored with their sizes", async () => {
    const { debate, log, transcript } = await play({}, { turn: long });
    expect(debate.summaries).toEqual({ threshold: 5_000, maxLength: 2_500 });
    expect(ofAgents().map((entry) => entry.model)).toEqual(["gpt-5.5"]);
    expect(shownIn(requests("summary")[0])).toEqual([
      "proposal Ada 1",
      "critique Ben 1 on g1-r1-t1",
      "refinement Ada 1",
    ]);
    expect(shownIn(named("critique Ada 2 on g1-r1-t6"))).toEqual([
      "summary Ada 0",
      "refinement Ada 1",
      "refinement Ben 1",
    ]);
    expect(shownIn(named("critique Ben 2 on g1-r1-t5"))).toContain("proposal Ada 1");
    expect(transcript.summaries.map((s) => s.participantId)).toEqual(["p1", null]);
    const text = "[summary Ada 0]";
    expect(transcript.summaries[0]).toMatchObject({ participantId: "p1", round: 2, text, after: 15, method: "model" });
    expect(transcript.summaries[0]?.before).toBeGreaterThan(13_000);
    expect(told(log, "context.summarized").map((e) => e["participantId"])).toEqual(["p1", null]);
    expect(told(log, "phase.started")).toContainEqual(
      expect.objectContaining({ round: 2, phase: "summarizing", expected: 1 }),
    );
    expect(debate.degraded).toEqual([]);
  });

  it("that fail leave the full history, and are reported, never fatal", async () => {
    const summary: AgentsManner["summary"] = ({ speaker }) => ({ text: speaker === "Ada" ? "x".repeat(2_501) : "So." });
    const { debate, log } = await play({}, { turn: long, summary });
    expect(ofAgents()).toHaveLength(2);
    expect(shownIn(named("critique Ada 2 on g1-r1-t6"))).toContain("proposal Ada 1");
    expect(debate.status).toBe("completed");
    expect(debate.degraded).toEqual([
      {
        what: "the summary of Ada's view before round 2",
        why: "The summary has 2501 characters: at most 2500 are allowed.",
        participantId: "p1",
        round: 2,
      },
    ]);
    expect(debate.result?.degraded).toEqual(debate.degraded);
    expect(told(log, "act.skipped")).toHaveLength(1);
  });
});

describe("the judge's own view", () => {
  const LONG = "word ".repeat(300);
  const turn: AgentsManner["turn"] = (asked) => ({ text: `${markOf(asked)} ${LONG}` });
  const ofJudge = () => requests("summary").filter((entry) => askedOf(entry).speaker === "the judge");
  const settings = { contextWindow: { agentSummaryThreshold: 8_000, agentSummaryMaxLength: 300 } };

  it("is summarised before the solution, blind, and stands there with the newest proposals", async () => {
    const summary = () => ({ text: "Speaker A wants trams, see T1." });
    const { debate, log, transcript } = await play({ maxRounds: 1, ...settings }, { turn, summary });
    const [asked] = ofJudge();
    expect(requests("summary")).toEqual([asked]);
    expect(shownIn(asked)).toHaveLength(6);
    const [solution] = requests("solution");
    expect(shownIn(solution).map((mark) => mark.split(" ")[0])).toEqual(["refinement", "refinement"]);
    const shown = solution?.messages.map((m) => m.content).join("\n") ?? "";
    expect(shown).toContain("Speaker A wants trams, see T1.");
    for (const name of ["Ada, round", "Ben, round", "g1-r1"])
      for (const entry of [asked, solution]) expect(JSON.stringify(entry?.messages)).not.toContain(name);
    const kept = transcript.summaries[0];
    expect(kept?.text).toMatch(/^(Ada|Ben) wants trams, see g1-r1-t[12]\.$/);
    expect(kept).toMatchObject({
      id: "g1-r1-summary-judge",
      participantId: null,
      round: 1,
      method: "model",
      after: 30,
    });
    expect(kept?.before).toBeGreaterThan(9_000);
    expect(kept?.latencyMs).toBeGreaterThanOrEqual(0);
    expect(kept?.usage).toMatchObject({ calls: 1 });
    const events = log.filter((e) => e.type === "context.summarized");
    expect(events).toMatchObject([{ round: 1, participantId: null, summary: { id: "g1-r1-summary-judge" } }]);
    expect(debate).toMatchObject({ status: "completed", degraded: [], usage: { calls: 2 + 2 + 2 + 1 + 1 } });
    const report = (await world.request(`/v1/debates/${debate.id}/costs`)).body as { judge: { usage: object } };
    expect(report.judge.usage).toMatchObject({ calls: 2 });
  });

  it("whose summary fails is read whole, and the failure is reported, never fatal", async () => {
    const summary = () => ({ text: "x".repeat(301) });
    const { debate, log } = await play({ maxRounds: 1, ...settings }, { turn, summary });
    expect(ofJudge()).toHaveLength(2);
    expect(shownIn(requests("solution")[0])).toHaveLength(6);
    expect(debate).toMatchObject({ status: "completed", result: { type: "solution" } });
    const lost = "the summary of all turns for the judge: it reads them whole";
    expect(debate.degraded).toMatchObject([{ what: lost, why: expect.stringContaining("301 characters"), round: 1 }]);
    expect(debate.result?.degraded).toEqual(debate.degraded);
    expect(told(log, "judge.failed").map((e) => e["actId"])).toEqual(["g1-r1-summary-judge", "g1-r1-summary-judge"]);
  });

  it("is not summarised when summaries are off", async () => {
    const { debate } = await play({ maxRounds: 1, contextWindow: { summaries: false } }, { turn });
    expect(requests("summary")).toEqual([]);
    expect([debate.degraded, shownIn(requests("solution")[0]).length]).toEqual([[], 6]);
  });
});

describe("commands in the middle of a phase", () => {
  const during = (phase: string) => (e: FlatEvent) => e.type === "turn.started" && e["phase"] === phase;
  const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;

  it.each(["proposal", "critique", "refinement"])("pause and resume during a %s buy nothing twice", async (phase) => {
    const gate = Promise.withResolvers<void>();
    const script = agents();
    world.models.use(async (request) => {
      if (askedOf(request).kind === phase) await gate.promise;
      return script(request);
    });
    const { id } = await world.create(dialecticRequest({ maxRounds: 1 }));
    await world.until(id, during(phase));
    await world.post(`/v1/debates/${id}/pause`);
    gate.resolve();
    await world.until(id, status("paused"));
    await world.post(`/v1/debates/${id}/resume`);
    await world.finished(id);
    expect(world.models.journal).toHaveLength(2 + 2 + 2 + 1);
    expect((await world.debate(id)).result?.type).toBe("solution");
  });

  it("stop makes a solution of what is whole", async () => {
    const gate = Promise.withResolvers<void>();
    const script = agents();
    world.models.use(async (request) => {
      if (askedOf(request).kind === "critique") await gate.promise;
      return script(request);
    });
    const { id } = await world.create(dialecticRequest({ maxRounds: 3 }));
    await world.until(id, during("critique"));
    await world.post(`/v1/debates/${id}/stop`);
    gate.resolve();
    await world.finished(id);
    expect(world.models.journal.map((entry) => askedOf(entry).kind).slice(-1)).toEqual(["solution"]);
    expect(requests("refinement")).toEqual([]);
    expect((await world.debate(id)).result).toMatchObject({ type: "solution", endedBy: "owner" });
  });

  it("retry takes only the critique that failed again", async () => {
    let healed = false;
    const script = agents();
    world.models.use((request) => {
      const { kind, speaker } = askedOf(request);
      return kind === "critique" && speaker === "Ben" && !healed ? { error: { status: 401 } } : script(request);
    });
    const { id } = await world.create(dialecticRequest({ maxRounds: 1 }));
    await world.until(id, status("error"));
    healed = true;
    await world.post(`/v1/debates/${id}/retry`);
    await world.finished(id);
    expect(requests("critique")).toHaveLength(3);
    expect(requests("proposal")).toHaveLength(2);
  });
});

describe("a dialectic request", () => {
  const refused = async (changes: object, roles?: string[]) => {
    const { status, body } = await world.post("/v1/debates", dialecticRequest(changes, roles));
    expect(status).toBe(422);
    return (body as { errors: { pointer: string; detail: string }[] }).errors;
  };

  it("with an unknown role is refused, naming those that there are", async () => {
    const errors = await refused({ judge: { model: "openai/gpt-5.5", role: "king" } }, ["architect", "wizard"]);
    expect(errors.map((e) => e.pointer)).toEqual(["/participants/1/role", "/judge/role"]);
    const known = "architect, performance, security, data-modelling, testing, usability, operations, generalist";
    expect(errors[0]?.detail).toBe(`unknown role "wizard": one of ${known}; or give a systemPrompt instead`);
    expect(world.models.journal).toEqual([]);
  });

  it("is refused where a field has no meaning for it, and its fields are refused elsewhere", async () => {
    const own = await refused({
      mode: "sequential",
      judging: "final-only",
      termination: { type: "fixed", threshold: 101 },
    });
    expect(own.map((e) => e.pointer).toSorted()).toEqual(["/judging", "/mode", "/termination/threshold"]);
    const other = await refused({ format: "free-form", termination: { type: "fixed" }, includeFullHistory: true });
    expect(other.map((e) => e.pointer).toSorted()).toEqual([
      "/includeFullHistory",
      "/participants/0/role",
      "/participants/1/role",
      "/termination",
    ]);
    const foreign = { format: "free-form", contextWindow: { strategy: "auto", agentSummaryThreshold: 9 } };
    expect((await refused(foreign)).map((e) => e.pointer)).toContain("/contextWindow/agentSummaryThreshold");
    expect((await refused({ promptLayout: "shared" })).map((e) => e.pointer)).toEqual(["/promptLayout"]);
  });

  it("is told the roles at GET /v1/roles", async () => {
    const { status, body } = await world.request("/v1/roles");
    expect(status).toBe(200);
    const { items } = body as { items: Record<string, string>[] };
    expect(items).toHaveLength(8);
    for (const item of items)
      for (const field of ["system", "propose", "critique", "refine"]) expect(item[field]?.length).toBeGreaterThan(40);
  });
});

describe("the report", () => {
  it("shows proposals, critiques by target, refinements, the evaluation, the solution, and what it cost", async () => {
    const { id, debate } = await play({ maxRounds: 1, termination: { type: "quality" } }, {}, THREE);
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    const headings = text.split("\n").filter((line) => line.startsWith("#"));
    const at = (heading: string) => headings.indexOf(heading);
    expect(at("### Proposals")).toBeGreaterThan(at("## Round 1"));
    expect(headings.slice(at("### Critiques") + 1, at("### Refinements"))).toEqual([
      "#### Ada on Ben (g1-r1-t2) (g1-r1-t4)",
      "#### Cleo on Ben (g1-r1-t2) (g1-r1-t9)",
      "#### Ada on Cleo (g1-r1-t3) (g1-r1-t5)",
      "#### Ben on Cleo (g1-r1-t3) (g1-r1-t7)",
      "#### Ben on Ada (g1-r1-t1) (g1-r1-t6)",
      "#### Cleo on Ada (g1-r1-t1) (g1-r1-t8)",
    ]);
    expect(headings.at(at("### Refinements") + 4)).toMatch(/^### The judge on round 1: \d+ % confident$/);
    expect(text).toContain("Made by openai/gpt-5.5 with confidence 77 of 100.");
    expect(text).toContain("- Deliveries come earlier.");
    expect(text).toContain("| Ada | architect |");
    const { body } = await world.request(`/v1/debates/${id}/costs`);
    expect((body as { total: { usage: { calls: number } } }).total.usage.calls).toBe(14);
    expect(debate.usage.calls).toBe(14);
  });
});

describe("a summary under a limit", () => {
  it("that does not fit is named as lost once, and the solution is made all the same", async () => {
    const price = { maxOutputTokens: 300, priceUsdPerMTok: { input: 1, output: 10 } };
    const usage = { input: 500, output: 300 };
    const turn = () => ({ usage });
    const { log, debate } = await play(
      {
        participants: ["Ada", "Ben"].map((name) => ({ name, model: { model: "openai/plain", ...price } })),
        judge: { model: { model: "openai/plain", ...price } },
        contextWindow: { agentSummaryThreshold: 20, agentSummaryMaxLength: 40 },
        limits: { maxCostUsd: 0.053 },
      },
      { turn },
    );
    const lost = ["g1-r2-summary-1", "g1-r2-summary-2"];
    expect(told(log, "act.skipped").map((e) => e["actId"])).toEqual(lost);
    expect(debate).toMatchObject({ status: "completed", result: { type: "solution", endedBy: "budget" } });
    expect(debate.cost.totalUsd).toBeLessThanOrEqual(0.053);
  });
});
