import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../../domain/show/report/markdown.report.ts";
import { agents, dialecticRequest, markOf, SOLUTION } from "../../support/agents.ts";
import { answering, questionRequest } from "../../support/debates/question.ts";
import { cast, FLAWED, skepticRequest } from "../../support/debates/skeptic.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const REFRAIN = "Trams carry far more people than cars on the same width of street, and without fumes.";

const world = await useWorld();

async function play(body: object, script: (request: ModelRequest) => ModelReplyScript) {
  world.models.use(script);
  const { id } = await world.create(body);
  await world.finished(id);
  const debate = await world.debate(id);
  expect(debate.status).toBe("completed");
  return { debate, transcript: await world.transcript(id) };
}

/** Everybody says the same in every turn. */
const parrots = debaters(["p1", "p2"], { turn: () => ({ text: REFRAIN }) });
const sided = (format: string) => {
  const body = requestOf({ format, maxRounds: 2 }) as { participants: object[] };
  const sides = ["for", "against"];
  return { ...body, participants: body.participants.map((p, i) => ({ ...p, side: sides[i] })) };
};

describe("a debate that no judge assesses by round", () => {
  it.each([
    ["oxford", [2, 2], [1, 2]],
    ["lincoln-douglas", [6, 2], [5, 2]],
    ["roundtable", [2, 2], [1, 2]],
  ])("of the format %s measures in each round which turns repeat", async (format, turns, repeating) => {
    const { transcript } = await play(sided(format), parrots);
    expect(transcript.assessments).toEqual([]);
    const { measured = [], autoScore, models } = transcript.trace;
    expect(measured.map(({ round, repetition }) => [round, repetition.length])).toEqual([
      [1, repeating[0]],
      [2, repeating[1]],
    ]);
    const shares = turns.map((count, i) => 100 - (50 * (repeating[i] ?? 0)) / count);
    expect(autoScore).toBe(Math.round(((shares[0] ?? 0) + (shares[1] ?? 0)) / 2));
    expect(models).not.toHaveProperty("embedding");
    expect(transcript.turns.map(({ repetition }) => repetition?.with ?? null)).toEqual([
      null,
      ...transcript.turns.slice(1).map(() => "g1-r1-t1"),
    ]);
    expect(renderMarkdown(transcript)).toMatch(
      /Measured: (Ada|Ben)'s \w+ in round 2 repeats (Ada|Ben)'s \w+ in round 1 \(overlap 1\)/,
    );
  });

  it("of the format dialectic counts no better version as a repetition, and takes the solution's confidence", async () => {
    const fresh = (about: Parameters<typeof markOf>[0]) => ({ text: `${markOf(about)} Nobody asked the shops.` });
    const script = agents({
      turn: (about) => (about.kind === "critique" ? { text: REFRAIN } : fresh(about)),
    });
    const { transcript } = await play(dialecticRequest({ maxRounds: 2 }), script);
    const { measured = [], autoScore, qualityScore } = transcript.trace;
    const phaseOf = new Map(transcript.turns.map(({ id, phase }) => [id, phase]));
    // In round 2 both critiques say again what those of round 1 said.
    const repeated = measured[1]?.repetition.filter(({ turnId }) => phaseOf.get(turnId) === "critique");
    expect(repeated?.map(({ with: earlier }) => phaseOf.get(earlier))).toEqual(["critique", "critique"]);
    expect(measured[0]?.repetition.filter(({ turnId }) => phaseOf.get(turnId) === "critique")).toEqual([]);
    expect(autoScore).toBeLessThan(100);
    expect(qualityScore).toBe(SOLUTION.confidence);
  });

  it("of the format proposer-skeptic counts proposals and critiques, and ten times the skeptic's score", async () => {
    const usual = cast();
    const script = (request: ModelRequest) => {
      const reply = usual(request);
      const changed = `${REFRAIN} ${reply.text} So much for what this round has changed.`;
      return reply.text?.startsWith("Proposal") ? { ...reply, text: changed } : reply;
    };
    const { transcript } = await play(skepticRequest({ maxRounds: 2, minRounds: 2 }), script);
    const { measured = [], autoScore, qualityScore } = transcript.trace;
    // The critique of round 2 has the words of the first; the proposal is a new version of its own.
    expect(measured.map(({ repetition }) => repetition.map(({ turnId }) => turnId))).toEqual([[], ["g1-r2-t2"]]);
    expect(transcript.turns.map(({ repetition }) => repetition === undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect([autoScore, qualityScore]).toEqual([Math.round((100 + 75) / 2), 10 * FLAWED.score]);
  });
});

describe("a debate in which everybody repeats for two rounds running", () => {
  it.each([
    ["free-form", "every-round"],
    ["free-form", "final-only"],
    ["convergence-seeking", "final-only"],
  ])("of the format %s, judged %s, ends, and its trace says that the code found it", async (format, judging) => {
    const { debate, transcript } = await play(requestOf({ format, judging, maxRounds: 6 }), parrots);
    expect(debate).toMatchObject({ round: 3, result: { type: "verdict", endedBy: "convergence" } });
    expect(transcript.trace.earlyStopped).toBe("code");
    expect(renderMarkdown(transcript)).toContain("Ended before its last round by what the code measured");
    const over = transcript.events.find(({ data }) => data["endedBy"] !== undefined);
    expect(over?.data).toMatchObject({ endedBy: "convergence", convergedBy: "code" });
  });

  it("of the format structured-rounds closes in the next round", async () => {
    const request = requestOf({ format: "structured-rounds", judging: "final-only", maxRounds: 7 });
    const { debate, transcript } = await play(request, parrots);
    expect(transcript.turns.map(({ phase }) => phase).slice(-3)).toEqual(["rebuttal", "closing", "closing"]);
    expect(debate).toMatchObject({ round: 4, result: { endedBy: "convergence" } });
    expect(transcript.trace.earlyStopped).toBe("code");
  });

  it("of the format proposer-skeptic ends without a content skeptic, and its report says why", async () => {
    const usual = cast();
    const script = (request: ModelRequest) => {
      const reply = usual(request);
      return reply.text?.startsWith("Proposal") ? { ...reply, text: REFRAIN } : reply;
    };
    const { debate, transcript } = await play(skepticRequest({ maxRounds: 8 }), script);
    expect(debate).toMatchObject({ round: 3, result: { endedBy: "convergence", answer: { earlyStopped: false } } });
    expect(transcript.trace.earlyStopped).toBe("code");
    expect(renderMarkdown(transcript)).toContain("came together, or had little left to add");
  });

  it("of the format question is one in which nobody changed an answer", async () => {
    const script = answering(({ model }) => (model === "one" ? "A" : "B"));
    const { debate, transcript } = await play(questionRequest({ maxRounds: 6 }), script);
    expect(debate).toMatchObject({ round: 3, result: { endedBy: "convergence" } });
    expect(transcript.trace.earlyStopped).toBe("answers");
  });
});

describe("an assessed debate", () => {
  it("has the assessments' measurements, and those of the turns where the judge is gone", async () => {
    const usual = debaters(["p1", "p2"], { turn: () => ({ text: REFRAIN }) });
    const script = (request: ModelRequest) =>
      request.messages.at(-1)?.content.includes("Assess round 2") ? { text: "I would rather not." } : usual(request);
    const body = requestOf({ maxRounds: 2, policies: { onJudgeFailure: "continue" } });
    const { transcript } = await play(body, script);
    expect(transcript.assessments.map(({ round }) => round)).toEqual([1]);
    expect(transcript.trace.measured?.map(({ round, repetition }) => [round, repetition.length])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(transcript.trace.autoScore).toBe(Math.round((75 + 50) / 2));
  });

  it("goes on when the judge flags five rounds in a row as repetitive, which the code does not measure", async () => {
    const script = debaters(["p1", "p2"], { opinion: (round) => ({ repetitive: round > 1 }) });
    const { debate } = await play(requestOf({ format: "convergence-seeking", maxRounds: 6 }), script);
    expect(debate).toMatchObject({ round: 6, result: { endedBy: "limit" } });
    expect(debate.assessments.map((a) => a.measured?.diminishingReturns)).not.toContain(true);
  });

  it("keeps by round what the participants agree on, in state, transcript and report", async () => {
    const AREAS = ["Streets are for people.", "Ada and Ben want buses."];
    const script = debaters(["p1", "p2"], { opinion: (round) => (round === 2 ? { agreementAreas: AREAS } : {}) });
    const { debate, transcript } = await play(requestOf({ maxRounds: 2 }), script);
    expect(debate.assessments.map(({ agreementAreas }) => agreementAreas)).toEqual([undefined, AREAS]);
    expect(transcript.assessments.map(({ agreementAreas }) => agreementAreas)).toEqual([undefined, AREAS]);
    expect(renderMarkdown(transcript)).toContain("Agreement: Streets are for people.");
  });
});
