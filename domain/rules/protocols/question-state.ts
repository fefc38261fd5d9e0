/** What a question's own part of the state is, and how answers change it. */

import type { AnswerDigest, DebateState } from "../../shapes/state/state.ts";
import { isSameKey } from "../answers/key.answers.ts";

/** Rounds whose answers can still decide how the debate ends: in two of three in a row nobody changed one. */
export const ROUNDS_KEPT = 3;

/** Sorted: they are given at the same time, and the log may have them in another order than the workflow heard of them. */
export function withAnswer(state: DebateState, answer: AnswerDigest): DebateState {
  const { recent, ...own } = state.question ?? { recent: [] };
  const differs = recent.some(({ key }) => !isSameKey(key, answer.key, {}));
  const kept = [...recent, answer].filter(({ round }) => round > answer.round - ROUNDS_KEPT);
  const isDifferent = own.differ ?? differs;
  return {
    ...state,
    question: { ...own, recent: kept.toSorted(inOrder), ...(isDifferent && { differ: true as const }) },
  };
}

function inOrder(a: AnswerDigest, b: AnswerDigest): number {
  return a.round - b.round || (a.participantId < b.participantId ? -1 : 1);
}
