/** What a question's own part of the state is, and how answers change it. */

import type { AnswerDigest, DebateState, QuestionState } from "../../shapes/state/state.ts";
import { isSameKey } from "../answers/key.answers.ts";

/** Rounds whose answers can still decide how the debate ends: in two of three in a row nobody changed one. */
export const ROUNDS_KEPT = 3;

/** Of a question whose first round is a vote. */
export const NOTHING_BOUGHT: QuestionState = { recent: [], bought: [] };

/** Sorted: they are given at the same time, and the log may have them in another order than the workflow heard of them. */
export function withAnswer(state: DebateState, given: AnswerDigest & { index: number }): DebateState {
  const { recent, ...own } = state.question ?? { recent: [] };
  const { bought } = own;
  const { index: _seat, ...ofItsSpeaker } = given;
  const answer = bought ? given : ofItsSpeaker;
  const differs = [...(bought ?? []), ...recent].some(({ key }) => !isSameKey(key, answer.key, {}));
  const isDifferent = own.differ ?? differs;
  const isBought = bought !== undefined && answer.round === 1;
  const kept = isBought
    ? recent
    : [...recent, answer].filter(({ round }) => round > answer.round - ROUNDS_KEPT).toSorted(inOrder);
  return {
    ...state,
    question: {
      ...own,
      recent: kept,
      ...(isBought && { bought: [...bought, answer] }),
      ...(isDifferent && { differ: true as const }),
    },
  };
}

function inOrder(a: AnswerDigest, b: AnswerDigest): number {
  if (a.round !== b.round || a.participantId === b.participantId) return a.round - b.round || placeOf(a) - placeOf(b);
  return a.participantId < b.participantId ? -1 : 1;
}

function placeOf({ index = 0 }: AnswerDigest): number {
  return index;
}
