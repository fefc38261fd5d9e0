import { describe, expect, it } from "vitest";
import { autoScore } from "../../../domain/judge/signals/auto-score.ts";
import { createRepetitions, REPETITION_THRESHOLD } from "../../../domain/judge/signals/repetition.signal.ts";
import { measuredRounds } from "../../../domain/judge/signals/rounds.signal.ts";
import { measureRound } from "../../../domain/judge/signals/signals.signal.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { assessmentOf, configFor, turnOf } from "../../support/debates/transcripts.ts";

const config = configFor({ speakers: 4 });
const TRAMS = "Trams carry far more people than cars on the same width of street, and they do it without fumes.";
const VIENNA = "Vienna built its network over forty years, so nobody should expect a change within one term.";
const threshold = REPETITION_THRESHOLD;
const repeats = (id: string) => ({ with: id, overlap: 1, by: "overlap" as const });

const said = (round: number, index: number, changes: Partial<Turn>) => turnOf(config, { round, index }, changes);
const found = (turns: Turn[], round: number, mode: "simultaneous" | "sequential" = "simultaneous") =>
  createRepetitions({ turns, mode, threshold })(round).map(({ turnId, with: earlier }) => [turnId, earlier]);

describe("a turn of a debate in phases", () => {
  it("may repeat one of an earlier phase of its round, and none of its own phase", () => {
    const turns = [
      said(1, 1, { phase: "proposal", text: TRAMS }),
      said(1, 2, { phase: "proposal", text: TRAMS }),
      said(1, 3, { phase: "critique", text: TRAMS }),
      said(1, 4, { phase: "critique", text: TRAMS }),
    ];
    expect(found(turns, 1)).toEqual([
      ["g1-r1-t3", "g1-r1-t1"],
      ["g1-r1-t4", "g1-r1-t1"],
    ]);
  });

  it("that writes its author's proposal again repeats it only where hardly anything changed", () => {
    const version = (changes: Partial<Turn>) => ({ participantId: "p1", ...changes });
    const turns = (text: string) => [
      said(1, 1, version({ phase: "proposal", text: `${TRAMS} ${VIENNA}` })),
      said(1, 3, version({ phase: "refinement", text })),
    ];
    expect(found(turns(`${TRAMS} ${VIENNA} Shops at the edge keep their parking places.`), 1)).toEqual([]);
    expect(found(turns(`${TRAMS} ${VIENNA.toUpperCase()}`), 1)).toEqual([["g1-r1-t3", "g1-r1-t1"]]);
  });

  it("that takes over another's proposal repeats it", () => {
    const turns = [
      said(1, 1, { phase: "proposal", text: TRAMS }),
      said(1, 2, { phase: "proposal", text: VIENNA }),
      said(1, 4, { phase: "refinement", text: TRAMS, participantId: "p2" }),
    ];
    expect(found(turns, 1)).toEqual([["g1-r1-t4", "g1-r1-t1"]]);
  });
});

describe("the judge's own flags of repetition", () => {
  it("are no measure of the code: a round is as measured without them", () => {
    const assessments = [1, 2, 3].map((round) =>
      assessmentOf(config, round, { flags: { ...assessmentOf(config, round).flags, repetitive: true } }),
    );
    const turns = [said(1, 1, { text: TRAMS }), said(2, 1, { text: VIENNA }), said(3, 1, { text: "Who pays for it?" })];
    const measured = measureRound({ round: 3, turns, assessments, mode: "sequential", threshold });
    expect(measured.diminishingReturns).toBe(false);
    const repeated = turns.map((turn) => ({ ...turn, repetition: null, text: `${turn.round} ${turn.text}` }));
    expect(measuredRounds({ turns: repeated, assessments }).map((m) => m.diminishingReturns)).not.toContain(true);
  });
});

describe("the measured rounds of a debate without assessments", () => {
  const turns = [1, 2, 3].flatMap((round) => [
    said(round, 1, { text: TRAMS, repetition: round > 1 ? repeats("g1-r1-t1") : null }),
    said(round, 2, { text: VIENNA, repetition: null }),
    // Nobody counts these among the round's turns.
    said(round, 3, { phase: "interjection", text: "Mind the costs." }),
    said(round, 4, { status: "failed", text: TRAMS }),
  ]);

  it("have what each turn repeats, and diminish once two in a row repeat by half", () => {
    const rounds = measuredRounds({ turns, assessments: [] });
    expect(rounds.map(({ round, repetition }) => [round, repetition.map(({ turnId }) => turnId)])).toEqual([
      [1, []],
      [2, ["g1-r2-t1"]],
      [3, ["g1-r3-t1"]],
    ]);
    expect(rounds.map(({ diminishingReturns }) => diminishingReturns)).toEqual([false, false, true]);
    expect(rounds.at(-1)?.trends).toEqual({ quality: null, novelty: null, engagement: null, length: "stable" });
    expect(autoScore({ rounds, turns, assessments: [] })).toBe(Math.round((100 + 75 + 55) / 3));
  });

  it("leave out rounds whose turns were not measured", () => {
    const older = turns.map(({ repetition: _unknown, ...turn }) => turn);
    expect(measuredRounds({ turns: older, assessments: [] })).toEqual([]);
    const half = [...older.filter(({ round }) => round < 3), ...turns.filter(({ round }) => round === 3)];
    expect(measuredRounds({ turns: half, assessments: [] }).map(({ round }) => round)).toEqual([3]);
  });

  it("say that an embedding model failed, if it did for one of their turns", () => {
    const model = "openai/text-embedding-3-small";
    const [one, other] = [null, "status 500"].map((failure, i) =>
      said(1, i + 1, { repetition: null, embedding: { model, failure } }),
    );
    const of = (...spoken: (Turn | undefined)[]) =>
      measuredRounds({ turns: spoken.filter((turn) => turn !== undefined), assessments: [] })[0]?.embedding;
    expect([of(one), of(one, other)]).toEqual([
      { model, failure: null },
      { model, failure: "status 500" },
    ]);
  });

  it("are the judge's where it assessed a round", () => {
    const measured = measureRound({ round: 1, turns: [], assessments: [], mode: "sequential", threshold });
    const judged = assessmentOf(config, 1, { measured: { ...measured, drifting: ["p1"] } });
    const rounds = measuredRounds({ turns, assessments: [judged] });
    expect(rounds.map(({ round, drifting }) => [round, drifting])).toEqual([
      [1, ["p1"]],
      [2, []],
      [3, []],
    ]);
  });
});
