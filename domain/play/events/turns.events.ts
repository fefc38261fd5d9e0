/** What participants say: a turn begins, streams, fails and is retried, or is whole. */

import { isMeasurable } from "../../judge/signals/measurable.ts";
import { answerKey } from "../../rules/answers/key.answers.ts";
import { spoken, withDialectic } from "../../rules/protocols/dialectic-state.ts";
import { withAnswer } from "../../rules/protocols/question-state.ts";
import { withSaid } from "../../rules/state/repeated-rounds.ts";
import type { Critique, Turn } from "../../shapes/schemas/turn.schema.ts";
import {
  changeParticipant,
  withAttempt,
  withIndex,
  withSpend,
  withUnreachable,
} from "../../shapes/state/changes.state.ts";
import { addSpend, NO_SPEND, spendOf } from "../../shapes/state/costs.state.ts";
import type { CritiqueDigest, DebateState } from "../../shapes/state/state.ts";
import { troubleOf, withoutTrouble, withTrouble } from "../../shapes/state/troubles.ts";
import { defineEvent } from "./define-event.ts";

export const TURNS = [
  defineEvent({
    type: "turn.started",
    shape: ({ turnRef, line, attempt, targetId }) => ({ ...turnRef, model: line, attempt, targetId }),
    shared: ["round", "phase", "participantId", "turnId", "model", "attempt", "targetId"],
  }),
  defineEvent({
    type: "turn.delta",
    shape: ({ turnRef, attempt, prose }) => ({ ...turnRef, attempt, text: prose }),
    shared: ["round", "phase", "participantId", "turnId", "attempt", "text"],
  }),
  defineEvent({
    type: "turn.completed",
    shape: ({ turnRef, Turn, line }) => ({
      ...turnRef,
      turn: Turn,
      language: line.optional().meta({
        description: "The debate's, as a BCP-47 tag, where the request names none: that of the first turn",
      }),
    }),
    shared: ["round", "phase", "participantId", "turnId", "turn", "language"],
    brief: ({ turn, ...about }) => ({ ...about, turn: turnDigest(turn) }),
    reduce: (state, { turn, language: found }) => {
      // Turns of one round may each have found one: the first counts.
      const language = state.language ?? found;
      const billed = withSpend(withGiven({ ...state, ...(language && { language }) }, turn), turn.participantId, turn);
      const { participantId, participant: whose = participantId, round } = turn;
      const lost = withUnreachable(billed, turn.unreachable, { whose, participantId, round });
      const going = withoutTrouble(lost, turn.id);
      return withDialectic(said(going, turn), (dialectic) =>
        turn.status === "whole" ? spoken(dialectic, turn) : dialectic,
      );
    },
  }),
  defineEvent({
    type: "turn.restarted",
    shape: ({ turnRef, fault }) => ({ ...turnRef, ...fault }),
    shared: ["round", "phase", "participantId", "turnId", "attempt", "kind", "message"],
    reduce: (state, { turnId }) => withoutTrouble(state, turnId),
  }),
  defineEvent({
    type: "turn.failed",
    shape: ({ turnRef, failedAttempt }) => ({ ...turnRef, ...failedAttempt }),
    shared: [
      "round",
      "phase",
      "participantId",
      "turnId",
      "attempt",
      "kind",
      "message",
      "waitMs",
      "attempts",
      "usage",
      "costUsd",
    ],
    reduce: (state, failed, at) => {
      const { participantId, turnId, attempt, waitMs } = failed;
      const retried = waitMs === null ? 0 : 1;
      const spent = withSpend(state, participantId, failed);
      const counted = changeParticipant(spent, participantId, (p) => ({ ...p, retries: p.retries + retried }));
      const trouble = troubleOf(failed, at);
      const told = trouble ? withTrouble(counted, participantId, trouble) : withoutTrouble(counted, turnId);
      return withAttempt(told, turnId, attempt);
    },
  }),
] as const;

/** Its references and numbers; `length` is in characters. */
function turnDigest(turn: Turn) {
  const { id, participantId, round, index, phase, status, usage, costUsd, latencyMs, attempt } = turn;
  const digest = { id, participantId, round, index, phase, status, usage, costUsd, latencyMs, attempt };
  const critique = turn.critique && { critique: critiqueDigest(turn.critique, round) };
  const answer = turn.answer && { answer: answerKey(turn.answer.answer) };
  const repeats = turn.repetition && { repeats: true as const };
  const given = turn.boughtBy !== undefined && { given: true as const };
  return {
    ...digest,
    ...critique,
    ...answer,
    ...repeats,
    ...given,
    ...(turn.targetId && { targetId: turn.targetId }),
    ...(turn.isCutOff && { isCutOff: true as const }),
    ...(turn.promptCut && { promptCut: turn.promptCut }),
    ...(turn.unreachable && { unreachable: turn.unreachable, participant: turn.participant }),
    length: turn.text.length,
  };
}

/** What an experiment has bought for the debate counts against the experiment's budget alone. */
function withGiven(state: DebateState, turn: ReturnType<typeof turnDigest>): DebateState {
  return turn.given ? { ...state, given: addSpend(state.given ?? NO_SPEND, spendOf(turn)) } : state;
}

function critiqueDigest({ issues, score, readyForSynthesis }: Critique, round: number): CritiqueDigest {
  const critical = issues.filter((issue) => issue.severity === "critical").length;
  return { round, critical, score, readyForSynthesis };
}

function said(state: DebateState, turn: ReturnType<typeof turnDigest>): DebateState {
  const { round, participantId, answer: key } = turn;
  const answered = key === undefined ? state : withAnswer(state, { round, participantId, key, index: turn.index });
  const heard = isMeasurable(turn) ? withSaid(answered, { round, repeats: turn.repeats === true }) : answered;
  return {
    ...heard,
    taken: withIndex(state.taken, turn.index),
    wholeTurns: state.wholeTurns + (turn.status === "whole" ? 1 : 0),
    ...(turn.isCutOff && { cutOff: { ...state.cutOff, [participantId]: (state.cutOff?.[participantId] ?? 0) + 1 } }),
    ...(turn.promptCut && { promptsCut: { ...state.promptsCut, [participantId]: turn.promptCut } }),
    critiques: turn.critique ? [turn.critique] : state.critiques,
  };
}
