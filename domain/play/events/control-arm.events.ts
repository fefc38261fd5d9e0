/** The control arm: its answers, and their count. */

import { answered, counted } from "../../rules/protocols/control-arm.protocol.ts";
import { withJudgeSpend, withSpend } from "../../shapes/state/changes.state.ts";
import { defineEvent } from "./define-event.ts";

export const CONTROL_ARM = [
  defineEvent({
    type: "control_arm.answered",
    shape: ({ round, participantId, AloneAnswer }) => ({ round, participantId, answer: AloneAnswer }),
    shared: ["round", "participantId", "answer"],
    brief: ({ answer: { id, participantId, usage, costUsd }, ...about }) => ({
      ...about,
      answer: { id, participantId, usage, costUsd },
    }),
    reduce: (state, { participantId, answer }) => answered(withSpend(state, participantId, answer), answer.id),
  }),
  defineEvent({
    type: "control_arm.counted",
    shape: ({ round, participantId, AnswerCount }) => ({
      round,
      participantId: participantId.optional().meta({ description: "Whose model counted; missing: the judge's" }),
      count: AnswerCount,
    }),
    shared: ["round", "participantId", "count"],
    brief: ({ count: { id, unanimous, usage, costUsd }, ...about }) => ({
      ...about,
      count: { id, unanimous, usage, costUsd },
    }),
    reduce: (state, { participantId, count }) => {
      const billed =
        participantId === undefined ? withJudgeSpend(state, count) : withSpend(state, participantId, count);
      return counted(billed, count);
    },
  }),
] as const;
