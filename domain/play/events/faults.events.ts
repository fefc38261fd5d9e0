/** What the debate loses or changes when an act fails for good, and the decisions that it asks of its owner. */

import { withContext } from "../../rules/context/context-state.ts";
import { summarizedFor, withDialectic } from "../../rules/protocols/dialectic-state.ts";
import { changeParticipant, withDegradation } from "../../shapes/state/changes.state.ts";
import type { DebateState, ParticipantState } from "../../shapes/state/state.ts";
import { withoutTrouble } from "../../shapes/state/troubles.ts";
import { isBallotId, isContextSummaryId } from "../../shapes/turn-ids.ts";
import { defineEvent } from "./define-event.ts";

export const FAULTS = [
  defineEvent({
    type: "act.skipped",
    shape: ({ round, line, Degradation }) => ({ round, actId: line, degradation: Degradation }),
    shared: ["round", "actId", "degradation"],
    reduce: (before, { round, actId: id, degradation }) => {
      const state = withoutTrouble(before, id);
      const spoilt = isBallotId(id) && { spoilt: [...(state.spoilt ?? []), { id, why: degradation.why }] };
      const skipped = { ...withDegradation(state, degradation), skipped: [...(state.skipped ?? []), id], ...spoilt };
      const counted = isContextSummaryId(id) ? summaryFailed(skipped, round) : skipped;
      return withDialectic(counted, (dialectic) => summarizedFor(dialectic, degradation.participantId));
    },
  }),
  defineEvent({
    type: "participant.dropped",
    shape: ({ round, participantId, line, prose, Degradation }) => ({
      round,
      participantId,
      kind: line.meta({ description: "Of the fault" }),
      message: prose,
      // The turn that failed; left out when it was no turn.
      turnId: line.optional(),
      degradation: Degradation,
    }),
    shared: ["round", "participantId", "kind", "message", "turnId", "degradation"],
    reduce: (state, { participantId, degradation }) =>
      changeParticipant(
        withDegradation(state, degradation),
        participantId,
        ({ troubles: _over, ...p }): ParticipantState => ({ ...p, status: "failed" }),
      ),
  }),
  defineEvent({
    type: "participant.replaced",
    shape: ({ round, participantId, line, Degradation }) => ({
      round,
      participantId,
      speaker: line.meta({ description: "Who speaks for it from here on, `provider/model`" }),
      before: line.meta({ description: "Who spoke for it before" }),
      degradation: Degradation.optional(),
    }),
    shared: ["round", "participantId", "speaker", "before", "degradation"],
    reduce: (state, { participantId, before, degradation }) =>
      changeParticipant(withDegradation(state, degradation), participantId, (p) => ({
        ...p,
        former: [...(p.former ?? []), { model: before, spent: p.spend }],
      })),
  }),
  defineEvent({
    type: "judge.replaced",
    // `judge` and `before` are written provider/model.
    shape: ({ z, round, line, Degradation }) => ({
      round,
      judge: line,
      before: line,
      model: z.strictObject({
        provider: line,
        model: line,
        priceUsdPerMTok: z
          .strictObject({ input: z.number(), cachedInput: z.number().nullable(), output: z.number() })
          .optional(),
        // Its own options, where its owner gave some.
        temperature: z.number().optional(),
        topP: z.number().optional(),
        maxOutputTokens: z.int().optional(),
        contextWindow: z.int().optional(),
        images: z.boolean().optional(),
      }),
      by: z.enum(["policy", "owner"]),
      panelOut: z.literal(true).optional().meta({ description: "It takes the place of the whole panel" }),
      degradation: Degradation,
    }),
    shared: ["round", "judge", "before", "by", "panelOut", "degradation"],
    reduce: (state, { model, before, by, panelOut, degradation }) => ({
      ...withDegradation(state, degradation),
      judgeModel: model,
      ...(panelOut && { panelOut }),
      formerJudges: [...(state.formerJudges ?? []), { model: before, spent: state.judge }],
      ...(by === "policy" && { fallbacksUsed: (state.fallbacksUsed ?? 0) + 1 }),
    }),
  }),
  defineEvent({
    type: "decision.requested",
    shape: ({ round, Decision, about }) => ({ round, decision: Decision, about }),
    reduce: (state, { decision, about }) => ({
      ...state,
      decision: { asked: decision, ...about },
      decisionsAsked: (state.decisionsAsked ?? 0) + 1,
    }),
  }),
  defineEvent({
    type: "decision.made",
    shape: ({ round, Decision, reason, Degradation }) => ({
      round,
      decision: Decision,
      reason,
      degradation: Degradation.optional(),
    }),
    shared: ["round", "decision", "degradation"],
    reduce: (state, { decision: { made }, degradation }) => ({
      ...withDegradation(state, degradation),
      ...(made?.option === "continue" && { withoutJudge: true as const }),
    }),
  }),
] as const;

function summaryFailed(state: DebateState, round: number): DebateState {
  return withContext(state, (context) => ({
    ...context,
    asked: context.asked + 1,
    failures: context.failures + 1,
    failedIn: round,
  }));
}
