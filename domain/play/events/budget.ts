/** Limits on what a debate spends. */

import { withAttempt, withDegradation } from "../../shapes/state/changes.ts";
import { addSpend, NO_SPEND, spendOf } from "../../shapes/state/costs.ts";
import { defineEvent } from "./define-event.ts";

export const BUDGET = [
  defineEvent({
    type: "attempt.unsettled",
    // The end of this attempt is unknown, so it is charged in full beyond what is known of it.
    shape: ({ z, round, participantId, line, attempt, usage }) => ({
      round,
      participantId: participantId.nullable().meta({ description: "null: the judge" }),
      actId: line.meta({ description: "Of the turn or the act" }),
      attempt,
      usage,
      costUsd: z.number().meta({ description: "Charged against the limit beyond what is known, and in no total" }),
    }),
    reduce: (state, data) =>
      withAttempt(
        { ...state, unsettled: addSpend(state.unsettled ?? NO_SPEND, spendOf(data)) },
        data.actId,
        data.attempt,
      ),
  }),
  defineEvent({
    type: "cost.warning",
    // Once per threshold.
    shape: ({ z, round }) => ({
      round,
      thresholdUsd: z.number(),
      spentUsd: z.number(),
      reservedUsd: z.number(),
    }),
    reduce: (state, { thresholdUsd }) => ({
      ...state,
      costWarnings: [...(state.costWarnings ?? []), { thresholdUsd, acknowledged: false }],
    }),
  }),
  defineEvent({
    type: "cost.limit",
    // A call did not fit and was not made. Figures in USD, or in tokens; `reserved` is for running calls and the end.
    shape: ({ z, round, Degradation }) => ({
      round,
      unit: z.enum(["usd", "tokens"]),
      limit: z.number(),
      spent: z.number(),
      reserved: z.number(),
      needed: z.number(),
      policy: z.enum(["conclude", "ask", "error"]),
      degradation: Degradation.optional(),
    }),
    reduce: (state, { degradation }) => withDegradation(state, degradation),
  }),
  defineEvent({
    type: "warning.acknowledged",
    shape: ({ z, round, line, list }) => ({
      round,
      thresholds: list(z.number(), 100).meta({ description: "Of costs, in USD" }),
      contexts: list(line, 1_000).optional().meta({ description: "Ids of warnings about context windows" }),
    }),
    reduce: (state, { contexts = [] }, at) => ({
      ...state,
      costWarnings: state.costWarnings?.map((warning) => acknowledged(warning, at)) ?? [],
      ...(state.contextWarnings && {
        contextWarnings: state.contextWarnings.map((warning) =>
          contexts.includes(warning.id) ? acknowledged(warning, at) : warning,
        ),
      }),
    }),
  }),
] as const;

/** The first acknowledgement counts. */
function acknowledged<W extends { acknowledged: boolean }>(warning: W, at: string): W {
  return warning.acknowledged ? warning : { ...warning, acknowledged: true, acknowledgedAt: at };
}
