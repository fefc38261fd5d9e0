/** The result as a JSON value of the request's schema. */

import { withJudgeSpend, withSpend } from "../../shapes/state/changes.state.ts";
import { defineEvent } from "./define-event.ts";

export const OUTPUT = [
  defineEvent({
    type: "output.completed",
    shape: ({ round, participantId, StoredOutput }) => ({
      round,
      participantId: participantId.optional().meta({ description: "Whose model wrote it; missing: the judge's" }),
      output: StoredOutput,
    }),
    shared: ["round", "participantId", "output"],
    brief: ({ output: { id, usage, costUsd }, ...about }) => ({ ...about, output: { id, usage, costUsd } }),
    reduce: (state, { participantId, output: { usage, costUsd } }) => {
      const bill = { usage, costUsd };
      const billed = participantId === undefined ? withJudgeSpend(state, bill) : withSpend(state, participantId, bill);
      return { ...billed, outputMade: true as const };
    },
  }),
] as const;
