import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { YES_AND_NO } from "../../../domain/rules/answers/polarity.answers.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { answerOf } from "../../../features/experiments/domain/answer-of.ts";
import { configFor } from "../../support/debates/transcripts.ts";

const config = configFor();
type Participant = (typeof config.participants)[number];

/** What a debate that `p1` wins answers. */
function answered(form: AnswerForm, first: Partial<Participant>, language?: string) {
  const participants = config.participants.map((each, i) => (i === 0 ? { ...each, ...first } : each));
  const result = { type: "verdict", verdict: { winner: { participant: "p1" } } } as Result;
  const about = { ...config, participants, ...(language !== undefined && { language }) };
  return answerOf(result, { config: about, form, seed: "s" }).answer;
}

describe("the answer of a debate in an experiment", () => {
  it("is the option that its winner's side stands for, in each language", () => {
    fc.assert(
      fc.property(fc.constantFrom(...YES_AND_NO), ([yes, no]) => {
        const form: AnswerForm = { type: "choice", options: [yes, no] };
        expect(answered(form, { side: "for" })).toBe(yes);
        expect(answered(form, { side: "against" })).toBe(no);
      }),
    );
  });

  it("is not found in words of a position that say neither yes nor no", () => {
    const form: AnswerForm = { type: "choice", options: ["yes", "no"] };
    expect(answered(form, { position: "Ban private cars: there is no other way" })).toBeNull();
    expect(answered(form, { position: "No, price them" })).toBe("no");
  });

  it("is the number in a position, as its language writes it", () => {
    const form: AnswerForm = { type: "number" };
    expect(answered(form, { position: "Es sind 3,5 km" }, "de")).toBe("3.5");
    expect(answered(form, { position: "Es sind 1.234 km" }, "de")).toBe("1234");
    expect(answered(form, { position: "Less: <5" })).toBe(null);
  });

  it("is the stance of a solution's conclusion, before words of its text", () => {
    const result = {
      type: "solution",
      solution: { description: "Yes, there is another way than that." },
      conclusion: { answer: { text: "Do not.", stance: "against" } },
    } as Result;
    const form: AnswerForm = { type: "choice", options: ["ja", "nein"] };
    expect(answerOf(result, { config, form, seed: "s" }).answer).toBe("nein");
  });
});
