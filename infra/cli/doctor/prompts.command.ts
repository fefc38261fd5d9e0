/** What `parley doctor` asks: a turn, a ballot and a long prompt, as a short debate has them. */
import { z } from "zod";
import { filled, outputSchema, readAnswer } from "../../../domain/prompts/parts/answer.prompt-part.ts";
import { ASK_FOR_JSON, MEND_JSON } from "../../../domain/prompts/parts/frame.prompt-part.ts";
import type { Prompt, Reading } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import { countTokens } from "../../../domain/shapes/tokens.shape.ts";

/** Enough for a model that thinks before it speaks. */
export const TURN_TOKENS = 1_000;
export const BALLOT_TOKENS = 1_000;
export const RECALL_TOKENS = 500;

/** A conversation: instructions, and an earlier turn of the model's own. */
export const TURN: Prompt = {
  system: "You are Ada, who debates for car-free cities. Speak plainly.",
  messages: [
    { role: "user", content: ["The motion: cities should ban cars from their centres.", "Open in one sentence."] },
    { role: "assistant", content: ["Streets belong to the people who live on them."] },
    { role: "user", content: ["Ben says: shops need their customers' cars.", "Answer Ben in two short sentences."] },
  ],
  source: "built-in",
};

const Ballot = z.strictObject({
  winner: z.enum(["Ada", "Ben"]).nullable(),
  scores: z.strictObject({ Ada: z.number(), Ben: z.number() }),
  reasons: z.array(filled),
});

/** `faults`: those of the reply before. */
export function ballotPrompt(faults: string[]): Prompt {
  const mend = faults.length > 0 ? [`Your last answer had these faults:\n${faults.join("\n")}\n${MEND_JSON}`] : [];
  const task = `Who argued better? Give the winner or null, a score from 0 to 10 for each, and one or two short reasons.\n${ASK_FOR_JSON}`;
  return {
    system: "You judge a debate by its arguments alone.",
    messages: [
      {
        role: "user",
        content: [
          "Ada said: streets without cars are safer and quieter, and shops there sell more.",
          "Ben said: a ban hits those who cannot walk far.",
          ...mend,
          task,
        ],
      },
    ],
    output: outputSchema("ballot", Ballot),
    source: "built-in",
  };
}

export function readBallot(text: string): Reading<unknown> {
  return readAnswer(text, { schema: Ballot });
}

export const CODEWORD = "heliotrope";
const LINE = "The council heard another resident about parking, deliveries and the noise of the night buses. ";

/** A prompt of so many tokens by our count, whose beginning matters. */
export function recallPrompt(tokens: number): Prompt {
  const lines = Math.floor(tokens / countTokens(LINE));
  return {
    system: "You answer from the minutes that you are given.",
    messages: [
      {
        role: "user",
        content: [
          `The codeword of this meeting is "${CODEWORD}".`,
          LINE.repeat(lines),
          "What is the codeword of this meeting? Answer with that one word.",
        ],
      },
    ],
    source: "built-in",
  };
}
