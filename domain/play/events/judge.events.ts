/** What judges find: assessments, votes, ballots, evaluations, and their failures. */

import { disputedClaims } from "../../rules/claims/second-reading.ts";
import { charged, withContext } from "../../rules/context/context-state.ts";
import { withDialectic } from "../../rules/protocols/dialectic-state.ts";
import { withRepeating } from "../../rules/state/repeated-rounds.ts";
import type { Assessment } from "../../shapes/schemas/assessment.schema.ts";
import type { CastBallot } from "../../shapes/schemas/ballot.ts";
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import { withAttempt, withBenchSpend, withJudgeSpend, withUnreachable } from "../../shapes/state/changes.state.ts";
import { spendOf } from "../../shapes/state/costs.state.ts";
import { countClaims } from "../../shapes/state/count-claims.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { defineEvent } from "./define-event.ts";

export const JUDGE = [
  defineEvent({
    type: "judge.failed",
    shape: ({ round, line, panelist, failedAttempt }) => ({
      round,
      // The id of the assessment or ballot.
      actId: line,
      panelist,
      ...failedAttempt,
      model: line.optional().meta({ description: "Of a summary for all; missing: the judge's" }),
    }),
    shared: [
      "round",
      "actId",
      "panelist",
      "attempt",
      "kind",
      "message",
      "waitMs",
      "attempts",
      "usage",
      "costUsd",
      "model",
    ],
    reduce: (state, data) => {
      const { model, actId, attempt } = data;
      // Summaries for all readers have an account of their own.
      const billed =
        model === undefined
          ? withBenchSpend(state, data, data.panelist)
          : withContext(state, (context) => charged(context, model, spendOf(data)));
      return withAttempt(billed, actId, attempt);
    },
  }),
  defineEvent({
    type: "assessment.completed",
    shape: ({ round, Assessment }) => ({ round, assessment: Assessment }),
    shared: ["round", "assessment"],
    brief: ({ round, assessment }) => ({ round, assessment: assessmentDigest(assessment) }),
    reduce: (before, { round, assessment: { usage, costUsd, repeating: found, ...assessment } }) => {
      const state = found === undefined ? before : withRepeating(before, { round, found });
      return { ...withJudgeSpend(state, { usage, costUsd }), assessments: [...state.assessments, assessment] };
    },
  }),
  defineEvent({
    type: "vote.completed",
    shape: ({ z, round, Vote, panelist }) => ({ round, when: z.enum(["before", "after"]), vote: Vote, panelist }),
    shared: ["round", "when", "vote", "panelist"],
    brief: ({ vote: { id, when, vote, confidence, usage, costUsd }, ...about }) => ({
      ...about,
      vote: { id, when, vote, confidence, usage, costUsd },
    }),
    reduce: (state, { vote: cast, panelist }) => {
      const { id, when, vote } = cast;
      return { ...withBenchSpend(state, cast, panelist), votes: [...state.votes, { id, when, vote }].toSorted(byTime) };
    },
  }),
  defineEvent({
    type: "ballot.completed",
    shape: ({ round, CastBallot, panelist }) => ({ round, ballot: CastBallot, panelist }),
    shared: ["round", "ballot", "panelist"],
    brief: ({ ballot, ...about }) => ({ ...about, ballot: ballotDigest(ballot) }),
    reduce: (state, { ballot, panelist }) => {
      const billed = withBenchSpend(state, ballot, panelist);
      return { ...billed, ballots: [...(state.ballots ?? []), ballot.id].toSorted() };
    },
  }),
  defineEvent({
    type: "claims.checked",
    shape: ({ round, CheckedClaims }) => ({ round, claims: CheckedClaims }),
    shared: ["round", "claims"],
    brief: ({ round, claims: { id, claims, usage, costUsd, unreachable } }) => ({
      round,
      claims: {
        id,
        ...countClaims(claims),
        ...oneJudgeIn(claims),
        usage,
        costUsd,
        ...(unreachable && { unreachable }),
      },
    }),
    reduce: (state, { round, claims: { id: _id, usage, costUsd, unreachable, ...counts } }) => ({
      ...withUnreachable(withJudgeSpend(state, { usage, costUsd }), unreachable, { whose: "the judge", round }),
      claims: counts,
    }),
  }),
  defineEvent({
    type: "claims.confirmed",
    shape: ({ round, ConfirmedClaims, panelist }) => ({ round, confirmed: ConfirmedClaims, panelist }),
    shared: ["round", "confirmed", "panelist"],
    brief: ({ confirmed: { id, usage, costUsd }, ...about }) => ({ ...about, confirmed: { id, usage, costUsd } }),
    reduce: (state, { confirmed, panelist }) => ({
      ...withBenchSpend(state, confirmed, panelist),
      claimsConfirmed: true as const,
    }),
  }),
  defineEvent({
    type: "conclusion.completed",
    shape: ({ round, StoredConclusion }) => ({ round, conclusion: StoredConclusion }),
    shared: ["round", "conclusion"],
    brief: ({ round, conclusion: { id, toBench, usage, costUsd } }) => ({
      round,
      conclusion: { id, ...(toBench && { toBench }), usage, costUsd },
    }),
    reduce: (state, { conclusion: { toBench, usage, costUsd } }) => ({
      ...withJudgeSpend(state, { usage, costUsd }),
      conclusionWritten: true as const,
      ...(toBench && { answerReviews: [] }),
    }),
  }),
  defineEvent({
    type: "answer.reviewed",
    shape: ({ round, AnswerReview, panelist }) => ({ round, review: AnswerReview, panelist }),
    shared: ["round", "review", "panelist"],
    brief: ({ review: { id, judge, finding, usage, costUsd }, ...about }) => ({
      ...about,
      review: { id, judge, finding, usage, costUsd },
    }),
    reduce: (state, { review, panelist }) => ({
      ...withBenchSpend(state, review, panelist),
      answerReviews: [...(state.answerReviews ?? []), review.id].toSorted(),
    }),
  }),
  defineEvent({
    type: "evaluation.completed",
    shape: ({ round, Evaluation }) => ({ round, evaluation: Evaluation }),
    shared: ["round", "evaluation"],
    brief: ({ round, evaluation: { confidence, bestRefinement, usage, costUsd } }) => ({
      round,
      evaluation: { round, confidence, bestRefinement, usage, costUsd },
    }),
    reduce: (state, { evaluation: { usage, costUsd, ...evaluation } }) =>
      withDialectic(withJudgeSpend(state, { usage, costUsd }), (dialectic) => ({
        ...dialectic,
        evaluations: [evaluation],
      })),
  }),
] as const;

function assessmentDigest({ round, qualityScore, shouldContinue, flags, measured, usage, costUsd }: Assessment) {
  const found = measured?.diminishingReturns && { measured: { diminishingReturns: true } };
  const repeating = measured?.repetition.length;
  return { round, qualityScore, shouldContinue, flags, ...found, ...(repeating && { repeating }), usage, costUsd };
}

function ballotDigest({ id, judge, order, verdict, usage, costUsd }: CastBallot) {
  const winner = verdict.winner?.participant ?? null;
  return { id, judge, order, winner, usage, costUsd };
}

/** How many claims one judge alone reads as contradicted. */
function oneJudgeIn(claims: ClaimCheck[]): { oneJudge?: number } {
  const oneJudge = disputedClaims(claims).length;
  return oneJudge > 0 ? { oneJudge } : {};
}

/** Votes of one time are cast side by side. The state has them in one order, whichever came first. */
function byTime(a: DebateState["votes"][number], b: DebateState["votes"][number]): number {
  if (a.when !== b.when) return a.when === "before" ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
