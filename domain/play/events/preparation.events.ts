/** What the debate needs before its first round. */

import { withDegradation, withJudgeSpend } from "../../shapes/state/changes.state.ts";
import { defineEvent } from "./define-event.ts";

export const PREPARATION = [
  defineEvent({
    type: "positions.assigned",
    shape: ({ z, list, participantId, prose, texts, latencyMs, spent }) => ({
      positions: list(
        z.object({
          participantId,
          position: prose,
          persona: prose.optional(),
          keyArguments: texts.optional(),
          source: z.enum(["given", "assigned", "plain"]),
        }),
        20,
      ),
      reasoning: prose,
      latencyMs,
      ...spent,
    }),
    shared: ["positions", "reasoning", "usage", "costUsd", "latencyMs"],
    brief: (whole) => ({ ...whole, positions: [], reasoning: "" }),
    reduce: (state, data) => withJudgeSpend({ ...state, positionsAssigned: true }, data),
  }),
  defineEvent({
    type: "retrieval.completed",
    shape: ({ z, list, line, latencyMs, Degradation }) => ({
      // null: none were found, and `degraded` gives the reason.
      method: z.enum(["lexical", "semantic", "chroma"]).nullable(),
      items: list(z.object({ id: line, name: line, score: z.number() }), 20),
      latencyMs,
      degraded: Degradation.optional(),
    }),
    reduce: (state, { degraded }) => withDegradation({ ...state, retrieved: true }, degraded),
  }),
  defineEvent({
    type: "twin.started",
    shape: ({ line }) => ({ twinId: line.meta({ description: "The twin debate's id" }) }),
    shared: ["twinId"],
    reduce: (state, { twinId }) => ({ ...state, twin: { id: twinId } }),
  }),
  defineEvent({
    type: "twin.ended",
    shape: ({ line, Degradation }) => ({
      twinId: line.nullable().meta({ description: "The twin debate's id; null: its ballots do not count" }),
      degradation: Degradation.optional(),
    }),
    shared: ["twinId", "degradation"],
    reduce: (state, { twinId, degradation }) =>
      withDegradation({ ...state, twin: { id: twinId, over: true as const } }, degradation),
  }),
] as const;
