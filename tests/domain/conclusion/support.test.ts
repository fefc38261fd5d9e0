import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { benchAnswer } from "../../../domain/judge/bench.ts";
import { type Ruled, supportOf, unvoted } from "../../../domain/judge/conclusion/support.ts";
import { countBallots } from "../../../domain/judge/count.ts";
import { wholeResult } from "../../../domain/play/records/whole-result.ts";
import type { CastBallot } from "../../../domain/shapes/schemas/ballot.ts";
import type { AnswerReview } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { ControlArm } from "../../../domain/shapes/schemas/control-arm.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { isTwinBallotId, twinBallotId } from "../../../domain/shapes/turn-ids.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { ballotOf, configFor, verdictOf } from "../../support/debates/transcripts.ts";

const config = configFor();
const { participants } = config;
const IDS = participants.map(({ id }) => id);
const said = (...findings: AnswerReview["finding"][]) =>
  findings.map((finding, i) => ({ judge: MODELS[i] ?? "", finding }));
const MODELS = ["openai/gpt-5.5", "anthropic/claude-sonnet-5", "google/gemini-3", "openai/o9"];

interface Cast {
  seat: number;
  order: "given" | "reversed";
  winner: string | null;
  /** By how much of 100 the winner leads. */
  lead: number;
  judge?: string;
}

function cast({ seat, order, winner, lead, judge = MODELS[seat - 1] ?? "" }: Cast): CastBallot {
  const scores = Object.fromEntries(IDS.map((id) => [id, id === winner ? 60 + lead : 60]));
  const named = winner === null ? null : { participant: winner, reasoning: "It met more objections." };
  return ballotOf(config, {
    id: `g1-b${seat}-${order}`,
    judge,
    order,
    verdict: verdictOf(config, { winner: named, scores }),
  });
}

/** Each judge in both orders. */
const bench = (seats: number, about: { winner?: string | null; lead?: number; judge?: string } = {}) =>
  Array.from({ length: seats }, (_, i) => i + 1).flatMap((seat) =>
    (["given", "reversed"] as const).map((order) => cast({ seat, order, winner: "p1", lead: 10, ...about })),
  );

/** The same on the twin debate, where everybody has the other's place. */
const twinned = (ballots: CastBallot[]) => [
  ...ballots,
  ...ballots.map((ballot) => ({ ...ballot, id: twinBallotId(ballot.id) })),
];

function support(ballots: CastBallot[], more: Partial<Ruled> = {}) {
  const { verdict, contestedBecause, orderCheck } = countBallots({ ballots, participants, mode: "sequential" });
  return supportOf({ ballots, participants, winner: verdict.winner, contestedBecause, orderCheck, ...more });
}

