import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countRounds } from "../../../domain/rules/answers/count-rounds.ts";
import { answerKey, isSameKey } from "../../../domain/rules/answers/key.answers.ts";
import { isSameAnswer } from "../../../domain/rules/answers/same.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { configFor, turnOf } from "../../support/debates/transcripts.ts";

const NUMBER: AnswerForm = { type: "number", tolerance: 0.1 };

/** `answers[r][i]`: of participant i in round r + 1; null: it failed. */
function counted(
  answers: (string | null)[][],
  { form = NUMBER, expected, accuracies, groups = null }: Partial<Counting> = {},
) {
  const speakers = Math.max(...answers.map((round) => round.length));
  const config = {
    ...configFor({ speakers }),
    answers: form,
    ...(expected !== undefined && { expected }),
    ...(accuracies && { accuracies }),
  };
  const turns = answers.flatMap((round, r) =>
    round.map((answer, i): Turn => {
      const place = { round: r + 1, index: i + 1 };
      const given = answer === null ? {} : { answer: { reasoning: "So.", answer, confidence: 60 } };
      const status = answer === null ? "failed" : "whole";
      return turnOf(config, place, { participantId: `p${i + 1}`, phase: "answer", status, ...given });
    }),
  );
  return countRounds({ config, turns, groups });
}

interface Counting {
  form: AnswerForm;
  expected: string;
  accuracies: Record<string, number>;
  groups: { answer: string; members: string[] }[] | null;
}

describe("the count of a question's answers", () => {
  it("takes each one's newest answer, and tells rounds apart", () => {
    const { answer, share, answered, rounds } = counted([
      ["1", "2", "2"],
      ["1", null, "1.05"],
    ]);
    expect([answer, share, answered]).toEqual(["1", 2 / 3, 3]);
    expect(rounds.map((round) => [round.answer, round.given.length])).toEqual([
      ["2", 3],
      ["1", 2],
    ]);
  });

  it("names what is tied, and is neither right nor wrong then", () => {
    const { answer, tied, share, expected } = counted([["1", "2"]], { expected: "1" });
    expect([answer, tied, share, expected?.right]).toEqual([null, ["1", "2"], 0.5, null]);
  });

  it("counts the four moves", () => {
    const { expected } = counted(
      [
        ["1", "2", "1", "2"],
        ["1", "1", "2", "3"],
      ],
      { expected: "1" },
    );
    expect(expected).toMatchObject({
      right: true,
      moves: { stayedRight: 1, wrongToRight: 1, rightToWrong: 1, stayedWrong: 1 },
    });
  });

  it("has nothing where nobody answered", () => {
    expect(counted([[null, null]])).toMatchObject({
      answer: null,
      share: null,
      answered: 0,
      rounds: [],
    });
  });

  it("takes a group's name for its answers, and compares the known answer by groups", () => {
    const groups = [
      { answer: "The capital", members: ["Paris", "Paris, France", "PARIS"] },
      { answer: "Another town", members: ["Lyon"] },
    ];
    const found = counted([["Paris", "paris, france!", "Lyon"]], { form: { type: "text" }, expected: "PARIS", groups });
    expect(found).toMatchObject({ answer: "The capital", share: 2 / 3, expected: { answer: "PARIS", right: true } });
  });

  it("weighs answers by what is known of those who give them, by hand", () => {
    const form: AnswerForm = { type: "choice", options: ["yes", "no"] };
    const found = (accuracies: Record<string, number>) => counted([["yes", "no", "no"]], { form, accuracies });
    // ln(0.9/0.1) = 2.197 against twice ln(0.7/0.3) = 0.847.
    expect(found({ p1: 0.9, p2: 0.7, p3: 0.7 })).toMatchObject({ answer: "yes", share: 1 / 3 });
    expect(found({ p1: 0.8, p2: 0.7, p3: 0.7 })).toMatchObject({ answer: "no", share: 2 / 3 });
    expect(found({ p1: 0.6, p2: 0.5, p3: 0.3 })).toMatchObject({ answer: "yes" });
    expect(found({ p1: 0.5, p2: 0.5, p3: 0.5 })).toMatchObject({ answer: "no" });
    // ln(0.8/0.2) is twice ln(0.6667/0.3333): what weighs the same goes by number.
    expect(found({ p1: 0.8, p2: 2 / 3, p3: 2 / 3 })).toMatchObject({ answer: "no" });
    expect(counted([["yes", "no"]], { form, accuracies: { p1: 0.7, p2: 0.7 } })).toMatchObject({ tied: ["yes", "no"] });
  });

  it("counts against as many wrong answers as are plausible, by hand", () => {
    const given = (wrongAnswers?: number): AnswerForm => ({ type: "number", ...(wrongAnswers && { wrongAnswers }) });
    const found = (form: AnswerForm) =>
      counted([["7", "8", "8", "8", "8"]], { form, accuracies: { p1: 0.8, p2: 0.4, p3: 0.4, p4: 0.4, p5: 0.4 } });
    // ln(0.8·1/0.2) = 1.386 against four times ln(0.4·1/0.6) < 0; with two wrong answers 2.079 against 1.151.
    expect(found(given(1))).toMatchObject({ answer: "7" });
    expect(found(given(2))).toMatchObject({ answer: "7" });
    // With three: 2.485 against four times ln(2) = 2.773; left out: ln(100) = 4.605 against four times ln(16.7) = 11.25.
    expect(found(given(3))).toMatchObject({ answer: "8", share: 0.8 });
    expect(found(given())).toMatchObject({ answer: "8", share: 0.8 });
  });

  it("takes the answer that more gave where weights do not decide: four of five that agree are no tie", () => {
    const all = (accuracy: number) => Object.fromEntries([1, 2, 3, 4, 5].map((i) => [`p${i}`, accuracy]));
    const four = [["yes", "yes", "yes", "yes", "no"]];
    for (const form of [{ type: "choice", options: ["yes", "no"] }, { type: "text" }] satisfies AnswerForm[])
      for (const accuracy of [0.01, 0.4, 0.5, 0.9])
        expect(counted(four, { form, accuracies: all(accuracy) })).toMatchObject({ answer: "yes", share: 0.8 });
  });

  it("always adds up", () => {
    const answers = fc.array(fc.option(fc.constantFrom("1", "1.05", "2", "3")), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(answers, { minLength: 1, maxLength: 4 }), (rounds) => {
        const { rounds: found } = counted(rounds);
        for (const { groups, given, answer, tied = [], share } of found) {
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(given.length);
          expect(answer === null).toBe(tied.length > 1);
          expect(share).toBe((groups[0]?.count ?? 0) / given.length);
        }
      }),
    );
  });
});

