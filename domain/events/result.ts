/** The result of a debate. */

import type { Result } from "../schemas/result.ts";
import { withJudgeSpend } from "../state/changes.ts";
import type { ResultDigest } from "../state/state.ts";
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
      ...(result.type === "solution" ? withJudgeSpend(state, { usage, costUsd }) : state),
      result,
    }),
  }),
] as const;

function resultDigest(result: Result): ResultDigest {
  switch (result.type) {
    case "unjudged":
      return { type: "unjudged" };
    case "solution":
      return { type: "solution", confidence: result.solution.confidence };
    case "answer":
      return { type: "answer", score: result.answer.score };
    default: {
      const { winner, scores } = result.verdict;
      const side = winner?.side;
      return { type: "verdict", winner: winner?.participant ?? null, ...(side && { winningSide: side }), scores };
    }
  }
}
