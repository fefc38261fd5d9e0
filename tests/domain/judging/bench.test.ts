import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { benchAnswer } from "../../../domain/judge/bench.ts";
import { isBenchs } from "../../../domain/judge/conclusion/as-bench.ts";
import { assessedBest } from "../../../domain/judge/conclusion/assessed-best.ts";
import { voteWeights } from "../../../domain/judge/conclusion/vote-weights.ts";
import { countBallots } from "../../../domain/judge/count.ts";
import { ownBallot } from "../../../domain/judge/twin-ballots.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import type { CastBallot } from "../../../domain/shapes/schemas/ballot.ts";
import { ballotOf, configFor, verdictOf } from "../../support/debates/transcripts.ts";

const config = { ...configFor(), ballotAnswers: "lead" as const };
const { participants } = config;

interface Answered {
  seat: number;
  order: "given" | "reversed";
  choice: string | null;
  probability?: number;
}

function cast({ seat, order, choice, probability = 70 }: Answered): CastBallot {
  const answer = { choice, text: `So says ${seat}.` };
  const id = `g1-b${seat}-${order}`;
  return ballotOf(config, { id, order, judge: `m/${seat}`, verdict: verdictOf(config, { answer, probability }) });
}

const bench = (...choices: (string | null)[]) =>
  choices.flatMap((choice, i) => (["given", "reversed"] as const).map((order) => cast({ seat: i + 1, order, choice })));

describe("what a bench answers", () => {
  it("is what most ballots of each order answer, in the words of the first of them, with their mean probability", () => {
    const ballots = [...bench("p2", "p1"), cast({ seat: 3, order: "given", choice: "p2", probability: 91 })].concat(
      cast({ seat: 3, order: "reversed", choice: "p2", probability: 91 }),
    );
    expect(benchAnswer(ballots)).toEqual({
      choice: "p2",
      text: "So says 1.",
      probability: 80.5,
      given: [
        { choice: "p2", ballots: 4, probability: 80.5 },
        { choice: "p1", ballots: 2, probability: 70 },
      ],
    });
  });

  it("is none where the orders answer differently, or one has no majority", () => {
    const turned = [1, 2, 3].flatMap((seat) => [
      cast({ seat, order: "given", choice: "p1" }),
      cast({ seat, order: "reversed", choice: "p2" }),
    ]);
    expect(benchAnswer(turned)).toMatchObject({ choice: null, text: null, disputed: "orders" });
    expect(benchAnswer(bench("p1", "p2"))).toMatchObject({ choice: null, disputed: "no_majority" });
  });

  it("may be none of the choices without a dispute", () => {
    expect(benchAnswer(bench(null, null))).toMatchObject({ choice: null, text: "So says 1." });
    expect(benchAnswer(bench(null, null))).not.toHaveProperty("disputed");
  });

  it("takes numbers within the tolerance for one answer", () => {
    const form = { type: "number" as const, tolerance: 5 };
    expect(benchAnswer(bench("100", "103"), form)).toMatchObject({ choice: "100", given: [{ ballots: 4 }] });
    expect(benchAnswer(bench("100", "103"), { type: "number" })).toMatchObject({ disputed: "no_majority" });
  });

  it("is nothing in debates from before, whose ballots answer nothing", () => {
    const old = ballotOf(config);
    expect(benchAnswer([old])).toBeNull();
    expect(countBallots({ ballots: [old], participants, mode: "sequential" })).not.toHaveProperty("bench");
  });

  it("is counted apart from who argued better", () => {
    const counted = countBallots({ ballots: bench("p2", "p2"), participants, mode: "sequential" });
    expect([counted.verdict.winner?.participant, counted.bench?.choice]).toEqual(["p1", "p2"]);
  });

  it("is that of the same place in the twin debate, which keeps its position, whoever argues it there", () => {
    const twin = [
      { id: "p1", name: participants[1]?.name ?? "" },
      { id: "p2", name: participants[0]?.name ?? "" },
    ];
    const own = ownBallot(cast({ seat: 1, order: "given", choice: "p1" }), { twin, participants });
    expect([own.verdict.answer?.choice, own.verdict.winner?.participant, own.winnerPlace]).toEqual(["p1", "p2", "p1"]);
  });

  const NUMBERS = ["95", "98", "100", "102", "103", "107"];
  it.each<[string, (string | null)[], AnswerForm | undefined]>([
    ["participants", ["p1", "p2", null], undefined],
    ["ids that differ in a sign alone", ["p-1", "p1", "P1"], undefined],
    ["options", ["Ban them", "ban them!", "Price them", null], { type: "choice", options: ["Price them", "Ban them"] }],
    ["texts", ["A tram", "a tram.", "A bus", null], { type: "text" }],
    ["numbers with a tolerance", [...NUMBERS, null], { type: "number", tolerance: 5 }],
  ])("does not depend on the order of the ballots, and counts every one of them: %s", (_, choices, form) => {
    const any = fc.uniqueArray(
      fc.record({
        seat: fc.integer({ min: 1, max: 5 }),
        order: fc.constantFrom("given" as const, "reversed" as const),
        choice: fc.constantFrom(...choices),
        probability: fc.integer({ min: 0, max: 100 }),
      }),
      { minLength: 1, maxLength: 10, selector: ({ seat, order }) => `${seat} ${order}` },
    );
    fc.assert(
      fc.property(any, fc.infiniteStream(fc.nat()), (answers, keys) => {
        const ballots = answers.map(cast);
        const shuffled = ballots
          .map((ballot) => ({ ballot, key: keys.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ ballot }) => ballot);
        const found = benchAnswer(ballots, form);
        // Whose words stand for all who agree is the first ballot's: a count sorts them before.
        expect({ ...benchAnswer(shuffled, form), text: found?.text }).toEqual(found);
        expect(found?.given.reduce((sum, each) => sum + each.ballots, 0)).toBe(ballots.length);
      }),
    );
  });

  it("keeps ids apart that differ in a sign alone, and no two numbers of a group lie further apart than the tolerance", () => {
    expect(benchAnswer(bench("p-1", "p1"))).toMatchObject({ disputed: "no_majority", given: [{}, {}] });
    const form = { type: "number" as const, tolerance: 5 };
    for (const values of [
      ["100", "104", "108"],
      ["104", "108", "100"],
    ]) {
      const found = benchAnswer(bench(...values), form);
      expect(found?.given.map(({ ballots }) => ballots)).toEqual([4, 2]);
      expect(found).toMatchObject({ choice: "100" });
    }
  });
});