describe("the support of a winner", () => {
  it("is moderate when judges of two families name one in both orders, and says what keeps it from more", () => {
    expect(support(bench(2))).toEqual({
      level: "moderate",
      leads: "winner",
      winnerShare: 1,
      margin: 10,
      judges: 2,
      independent: 1.4,
      families: ["anthropic", "openai"],
      orderCheck: "labels",
      ballots: { valid: 4, asked: 4 },
      weakenedBy: ["no_twin", "nothing_checked"],
      because: [
        "4 of 4 ballots name Ada.",
        "The winner leads by 10 of 100 on average.",
        "The judges ruled in two orders, which differ in labels.",
        "2 judges of 2 model families count for about 1.4 independent votes.",
        "No twin debate was held, with everybody in the other's place.",
        "No claim was checked: there were no exhibits.",
      ],
    });
  });

  it.each<[string, CastBallot[], Partial<Ruled>, string]>([
    ["the twin debate too", twinned(bench(2)), {}, "strong"],
    ["a claim that the exhibits support", twinned(bench(2)), { claims: ["supported", "unverified"] }, "strong"],
    ["claims of which none is supported", twinned(bench(2)), { claims: ["unverified"] }, "moderate"],
    ["rounds whose scores lead elsewhere", twinned(bench(2)), { assessedBest: ["p2"] }, "moderate"],
    ["rounds whose scores lead there", twinned(bench(2)), { assessedBest: ["p1", "p2"] }, "strong"],
    ["a judge of a debater's family", twinned(bench(2)), { debaters: ["openai"] }, "moderate"],
    ["two more families beside a debater's", twinned(bench(3)), { debaters: ["openai"] }, "strong"],
    ["a margin below 10", twinned(bench(2, { lead: 9 })), {}, "moderate"],
    ["a single judge", bench(1), {}, "weak"],
    ["judges of one family", bench(2, { judge: "openai/gpt-5.5" }), {}, "weak"],
    ["a single order", bench(2).filter(({ order }) => order === "given"), {}, "weak"],
    ["a margin below 5", bench(2, { lead: 4 }), {}, "weak"],
    ["a draw", bench(2, { winner: null }), {}, "weak"],
    ["a quarter of the ballots lost", bench(3), { asked: 8 }, "moderate"],
    ["more of them lost", bench(3), { asked: 9 }, "weak"],
    [
      "three of four judges",
      [...bench(1), cast({ seat: 2, order: "given", winner: "p1", lead: 10 }), ...bench(3), ...bench(4)].concat(
        cast({ seat: 2, order: "reversed", winner: "p2", lead: 10 }),
      ),
      {},
      "moderate",
    ],
    [
      "orders that disagree",
      [
        cast({ seat: 1, order: "given", winner: "p1", lead: 9 }),
        cast({ seat: 1, order: "reversed", winner: "p2", lead: 9 }),
      ],
      {},
      "contested",
    ],
  ])("with %s", (_, ballots, more, level) => {
    expect(support(ballots, more).level).toBe(level);
  });

  it("says that a single judge ruled", () => {
    expect(support(bench(1)).because).toContain("A single judge ruled, so the support is weak.");
  });

  it("is weak where nobody voted", () => {
    expect(unvoted("openai/gpt-5.5")).toMatchObject({ level: "weak", winnerShare: null, judges: 0 });
  });

  it("counts one model in several seats as one vote", () => {
    const thrice = [1, 2, 3].flatMap((seat) => bench(seat, { judge: "openai/gpt-5.5" }).slice(-2));
    expect(support(thrice)).toMatchObject({ judges: 3, independent: 1 });
  });

  it("counts a side's ballots and the means of its speakers", () => {
    const four = configFor({ speakers: 4 });
    const sided = four.participants.map((p, i) => ({ ...p, side: i < 2 ? ("for" as const) : ("against" as const) }));
    const scores = { p1: 80, p2: 70, p3: 60, p4: 50 };
    const ballots = (["p1", "p2", "p3"] as const).map((winner, i) =>
      ballotOf(four, {
        id: `g1-b${i + 1}-given`,
        judge: MODELS[i] ?? "",
        order: "given",
        verdict: verdictOf(four, { winner: { participant: winner, reasoning: "So." }, scores }),
      }),
    );
    const winner = { side: "for" as const };
    expect(supportOf({ ballots, participants: sided, winner, orderCheck: "none" })).toMatchObject({
      level: "weak",
      winnerShare: 0.667,
      margin: 20,
    });
  });

  const anyBallots = fc
    .array(
      fc.record({
        seat: fc.integer({ min: 1, max: 4 }),
        winner: fc.constantFrom(...IDS, null),
        lead: fc.integer({ min: -5, max: 40 }),
        order: fc.constantFrom("given" as const, "reversed" as const),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((all) => [...new Map(all.map((each) => [`${each.seat} ${each.order}`, cast(each)])).values()]);

  it("follows its table over random ballots", () => {
    fc.assert(
      fc.property(anyBallots, fc.boolean(), (own, isTwinned) => {
        const ballots = isTwinned ? twinned(own) : own;
        const { contested } = countBallots({ ballots, participants, mode: "sequential" });
        const found = support(ballots);
        expect(found.level === "contested").toBe(contested);
        const { families, margin, orderCheck } = found;
        const isPlural = families.length > 1 && orderCheck !== "none";
        if (found.level === "moderate" || found.level === "strong")
          expect([isPlural, (margin ?? 0) >= 5]).toEqual([true, true]);
        if (found.level !== "strong") return;
        expect(new Set(ballots.map((b) => b.verdict.winner?.participant)).size).toBe(1);
        expect([orderCheck, (margin ?? 0) >= 10]).toEqual(["twin", true]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the support of an answer", () => {
  const answered = (ballots: CastBallot[], choices: (string | null)[], probability = 80) =>
    ballots.map((ballot, i) => ({
      ...ballot,
      verdict: { ...ballot.verdict, answer: { choice: choices[i % choices.length] ?? null, text: "So." }, probability },
    }));
  const answerSupport = (ballots: CastBallot[], more: Partial<Ruled> = {}) =>
    support(ballots, { bench: benchAnswer(ballots) ?? undefined, ...more });

  /** Everybody answers p1's; in the twin `place` argues better. */
  const twinWins = (place: string) =>
    answered(twinned(bench(2)), ["p1"]).map((ballot) =>
      isTwinBallotId(ballot.id) ? { ...ballot, winnerPlace: place } : ballot,
    );

  it("rests on what the ballots answer, whoever argued better", () => {
    const found = answerSupport(answered(bench(2, { winner: "p1" }), ["p2"]));
    expect(found.weakenedBy).toContain("argued_elsewhere");
    expect(found).toMatchObject({ level: "moderate", leads: "answer", winnerShare: 1, margin: null, probability: 80 });
    expect(found.because.slice(0, 2)).toEqual([
      "4 of 4 ballots give this answer.",
      "Those who give it hold it to be right in 80 of 100 cases.",
    ]);
  });

  it.each<[string, CastBallot[], Partial<Ruled>, string]>([
    ["the twin debate too", answered(twinned(bench(2)), ["p1"]), {}, "strong"],
    ["another who argues better", answered(twinned(bench(2, { winner: "p2" })), ["p1"]), {}, "moderate"],
    ["another who argues better in the twin alone", twinWins("p2"), {}, "moderate"],
    ["a probability below 75", answered(twinned(bench(2)), ["p1"], 74), {}, "moderate"],
    ["a probability below 50", answered(twinned(bench(2)), ["p1"], 49), {}, "weak"],
    ["orders that answer differently", answered(bench(2), ["p1", "p2"]), {}, "contested"],
    ["no majority", answered(bench(2), ["p1", "p1", "p2", "p2"]), {}, "contested"],
    ["an answer that is none of the choices", answered(bench(2), [null]), {}, "moderate"],
    [
      "judges who agree with another answer",
      answered(bench(2), ["p1", "p2"]),
      { reviews: said("agree", "agree") },
      "moderate",
    ],
    ["judges of whom one agrees", answered(bench(2), ["p1"]), { reviews: said("agree", "disagree") }, "contested"],
    [
      "judges who cannot tell",
      answered(bench(2), ["p1"]),
      { reviews: said("cannot tell", "cannot tell") },
      "contested",
    ],
  ])("with %s", (_, ballots, more, level) => {
    expect(answerSupport(ballots, more).level).toBe(level);
  });

  it("says what judges said of an answer that the ballots did not give", () => {
    const found = answerSupport(answered(bench(2), ["p1", "p2"]), { reviews: said("agree", "cannot tell") });
    expect(found.reviewed).toEqual({ agree: 1, disagree: 0, cannotTell: 1 });
    expect(found.because[0]).toBe(
      "Of the judges who were asked whether the answer follows, 1 agree, 0 disagree and 1 cannot tell.",
    );
  });

  it("is less where the models alone answer otherwise, which is known later", () => {
    const strong = answerSupport(answered(twinned(bench(2)), ["p1"]));
    const result = { conclusion: { ...CONCLUSION, support: strong } } as Result;
    const controlArm = { differs: true } as ControlArm;
    const { conclusion } = wholeResult(result, { count: { controlArm } });
    expect(conclusion?.support).toMatchObject({ level: "moderate", weakenedBy: ["nothing_checked", "control_arm"] });
    const { weakenedBy: _new, ...old } = strong;
    const before = wholeResult({ conclusion: { ...CONCLUSION, support: old } } as Result, { count: { controlArm } });
    expect(before.conclusion?.support).toEqual(old);
  });
});
