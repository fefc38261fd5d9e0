/** The result of a debate. */

import { preview } from "../../base/text/text.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { pluralityText } from "../../shapes/schemas/result-text.ts";
import { withJudgeSpend } from "../../shapes/state/changes.state.ts";
import type { ResultDigest } from "../../shapes/state/state.ts";
import { defineEvent } from "./define-event.ts";

export const RESULT = [
  defineEvent({
    type: "result.completed",
    shape: ({ Result }) => ({ result: Result }),
    shared: ["result"],
    brief: ({ result }) => ({
      result: { ...resultDigest(result), usage: result.usage, costUsd: result.costUsd },
    }),
    reduce: (state, { result: { usage, costUsd, ...result } }) => ({
      // An answer is a turn's text and a verdict is made from ballots: these are paid for already.
      ...(result.type === "solution" || result.type === "council" ? withJudgeSpend(state, { usage, costUsd }) : state),
      result,
    }),
  }),
] as const;

/** Characters. It is part of every read of a list. */
const ANSWER_IN_LISTS = 160;

function resultDigest(result: Result): ResultDigest {
  const answer = result.type === "plurality" ? pluralityText(result.plurality) : result.conclusion?.answer.text;
  return { ...outcomeDigest(result), ...(answer && { answer: preview(answer, ANSWER_IN_LISTS) }) };
}

function outcomeDigest(result: Result): ResultDigest {
  switch (result.type) {
    case "unjudged":
      return { type: "unjudged" };
    case "solution":
      return { type: "solution", confidence: result.solution.confidence };
    case "council":
      return { type: "council" };
    case "answer":
      return { type: "answer", score: result.answer.score };
    case "plurality":
      return { type: "plurality", share: result.plurality.share };
    default: {
      const { winner, scores } = result.verdict;
      const side = winner?.side;
      return { type: "verdict", winner: winner?.participant ?? null, ...(side && { winningSide: side }), scores };
    }
  }
}