describe("a written answer", () => {
  const found = (choice: string | null) => ({ choice });
  const sided = {
    ...config,
    participants: participants.map((p, i) => ({ ...p, side: i ? "against" : "for" }) as const),
  };
  const forms = { ...config, answers: { type: "choice" as const, options: ["Ban them", "Price them"] } };

  it.each([
    ["has the holder whom it answers", { holder: "p2" }, found("p2"), config, true],
    ["has another holder", { holder: "p1" }, found("p2"), config, false],
    ["is nobody's", { holder: null }, found("p2"), config, false],
    ["is nobody's, as the bench's: whether they are one is not known", { holder: null }, found(null), config, false],
    ["takes the side that it answers", { holder: "p2", stance: "for" }, found("for"), sided, true],
    ["takes no side", { holder: "p1", stance: "mixed" }, found("for"), sided, false],
    ["is the option that it answers", { text: "Price them, by the hour." }, found("Price them"), forms, true],
    ["is another option", { text: "Ban them." }, found("Price them"), forms, false],
    ["is to a disputed question", { holder: "p2" }, { choice: null, disputed: "orders" as const }, config, false],
  ])("that %s", (_, written, answer, about, isSame) => {
    expect(isBenchs(written, answer, about)).toBe(isSame);
  });
});

describe("the votes of judges", () => {
  it("count less the more alike they err", () => {
    const sum = (models: string[]) => voteWeights(models).reduce((a, b) => a + b, 0);
    expect(sum(["openai/a", "openai/a"])).toBe(1);
    expect(sum(["openai/gpt-a", "openai/gpt-b"])).toBeCloseTo(1.25);
    expect(sum(["openai/gpt-a", "anthropic/claude-b"])).toBeCloseTo(1.43, 2);
    expect(sum(Array.from({ length: 9 }, (_, i) => `p${i}/m`))).toBeCloseTo(2.1, 1);
  });
});

describe("the rounds' scores", () => {
  const round = (p1: number, p2: number) => ({
    assessments: [
      { participant: "p1", strengths: [], weaknesses: [], scores: {}, score: p1 },
      { participant: "p2", strengths: [], weaknesses: [], scores: {}, score: p2 },
    ],
  });

  it.each([
    ["one who leads", [round(8, 7)], ["p1"]],
    ["over all rounds", [round(8, 7), round(5, 8)], ["p2"]],
    ["both where half a point lies between them", [round(8, 7.5)], ["p1", "p2"]],
    ["nobody without a round", [], undefined],
  ])("put first %s", (_, rounds, best) => {
    expect(assessedBest(rounds, participants)).toEqual(best);
  });
});