describe("seats", () => {
  it("do not matter to a count, nor to whether all agree", () => {
    const answer = fc.constantFrom("1", "1.06", "1.12", "2", "2.06", "Paris", "PARIS", "paris!");
    const forms = fc.constantFrom<AnswerForm>({ type: "text" }, NUMBER);
    const seats = fc.array(answer, { minLength: 2, maxLength: 7 });
    fc.assert(
      fc.property(seats, forms, fc.integer({ min: 1, max: 6 }), (given, form, shift) => {
        const answers = form.type === "number" ? given.filter((text) => !Number.isNaN(Number(text))) : given;
        fc.pre(answers.length > 0);
        const turned = [...answers.slice(shift % answers.length), ...answers.slice(0, shift % answers.length)];
        const of = (each: string[]) => {
          const { rounds: _rounds, ...count } = counted([each], { form });
          return count;
        };
        expect(of(turned)).toEqual(of(answers));
      }),
    );
  });
});

describe("the key of an answer", () => {
  it("is the same for the same answers, and differs for others", () => {
    expect(isSameKey(answerKey("The Seine."), answerKey("the seine"), {})).toBe(true);
    expect(isSameKey(answerKey("yes"), answerKey("no"), {})).toBe(false);
    expect(isSameKey(answerKey("-5"), answerKey("5"), {})).toBe(false);
    expect(isSameKey(answerKey("5"), answerKey("5.4"), { tolerance: 0.5 })).toBe(true);
    const long = "a long answer ".repeat(30);
    expect(answerKey(long).length).toBeLessThan(60);
    expect(isSameKey(answerKey(long), answerKey(`${long}b`), {})).toBe(false);
  });

  it("agrees with the comparison of whole answers", () => {
    const texts = fc.constantFrom("yes", "Yes!", "no", "1", "1.05", "1.2", "-1", "one, or two");
    const forms = fc.constantFrom<AnswerForm>({ type: "text" }, NUMBER);
    fc.assert(
      fc.property(texts, texts, forms, (one, other, form) => {
        fc.pre(
          form.type === "text"
            ? Number.isNaN(Number(one) + Number(other))
            : Number.isFinite(Number(one) + Number(other)),
        );
        const rules = form.type === "number" ? { tolerance: form.tolerance ?? 0 } : {};
        expect(isSameKey(answerKey(one), answerKey(other), rules)).toBe(isSameAnswer(one, other, form));
      }),
    );
  });
});

