/** The context windows of a debate's readers. `participantId` null: the judge, or all readers. */

import { charged, readerKey, warned, withContext, withContextWarning } from "../../rules/context/context-state.ts";
import { summarizedFor, withDialectic } from "../../rules/protocols/dialectic-state.ts";
import { withJudgeSpend, withSpend } from "../../shapes/state/changes.state.ts";
import { spendOf } from "../../shapes/state/costs.state.ts";
import { withoutTrouble } from "../../shapes/state/troubles.ts";
import { defineEvent } from "./define-event.ts";

export const CONTEXT = [
  defineEvent({
    type: "context.warning",
    shape: ({ z, round, participantId }) => ({
      round,
      participantId: participantId.nullable().meta({ description: "null: the judge" }),
      use: z.number().meta({ description: "Share of the capacity, before anything was done about it" }),
      strategy: z.enum(["all", "truncate", "window", "summarize"]).meta({ description: "What is done about it" }),
      capacity: z.int().meta({ description: "Tokens of input that the window leaves beside the output" }),
      tokens: z.int(),
      forced: z.literal(true).optional().meta({ description: "It did not fit, and policy or owner chose this" }),
    }),
    shared: ["round", "participantId", "use", "strategy", "capacity", "tokens", "forced"],
    reduce: (state, data) =>
      withContextWarning(
        withContext(state, (context) => warned(context, data)),
        data,
      ),
  }),
  defineEvent({
    type: "context.summarized",
    shape: ({ round, participantId, Summary }) => ({
      round,
      participantId: participantId.nullable().meta({ description: "null: of all turns, for all readers or the judge" }),
      summary: Summary,
    }),
    shared: ["round", "participantId", "summary"],
    brief: ({ summary: { text: _text, ...summary }, ...about }) => ({ ...about, summary }),
    reduce: (before, { participantId, summary }) => {
      const { id, round, until, model, after } = summary;
      const state = withoutTrouble(before, id);
      // A summary for all readers is charged to no reader.
      if (until)
        return withContext(state, (context) => ({
          ...charged(context, model, spendOf(summary)),
          asked: context.asked + 1,
          warned: {},
          summary: { id, round, until },
        }));
      const billed = participantId === null ? withJudgeSpend(state, summary) : withSpend(state, participantId, summary);
      const reader = readerKey(participantId);
      return withDialectic(billed, (dialectic) => ({
        ...summarizedFor(dialectic, reader),
        views: { ...dialectic.views, [reader]: after },
        summaries: { ...dialectic.summaries, [reader]: { id, round } },
      }));
    },
  }),
] as const;
