import { describe, expect, it } from "vitest";
import { buildAlonePrompt } from "../../../domain/prompts/question/alone.question-prompt.ts";

const form = { type: "choice" as const, options: ["yes", "no"] };
const wordsOf = ({ system, messages }: ReturnType<typeof buildAlonePrompt>) =>
  [system, ...messages.flatMap(({ content }) => content)].join("\n");

describe("the prompt of an answer alone", () => {
  it("asks for the language of the request, and else for the topic's", () => {
    expect(wordsOf(buildAlonePrompt({ topic: "Tee?", language: "de" }, { form }))).toContain("Write in German (de)");
    expect(wordsOf(buildAlonePrompt({ topic: "Tee?" }, { form }))).toContain("Write in the topic's language");
  });

  it("speaks of no debate, turn, side or owner", () => {
    expect(wordsOf(buildAlonePrompt({ topic: "Tea?" }, { form }))).not.toMatch(
      /debat|\bturn|\bside|owner|participant/i,
    );
  });
});
