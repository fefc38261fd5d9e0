import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { supportOf, unvoted } from "../../../domain/judge/conclusion/support.ts";
import { countBallots } from "../../../domain/judge/count.ts";
import type { CastBallot } from "../../../domain/shapes/schemas/ballot.ts";
import { ballotOf, configFor, verdictOf } from "../../support/debates/transcripts.ts";

const config = configFor();
const { participants } = config;
const IDS = participants.map(({ id }) => id);
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

function support(ballots: CastBallot[]) {
  const { verdict, contestedBecause, orderCheck } = countBallots({ ballots, participants, mode: "sequential" });
  return supportOf({ ballots, participants, winner: verdict.winner, contestedBecause, orderCheck });
}

describe("the support of an answer", () => {
  it("is strong when judges of two families name one winner in both orders by a clear margin", () => {
    expect(support(bench(2))).toEqual({
      level: "strong",
      winnerShare: 1,
      margin: 10,
      judges: 2,
      families: ["anthropic", "openai"],
      orderCheck: "labels",
      because: [
        "4 of 4 ballots name Ada.",
        "The winner leads by 10 of 100 on average.",
        "The judges ruled in two orders, which differ in labels.",
        "2 judges of 2 model families ruled.",
      ],
    });
  });

  it.each([
    ["a single judge", bench(1), "moderate"],
    ["judges of one family", bench(2, { judge: "openai/gpt-5.5" }), "moderate"],
    ["a single order", bench(2).filter(({ order }) => order === "given"), "moderate"],
    ["a margin below 5", bench(2, { lead: 4 }), "moderate"],
    ["a margin below 2", bench(2, { lead: 1 }), "weak"],
    ["a draw", bench(2, { winner: null }), "weak"],
    [
      "three of four ballots",
      [...bench(1), cast({ seat: 2, order: "given", winner: "p1", lead: 10 }), ...bench(3), ...bench(4)].concat(
        cast({ seat: 2, order: "reversed", winner: "p2", lead: 10 }),
      ),
      "moderate",
    ],
    [
      "orders that disagree",
      [
        cast({ seat: 1, order: "given", winner: "p1", lead: 9 }),
        cast({ seat: 1, order: "reversed", winner: "p2", lead: 9 }),
      ],
      "contested",
    ],
  ] as const)("is less with %s", (_, ballots, level) => {
    expect(support([...ballots]).level).toBe(level);
  });

  it("says that a single judge ruled", () => {
    expect(support(bench(1)).because).toContain("A single judge ruled, so the support is moderate at most.");
  });

  it("is weak where nobody voted", () => {
    expect(unvoted("openai/gpt-5.5")).toMatchObject({ level: "weak", winnerShare: null, judges: 0 });
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
      fc.property(anyBallots, (ballots) => {
        const { contested } = countBallots({ ballots, participants, mode: "sequential" });
        const found = support(ballots);
        expect(found.level === "contested").toBe(contested);
        if (found.families.length < 2 || found.judges < 2) expect(found.level).not.toBe("strong");
        if (found.level === "strong") {
          expect(new Set(ballots.map((b) => b.verdict.winner?.participant)).size).toBe(1);
          expect(new Set(ballots.map((b) => b.order)).size).toBe(2);
          expect(found.margin).toBeGreaterThanOrEqual(5);
        }
        const isModerate = (found.winnerShare ?? 0) >= 0.75 && (found.margin ?? 0) >= 2;
        if (found.level === "weak") expect(isModerate).toBe(false);
        if (found.level === "moderate") expect(isModerate).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