describe("the count of a vote", () => {
  const form: AnswerForm = { type: "choice", options: ["yes", "no", "unclear"] };
  const question = { type: "choice", peers: "all", show: "reasons", anonymous: true, gate: false } as const;

  /** `bought`: by two participants in turn; `debated`: by round, of each speaker; null: it failed. */
  function voted(bought: (string | null)[], debated: (string | null)[][] = [], costUsd: number | null = 0.01) {
    const vote = { most: 9, stopAt: 0.95, lead: 0.2 };
    const config = {
      ...configFor({ speakers: 2 }),
      answers: form,
      expected: "no",
      maxRounds: 3,
      question: { ...question, vote },
    };
    const turns = [bought, ...debated].flatMap((answers, r) =>
      answers.map((answer, i): Turn => {
        const given = answer === null ? {} : { answer: { reasoning: "So.", answer, confidence: 60 } };
        const about = { participantId: `p${(i % 2) + 1}`, phase: "answer" as const, costUsd, ...given };
        return turnOf(
          config,
          { round: r + 1, index: i + 1 },
          { ...about, status: answer === null ? "failed" : "whole" },
        );
      }),
    );
    return countRounds({ config, turns, groups: null });
  }

  it("counts every answer that it bought, and takes nobody's second for a change of mind", () => {
    const { answer, share, asked, answered, expected, vote } = voted(["no", "no", "yes", "no", null, "no"]);
    expect([answer, share, asked, answered]).toEqual(["no", 4 / 5, 6, 5]);
    expect(expected?.moves).toEqual({ wrongToRight: 0, rightToWrong: 0, stayedRight: 4, stayedWrong: 1 });
    expect(vote).toMatchObject({ way: "vote", bought: 6, lead: 3 / 5, debated: 0 });
    expect(vote?.saved).toEqual({ answers: 3, calls: 3 + 4, costUsd: 0.07 });
  });

  const close = ["yes", "no", "yes", "no", "yes"];

  it.each([
    [["no", "no"], "no", 2, true],
    [["yes", "no"], "yes", 5, false],
    // All change places.
    [["no", "yes"], "yes", 5, false],
    [["no", null], "no", 1, true],
  ])("counts the debate's %j where more than half agree, and else the vote", (said, answer, answered, settled) => {
    const outcome = voted(close, [said]);
    expect([outcome.answer, outcome.answered, outcome.vote?.settled]).toEqual([answer, answered, settled]);
    expect(outcome.vote).toMatchObject({ way: "debate", bought: 5, debated: 2, saved: { answers: 4, calls: 4 + 2 } });
  });

  it("counts the newest answer for each that is spoken for", () => {
    const outcome = voted(close, [
      ["no", "no"],
      ["unclear", null],
    ]);
    expect([outcome.answer, outcome.vote?.settled, outcome.answered]).toEqual(["yes", false, 5]);
    expect(outcome.expected?.moves).toEqual({ wrongToRight: 0, rightToWrong: 0, stayedRight: 1, stayedWrong: 1 });
  });

  it("does not know what was saved where a price is unknown, or nothing was asked", () => {
    expect(voted(close, [], null).vote?.saved.costUsd).toBeNull();
    expect(voted([]).vote?.saved).toEqual({ answers: 9, calls: 13, costUsd: null });
  });
});
