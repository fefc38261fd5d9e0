import { describe, expect, it } from "vitest";
import { flipsOf } from "../../../domain/judge/signals/flips.ts";
import { buildAssessmentPrompt, readAssessment } from "../../../domain/prompts/for-judge/assessment.judge-prompt.ts";
import { buildTrace } from "../../../domain/show/export/trace.ts";
import { assessmentOf, configFor, debateOf, roundsOf, scoresOf } from "../../support/debates/transcripts.ts";

const config = { ...configFor(), exhibits: [{ id: "E1", title: "Counts", text: "41 cars." }] };
const turns = roundsOf(config, 2);
const turnIds = turns.map((turn) => turn.id);
const stays = (participant: string) => ({ participant, changed: false, from: null, to: null, cause: null });
const moves = (participant: string, cause: string | null) => ({
  participant,
  changed: true,
  from: "A ban.",
  to: "A toll.",
  cause,
});

function read(positions: unknown, round = 2) {
  const answer = {
    reasoning: "See g1-r2-t1.",
    assessments: ["p1", "p2"].map((participant) => ({
      participant,
      strengths: [],
      weaknesses: [],
      scores: scoresOf(7),
    })),
    flags: { repetitive: false, drifting: false, diminishingReturns: false, convergenceReached: false },
    qualityScore: 6,
    shouldContinue: true,
    recommendations: [],
    ...(positions !== undefined && { positions }),
  };
  return readAssessment(JSON.stringify(answer), { config, round, active: ["p1", "p2"], turnIds });
}

function faults(positions: unknown, round?: number): string[] {
  const reading = read(positions, round);
  return reading.ok ? [] : reading.faults;
}

describe("a judge is asked whose position changed", () => {
  const build = (round: number) => buildAssessmentPrompt({ config, round, turns, assessments: [] });
  const task = (round: number) => build(round).messages[0]?.content.at(-1);
  const fields = (round: number) => Object.keys(build(round).output?.schema["properties"] as object);

  it("from round 2 on: before that there is nothing to compare with", () => {
    expect(task(2)).toContain("changed: whether it holds another position than in the round before");
    expect(fields(2)).toContain("positions");
    expect(task(1)).toContain("- positions: an empty list.");
  });
});

describe("an answer on positions", () => {
  it("may name a turn, an exhibit or nothing as the cause", () => {
    for (const cause of ["g1-r1-t2", "E1", null]) expect(faults([moves("p1", cause), stays("p2")])).toEqual([]);
  });

  it("is asked for again when its cause does not exist", () => {
    expect(faults([moves("p1", "g1-r9-t1"), stays("p2")])).toContain(
      "Turn g1-r9-t1 is cited, but there is no such turn.",
    );
    expect(faults([moves("p1", "E7"), stays("p2")])).toEqual([
      "positions[0].cause must be one turn's id, one exhibit's number or null, not \"E7\".",
    ]);
  });

  it("is asked for again when it leaves somebody out, names one twice, or a stranger", () => {
    expect(faults([stays("p1")])).toEqual(["Participant p2 stands 0 times in positions, not once."]);
    expect(faults([stays("p1"), stays("p2"), stays("p2")])).toEqual([
      "Participant p2 stands 2 times in positions, not once.",
    ]);
    expect(faults([stays("p1"), stays("p2"), stays("p9")])).toEqual([
      "positions[2].participant must be one of p1, p2.",
    ]);
  });

  it("is asked for again when it does not say from what to what", () => {
    expect(faults([{ ...moves("p1", null), to: " " }, stays("p2")])).toEqual([
      "positions[0] has changed, so from and to must say both positions.",
    ]);
  });

  it("has one schema in every round, so that what a provider puts before the prompt stays the same", () => {
    const schema = (round: number) => buildAssessmentPrompt({ config, round, turns, assessments: [] }).output;
    expect(schema(1)).toEqual(schema(2));
  });

  it("may be left out, and counts for nothing in round 1", () => {
    expect(faults(undefined)).toEqual([]);
    const reading = read([stays("p1"), moves("p2", "E7")], 1);
    expect(reading.ok && "positions" in reading.value).toBe(false);
    expect(reading.ok).toBe(true);
  });
});

describe("flips", () => {
  it("are those who changed, prompted where another's turn or an exhibit is the cause", () => {
    const found = flipsOf([moves("p1", "g1-r1-t2"), moves("p2", null)], { config, turns });
    expect(found).toEqual([
      { participant: "p1", from: "A ban.", to: "A toll.", cause: "g1-r1-t2", prompted: true, position: "held" },
      { participant: "p2", from: "A ban.", to: "A toll.", cause: null, prompted: false, position: "held" },
    ]);
    expect(flipsOf([moves("p1", "E1")], { config, turns })[0]?.prompted).toBe(true);
    expect(flipsOf([stays("p1"), stays("p2")], { config, turns })).toEqual([]);
  });

  it("keep positions that were to be held apart from those that were free to move", () => {
    const found = (about: Pick<typeof config, "format" | "participants">) =>
      flipsOf([moves("p1", "E1"), moves("p2", "E1")], { config: about, turns }).map(({ position }) => position);
    const [ada, bruno] = config.participants;
    if (!ada || !bruno) throw new Error("two speak");
    expect(found({ format: "convergence-seeking", participants: [ada, bruno] })).toEqual(["open", "open"]);
    expect(
      found({
        format: "roundtable",
        participants: [
          { ...ada, side: "for" },
          { ...bruno, side: "neutral" },
        ],
      }),
    ).toEqual(["held", "open"]);
  });

  it("are unprompted when somebody names a turn of their own", () => {
    expect(flipsOf([moves("p1", "g1-r1-t1")], { config, turns })[0]).toMatchObject({
      cause: "g1-r1-t1",
      prompted: false,
    });
  });

  it("stand in the trace with their rounds, which says nothing of them where nobody was asked", () => {
    const [flip] = flipsOf([moves("p1", null)], { config, turns });
    const of = (assessments: Parameters<typeof buildTrace>[0]["assessments"]) =>
      buildTrace({ debate: debateOf(config), turns: [], assessments, result: null, events: [] }).flips;
    expect(of([assessmentOf(config, 1), assessmentOf(config, 2, { flips: flip ? [flip] : [] })])).toEqual([
      { round: 2, ...flip },
    ]);
    expect(of([assessmentOf(config, 2, { flips: [] })])).toEqual([]);
    expect(of([assessmentOf(config, 1)])).toBeUndefined();
  });
});
