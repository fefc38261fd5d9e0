/** Questions: the grouping of answers in free text. */
import { withSpend } from "../../shapes/state/changes.state.ts";
import { defineEvent } from "./define-event.ts";

export const QUESTION = [
  defineEvent({
    type: "answers.grouped",
    shape: ({ round, participantId, AnswerGroups }) => ({ round, participantId, groups: AnswerGroups }),
    shared: ["round", "participantId", "groups"],
    brief: ({ groups: { id, usage, costUsd }, ...about }) => ({ ...about, groups: { id, usage, costUsd } }),
    reduce: (state, { participantId, groups }) => ({
      ...withSpend(state, participantId, groups),
      question: { recent: [], ...state.question, grouped: true as const },
    }),
  }),
] as const;
