import { describe, expect, it } from "vitest";
import { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { VerdictResult } from "../../../domain/shapes/schemas/result.schema.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { kindOf, verdictJson, voteJson } from "../../support/models/replies.ts";
import type { ModelJournalEntry } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();

type Side = "for" | "against" | undefined;

const bodyOf = (sides: Side[], changes: object) => {
  const body = requestOf(changes, sides.length) as { participants: object[] };
  return { ...body, participants: body.participants.map((p, i) => ({ ...p, ...(sides[i] && { side: sides[i] }) })) };
};

async function play(sides: Side[], changes: object, manner: Manner = {}) {
  world.models.use(
    debaters(
      sides.map((_, i) => `p${i + 1}`),
      manner,
    ),
  );
  const { id } = await world.create(bodyOf(sides, changes));
  const log = await world.finished(id);
  expect(world.models.complaints).toEqual([]);
  const debate = await world.debate(id);
  expect(Debate.parse(debate)).toEqual(debate);
  return { id, log, debate, transcript: await world.transcript(id) };
}

function ruling({ result }: Debate): VerdictResult {
  if (result?.type !== "verdict") throw new Error("the debate has no verdict");
  return result;
}

const order = (turns: Turn[]) => turns.map((t) => `${t.round} ${t.participant} ${t.phase}`);
/** Which speeches a request showed. */
const heard = (entry: ModelJournalEntry) =>
  [...JSON.stringify(entry.messages).matchAll(/Speech (\d+)\./g)].map((m) => Number(m[1]));
const kinds = () => world.models.journal.map(kindOf);
const turnsIn = () => world.models.journal.filter((entry) => kindOf(entry) === "turn");
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

describe("an oxford debate", () => {
  it("lets the sides speak by turns between two votes, and the side that moved the vote wins", async () => {
    const { debate, transcript, log } = await play(["against", "for", "for", "against"], {
      format: "oxford",
      maxRounds: 3,
    });
    const byTurns = (round: number, phase: string) =>
      ["Ben", "Ada", "Cleo", "Dora"].map((name) => `${round} ${name} ${phase}`);
    expect(order(transcript.turns)).toEqual([
      ...byTurns(1, "opening"),
      ...byTurns(2, "rebuttal"),
      ...byTurns(3, "closing"),
    ]);
    expect(kinds()).toEqual(["vote", ...Array(12).fill("turn"), "vote", "verdict"]);
    expect(world.models.journal.map((entry) => heard(entry))).toEqual([
      [],
      ...Array.from({ length: 12 }, (_, i) => upTo(i)),
      upTo(12),
      upTo(12),
    ]);
    expect(debate).toMatchObject({ status: "completed", round: 3, phase: null, mode: "sequential", assessments: [] });
    expect(debate.result).toMatchObject({
      type: "verdict",
      endedBy: "limit",
      vote: {
        before: { for: 0, against: 0, undecided: 1 },
        after: { for: 1, against: 0, undecided: 0 },
        swing: { for: 1, against: 0 },
      },
      // The judge's own choice was Dora, of the other side: it stays in the ballot.
      ballots: [{ winner: "p4" }],
    });
    expect(ruling(debate).verdict.winner).toEqual({ side: "for", reasoning: expect.stringContaining("moved more") });
    expect(debate.participants.map((p) => p.side)).toEqual(["against", "for", "for", "against"]);
    const votes = log.filter((e) => e.type === "vote.completed");
    expect(votes).toMatchObject([
      { round: 0, when: "before", vote: { id: "g1-vote-before", vote: "undecided", confidence: 60, attempt: 1 } },
      { round: 3, when: "after", vote: { id: "g1-vote-after", vote: "for", reasoning: "So it seems to me." } },
    ]);
  });

  it("shows the votes as a phase of their own, which is over before a round begins", async () => {
    const { log } = await play(["for", "against"], { format: "oxford", maxRounds: 2 });
    const story = log
      .filter((e) => /^(phase|round|vote)\./.test(e.type))
      .map((e) => [e.type, e["phase"] ?? e["when"] ?? e["round"]].join(" "));
    expect(story.slice(0, 5)).toEqual([
      "phase.started voting",
      "vote.completed before",
      "phase.completed voting",
      "round.started 1",
      "phase.started responding",
    ]);
    expect(story.slice(-6)).toEqual([
      "round.completed 2",
      "phase.started voting",
      "vote.completed after",
      "phase.completed voting",
      "phase.started balloting",
      "phase.completed balloting",
    ]);
  });

  it("goes by the scores when no vote moved, and counts every vote's cost as the judge's", async () => {
    const { id, debate } = await play(
      ["for", "against"],
      { format: "oxford", maxRounds: 2 },
      { vote: () => ({ text: voteJson("for"), usage: { input: 200, output: 50 } }) },
    );
    expect(ruling(debate).vote?.swing).toEqual({ for: 0, against: 0 });
    expect(ruling(debate).verdict.winner).toEqual({
      side: "against",
      reasoning: expect.stringContaining("(60 for, 70 against)"),
    });
    expect(debate.judge?.usage).toMatchObject({ calls: 3, inputTokens: 2 * 200 + 500, outputTokens: 2 * 50 + 200 });
    const { body } = await world.request(`/v1/debates/${id}/costs`);
    expect(body.judge.usage).toMatchObject({ calls: 3, inputTokens: 900 });
    expect(body.total.costUsd).toBeCloseTo(debate.cost.totalUsd ?? Number.NaN, 9);
  });

  it("shows votes and the side that won in its report, and in Temporal's result", async () => {
    const { id } = await play(
      ["for", "against"],
      { format: "oxford", maxRounds: 2 },
      { rule: () => ({ text: verdictJson(["p1", "p2"], "p1") }) },
    );
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain("**Winner:** the side for the motion");
    expect(text).toContain("| Before | 0 | 0 | 1 |");
    expect(text).toContain(String.raw`| Swing | \+1 | 0 |`);
    expect(await world.handle(id).result()).toMatchObject({ winner: null, winningSide: "for" });
  });

  it("is contested when the judge's vote moves to a side and its scores favour the other", async () => {
    const { id, debate } = await play(["for", "against"], { format: "oxford", maxRounds: 2 });
    expect(debate.result).toMatchObject({ contested: true, contestedBecause: "vote_and_scores" });
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain(
      "**Contested: the judges’ scores oppose the votes on the motion, so nobody is named the winner.**",
    );
    expect(text).toContain("but their scores favour the side against by 10 of 100.");
  });

  it("asks once more for a vote that does not keep to its schema", async () => {
    let votes = 0;
    const { debate, log } = await play(
      ["for", "against"],
      { format: "oxford", maxRounds: 2 },
      { vote: () => ({ text: ++votes === 1 ? '{"vote":"maybe"}' : voteJson("against") }) },
    );
    expect(ruling(debate).vote?.before).toEqual({ for: 0, against: 1, undecided: 0 });
    expect(log.find((e) => e.type === "judge.failed")).toMatchObject({
      actId: "g1-vote-before",
      kind: "invalid_response",
    });
    const again = world.models.journal[1]?.messages.at(-1)?.content;
    expect(again).toContain("vote must be one of for, against, undecided.");
  });

  it("is cancelled, and its log closed, when its owner stops it during the first vote", async () => {
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    world.models.use(async (request) => {
      asked.resolve();
      await gate.promise;
      return debaters(["p1", "p2"])(request);
    });
    const { id } = await world.create(bodyOf(["for", "against"], { format: "oxford", maxRounds: 2 }));
    await asked.promise;
    const { body } = await world.post(`/v1/debates/${id}/stop`);
    expect(body).toMatchObject({ status: "cancelled", round: 0, result: null });
    gate.resolve();
    await world.handle(id).result();
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.cancelled");
    expect(log.some((e) => e.type === "vote.completed")).toBe(false);
  });

  it("is voted on before it concludes when its owner stops it, and stands in error when that vote fails", async () => {
    const gate = Promise.withResolvers<void>();
    let healed = false;
    const script = debaters(["p1", "p2"], {
      vote: () => ({ text: voteJson("undecided") }),
      rule: () => ({ text: verdictJson(["p1"]) }),
    });
    world.models.use(async (request) => {
      const spoken = heard(request as ModelJournalEntry).length;
      if (kindOf(request) === "turn" && spoken === 0) await gate.promise;
      return kindOf(request) === "vote" && spoken > 0 && !healed ? { error: { status: 401 } } : script(request);
    });
    const { id } = await world.create(bodyOf(["for", "against"], { format: "oxford", maxRounds: 2 }));
    await world.until(id, (e) => e.type === "turn.started");
    await world.post(`/v1/debates/${id}/stop`);
    gate.resolve();
    await world.until(id, (e) => e.type === "debate.status" && e["status"] === "error");
    expect((await world.debate(id)).error).toMatchObject({ kind: "authentication" });
    healed = true;
    await world.post(`/v1/debates/${id}/retry`);
    await world.finished(id);
    const result = ruling(await world.debate(id));
    expect(result.endedBy).toBe("owner");
    expect(result.vote?.after).toEqual({ for: 0, against: 0, undecided: 1 });
    expect(result.verdict.winner?.side).toBe("for");
  });
});

describe("a lincoln-douglas debate", () => {
  it("has cases with cross-examination, rebuttals, and the affirmative's last word", async () => {
    const { debate, transcript, log } = await play(["against", "for"], { format: "lincoln-douglas", maxRounds: 3 });
    expect(order(transcript.turns)).toEqual([
      "1 Ben constructive",
      "1 Ada cross-question",
      "1 Ben cross-answer",
      "1 Ada constructive",
      "1 Ben cross-question",
      "1 Ada cross-answer",
      "2 Ben rebuttal",
      "2 Ada rebuttal",
      "3 Ada closing",
      "3 Ben closing",
    ]);
    expect(transcript.turns.slice(0, 6).map((t) => t.targetId)).toEqual([undefined, "p2", "p1", undefined, "p1", "p2"]);
    const begun = log.filter((event) => event.type === "turn.started").slice(0, 6);
    expect(begun.map((event) => event["targetId"])).toEqual([undefined, "p2", "p1", undefined, "p1", "p2"]);
    expect(turnsIn().map(heard)).toEqual(Array.from({ length: 10 }, (_, i) => upTo(i)));
    expect(kinds().slice(10)).toEqual(["verdict"]);
    expect(debate.result).toMatchObject({ endedBy: "limit", verdict: { winner: { participant: "p2" } } });
    expect(debate.result).not.toHaveProperty("vote");
  });

  it("asks for questions alone, then for answers to just them", async () => {
    await play(["for", "against"], { format: "lincoln-douglas", maxRounds: 2 });
    const instructions = turnsIn().map((entry) => entry.messages.at(-1)?.content.split("It is your turn, ").at(-1));
    expect(instructions[1]).toMatch(/Ben: round 1 of 2, cross-question\.\n.*ask, and do nothing else/);
    expect(instructions[2]).toMatch(
      /Ada: round 1 of 2, cross-answer\.\n.*answer the questions that were just put to you/,
    );
    for (const instruction of instructions.slice(1, 3)) expect(instruction).not.toContain("point by point");
  });

  it("is assessed every round when it asks for that, and runs all its rounds all the same", async () => {
    const { debate } = await play(
      ["for", "against"],
      { format: "lincoln-douglas", maxRounds: 2, judging: "every-round" },
      { opinion: () => ({ shouldContinue: false }) },
    );
    expect(debate.assessments.map((a) => a.round)).toEqual([1, 2]);
    expect(debate.result?.endedBy).toBe("limit");
  });
});

describe("a roundtable", () => {
  it("moves the speaking order on by one each round and closes in the last", async () => {
    const { debate, transcript } = await play(["for", undefined, "against"], { format: "roundtable", maxRounds: 3 });
    expect(order(transcript.turns)).toEqual([
      "1 Ada opening",
      "1 Ben opening",
      "1 Cleo opening",
      "2 Ben response",
      "2 Cleo response",
      "2 Ada response",
      "3 Cleo closing",
      "3 Ada closing",
      "3 Ben closing",
    ]);
    expect(turnsIn().map(heard)).toEqual(Array.from({ length: 9 }, (_, i) => upTo(i)));
    expect(kinds().slice(9)).toEqual(["verdict"]);
    expect(debate.participants.map((p) => p.side)).toEqual(["for", "neutral", "against"]);
    expect(debate.result).toMatchObject({ endedBy: "limit", verdict: { winner: { participant: "p3" } } });
  });

  it("seats eight", async () => {
    const { transcript } = await play(Array(8).fill(undefined), { format: "roundtable", maxRounds: 2 });
    expect(transcript.turns.map((t) => t.participantId)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 6, 7, 8, 1].map((n) => `p${n}`),
    );
  });
});
