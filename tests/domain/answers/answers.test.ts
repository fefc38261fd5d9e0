import { describe, expect, it } from "vitest";
import { pluralityOf } from "../../../domain/rules/answers/plurality.answers.ts";
import { isSameAnswer, readAnswerText } from "../../../domain/rules/answers/same.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";

const choice: AnswerForm = { type: "choice", options: ["Knight", "Knave", "Spy"] };
const number: AnswerForm = { type: "number", tolerance: 0.05 };
const text: AnswerForm = { type: "text" };

describe("an answer is read", () => {
  it.each([
    ["Knight", "Knight"],
    [" knave. ", "Knave"],
    ["C", "Spy"],
    ["(b)", "Knave"],
    ["He must be the spy.", "Spy"],
    ["Knight or knave", null],
    ["D", null],
    ["", null],
  ])("as an option: %j", (given, answer) => {
    expect(readAnswerText(given, choice)).toBe(answer);
  });

  it.each([
    ["-12.5", "-12.5"],
    ["It is 1,234.5 km.", "1234.5"],
    ["−3", "-3"],
    ["2 + 2 = 4", null],
    ["unknown", null],
  ])("as a number: %j", (given, answer) => {
    expect(readAnswerText(given, number)).toBe(answer);
  });

  it("is the same within the tolerance, or in other words of the same letters", () => {
    expect(isSameAnswer("0.3", "0.35", number)).toBe(true);
    expect(isSameAnswer("0.3", "0.351", number)).toBe(false);
    expect(isSameAnswer("0.30000000000000004", "0.3", { type: "number" })).toBe(true);
    expect(isSameAnswer("New York", "new-york!", text)).toBe(true);
    expect(isSameAnswer("+", "-", text)).toBe(false);
  });
});

describe("a plurality", () => {
  it("counts answers that are the same together and leaves out those without one", () => {
    const counted = pluralityOf(["1", "1.04", "7", null, null], { form: number, seed: "a" });
    expect(counted).toEqual({ answer: "1", votes: 2 });
    expect(pluralityOf([null], { form: number, seed: "a" })).toEqual({ answer: null, votes: 0 });
  });

  it("breaks a tie by the seed: always alike for one seed, and evenly over many", () => {
    const tie = (seed: string) => pluralityOf(["Spy", "Knight"], { form: choice, seed });
    expect(tie("i1")).toEqual(tie("i1"));
    expect(tie("i1").tied).toEqual(["Knight", "Spy"]);
    const knights = Array.from({ length: 1_000 }, (_, i) => tie(`exp/${i}/1`).answer).filter((a) => a === "Knight");
    expect(knights.length).toBeGreaterThan(450);
    expect(knights.length).toBeLessThan(550);
  });
});
