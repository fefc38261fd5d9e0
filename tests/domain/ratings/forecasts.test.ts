/** What judges' ballots forecast, set against outcomes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Ballot } from "../../../domain/shapes/schemas/ballot.ts";
import type { BenchAnswer, VerdictResult } from "../../../domain/shapes/schemas/result.schema.ts";
import { forecastsOf } from "../../../features/ratings/domain/forecasts.rating.ts";
import { result } from "../../api/events/debate-events.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { configFor } from "../../support/debates/transcripts.ts";

type Given = [judge: string, choice: string | null, probability: number, changes?: Partial<Ballot>];

const ballot = ([judge, choice, probability, changes]: Given): Ballot => ({
  id: "g1-b1-given",
  judge,
  order: "given",
  winner: "p1",
  answer: { choice, text: "So it is." },
  probability,
  scores: {},
  valid: true,
  ...changes,
});

const bench = (choice: string | null, changes: Partial<BenchAnswer> = {}) => ({
  choice,
  text: "So it is.",
  probability: 70,
  given: [],
  ...changes,
});

const POSITIONS = configFor({ ballotAnswers: "lead" });
const sided = (ballotAnswers: "lead" | "beside") =>
  configFor({
    ballotAnswers,
    participants: POSITIONS.participants.map((p, i) => ({ ...p, side: i ? "against" : "for" }) as const),
  });
const MOTION = sided("lead");
const CONTEST = sided("beside");
const options = (...names: string[]) =>
  configFor({ ballotAnswers: "lead", answers: { type: "choice", options: names } });

interface Asked {
  config?: DebateConfig;
  answer?: string | null;
  isRight?: boolean;
  changes?: Partial<VerdictResult>;
}

const forecasts = (
  given: Given[],
  { config = MOTION, answer = "for", isRight = true, changes }: Asked = {},
): Record<string, unknown> =>
  Object.fromEntries(
    forecastsOf({ config, isRight, result: result({ bench: bench(answer), ballots: given.map(ballot), ...changes }) }),
  );

describe("a judge's forecast", () => {
  it("is the probability of its ballot, whoever argued better", () => {
    expect(forecasts([["j", "for", 80, { winner: "p2" }]], { isRight: false })).toEqual({
      j: { probability: 0.8, cameTrue: false },
    });
  });

  it("is one for both orders, the twin and all seats of its model: their mean", () => {
    const given: Given[] = [
      ["j", "for", 90],
      ["j", "for", 70, { order: "reversed" }],
      ["j", "for", 50, { twin: true }],
      ["k", "for", 60],
      ["k", "for", 99, { valid: false }],
    ];
    const found = forecasts(given);
    expect(Object.keys(found)).toEqual(["j", "k"]);
    expect(found).toEqual({
      j: { probability: expect.closeTo(0.7, 9), cameTrue: true },
      k: { probability: 0.6, cameTrue: true },
    });
  });

  it.each<[string, DebateConfig, string, string]>([
    ["the sides of a motion", MOTION, "for", "against"],
    ["two options", options("Yes", "No"), "Yes", "no"],
  ])("of %s counts for the other one too: one of them is right", (_, config, answer, other) => {
    expect(forecasts([["j", other, 80]], { config, answer })).toEqual({
      j: { probability: expect.closeTo(0.2, 9), cameTrue: true },
    });
  });

  it.each<[string, DebateConfig, string, string | null]>([
    ["of three options", options("A", "B", "C"), "A", "B"],
    ["of positions, which may all be wrong", POSITIONS, "p1", "p2"],
    ["that is none of the choices", MOTION, "for", null],
  ])("for another answer %s says nothing of the debate's, right or wrong", (_, config, answer, other) => {
    for (const isRight of [true, false])
      expect(
        forecasts(
          [
            ["j", other, 80],
            ["k", answer, 60],
            ["l", answer, 60],
            ["l", other, 60],
          ],
          { config, answer, isRight },
        ),
      ).toEqual({ k: { probability: 0.6, cameTrue: isRight } });
  });

  it("is none in debates from before, whose ballots name a winner alone", () => {
    const { answer: _answer, probability: _probability, ...old } = ballot(["j", "for", 80]);
    const { probability: _unknown, ...unsure } = ballot(["k", "for", 80]);
    expect(forecasts([], { changes: { ballots: [old, unsure] } })).toEqual({});
    const { bench: _bench, ...before } = result({ ballots: [old] });
    expect(forecastsOf({ config: configFor(), isRight: true, result: before }).size).toBe(0);
  });

  it("is the same of either of two answers: the Brier score does not depend on which the bench gives", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), fc.nat(100)), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (cast, isRight) => {
          const given = cast.map(([isFor, p]): Given => ["j", isFor ? "for" : "against", p]);
          const errorOf = (asked: Asked) => {
            const { j } = forecasts(given, asked) as { j: { probability: number; cameTrue: boolean } };
            return (j.probability - Number(j.cameTrue)) ** 2;
          };
          expect(errorOf({ answer: "against", isRight: !isRight })).toBeCloseTo(errorOf({ answer: "for", isRight }), 9);
        },
      ),
    );
  });
});

describe("the outcome is of the bench's answer", () => {
  const said = (stance: "for" | "against") => ({
    conclusion: { ...CONCLUSION, answer: { text: "So it is.", stance } },
  });

  it.each<[string, Asked, boolean]>([
    ["where the conclusion is the same", { changes: said("for") }, true],
    ["not where the conclusion is another", { changes: said("against") }, false],
    ["not where the bench disagrees", { changes: { bench: bench(null, { disputed: "orders" }) } }, false],
    ["not where it answers none of the choices", { answer: null }, false],
    ["where its side wins a contest", { config: CONTEST }, true],
    ["not where the other side wins a contest", { config: CONTEST, answer: "against" }, false],
  ])("%s", (_, asked, isKnown) => {
    expect(Object.keys(forecasts([["j", asked.answer ?? "for", 80]], asked))).toEqual(isKnown ? ["j"] : []);
  });

  it("and no other results have one", () => {
    const { verdict: _verdict, ...rest } = result();
    expect(forecastsOf({ config: MOTION, isRight: true, result: { ...rest, type: "unjudged" } }).size).toBe(0);
  });
});
