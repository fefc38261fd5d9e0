/** Private polls: the answers, and what the code measures of them. */

import { measured, polled } from "../../rules/protocols/polls.protocol.ts";
import { withDegradation, withSpend } from "../../shapes/state/changes.state.ts";
import { defineEvent } from "./define-event.ts";

export const POLLS = [
  defineEvent({
    type: "poll.taken",
    shape: ({ round, participantId, Poll }) => ({ round, participantId, poll: Poll }),
    shared: ["round", "participantId", "poll"],
    brief: ({ poll: { id, stance, confidence, causeKind, usage, costUsd }, ...about }) => ({
      ...about,
      poll: { id, stance, confidence, causeKind, usage, costUsd },
    }),
    reduce: (state, { round, participantId, poll }) =>
      polled(withSpend(state, participantId, poll), { id: poll.id, round }),
  }),
  defineEvent({
    type: "poll.measured",
    shape: ({ round, Conformity, Degradation }) => ({
      round,
      conformity: Conformity,
      degradation: Degradation.optional().meta({ description: "There when the consensus is hollow" }),
    }),
    shared: ["round", "conformity", "degradation"],
    brief: ({ round, conformity: { stable, hollow }, degradation }) => ({
      round,
      conformity: { round, stable, hollow },
      ...(degradation && { degradation }),
    }),
    reduce: (state, { conformity, degradation }) => withDegradation(measured(state, conformity), degradation),
  }),
] as const;
