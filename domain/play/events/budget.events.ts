/** Limits on what a debate spends. */

import { acknowledged } from "../../shapes/state/acknowledged.ts";
import { withAttempt, withDegradation } from "../../shapes/state/changes.state.ts";
import { addSpend, NO_SPEND, spendOf } from "../../shapes/state/costs.state.ts";
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
      limitUsd: z.number().optional().meta({ description: "Of the debate; left out: none" }),
    }),
    reduce: (state, { thresholdUsd, spentUsd, limitUsd }) => {
      const figures = { thresholdUsd, spentUsd, ...(limitUsd !== undefined && { limitUsd }) };
      return { ...state, costWarnings: [...(state.costWarnings ?? []), { ...figures, acknowledged: false }] };
    },
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
      costWarnings: acknowledged(state.costWarnings ?? [], at),
      ...(state.contextWarnings && {
        contextWarnings: state.contextWarnings.flatMap((warning) =>
          contexts.includes(warning.id) ? acknowledged([warning], at) : [warning],
        ),
      }),
    }),
  }),
] as const;
