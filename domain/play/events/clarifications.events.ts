/** Participants ask the debate's owner, and the owner answers. */

import { preview } from "../../base/text/text.ts";
import { NOTHING_ASKED } from "../../rules/clarifications/clarifications.rules.ts";
import { withSpend } from "../../shapes/state/changes.state.ts";
import type { ClarificationState, DebateState } from "../../shapes/state/state.ts";
import { withoutTrouble } from "../../shapes/state/troubles.ts";
import { defineEvent } from "./define-event.ts";

/** Characters of a question in the workflow's state; the store has the whole text. */
const PREVIEW = 280;

export const CLARIFICATIONS = [
  defineEvent({
    type: "clarification.collected",
    shape: ({ z, participantId, line, latencyMs, spent }) => ({
      iteration: z.int(),
      participantId,
      actId: line,
      count: z.int(),
      latencyMs,
      ...spent,
    }),
    shared: ["iteration", "participantId", "actId", "count", "usage", "costUsd", "latencyMs"],
    reduce: (state, { participantId, actId, ...billed }) =>
      withClarification(withSpend(withoutTrouble(state, actId), participantId, billed), (before) => ({
        ...before,
        collected: [...new Set([...before.collected, participantId])],
      })),
  }),
  defineEvent({
    type: "clarification.asked",
    // The questions of a collection; none when nobody has one left.
    shape: ({ z, list, line, prose, participantId }) => ({
      iteration: z.int(),
      questions: list(z.object({ id: line, text: prose, askedBy: list(participantId, 20) }), 1_000),
    }),
    shared: ["iteration", "questions"],
    brief: ({ iteration, questions }) => ({
      iteration,
      questions: questions.map((question) => ({ ...question, text: preview(question.text, PREVIEW) })),
    }),
    reduce: (state, { iteration, questions }, at) =>
      withClarification(state, ({ total }) => ({
        iterations: iteration,
        collected: [],
        total: total + questions.length,
        batch: questions.map(({ id, text, askedBy }) => ({ id, text, askedBy, answered: false })),
        askedAt: questions.length > 0 ? at : null,
        clear: questions.length === 0,
      })),
  }),
  defineEvent({
    type: "clarification.answered",
    // null: the owner skipped the question, or gave no answer in time.
    shape: ({ z, list, line, prose }) => ({
      answers: list(z.object({ questionId: line, answer: prose.nullable() }), 1_000),
    }),
    shared: ["answers"],
    reduce: (state, { answers }) => withClarification(state, (before) => answered(before, answers)),
  }),
] as const;

function withClarification(
  state: DebateState,
  change: (before: ClarificationState) => ClarificationState,
): DebateState {
  return { ...state, clarification: change(state.clarification ?? NOTHING_ASKED) };
}

/** A batch whose questions are all answered is dropped; only its count stays. */
function answered(before: ClarificationState, answers: { questionId: string }[]): ClarificationState {
  const ids = new Set(answers.map((a) => a.questionId));
  const batch = before.batch.map((q) => (ids.has(q.id) ? { ...q, answered: true } : q));
  return batch.every((q) => q.answered) ? { ...before, batch: [], askedAt: null } : { ...before, batch };
}
