/** The course of the rounds by judges, skeptics and measurements. Pure. */

import { ENGLISH } from "../base/say.ts";
import type { Assessment } from "../base/wire.page-base.ts";
import type { Entry } from "../live/story.live.ts";
import { assessmentsIn } from "./scores.figure.ts";

/**
 * One assessed round. `novelty` is null where the rubric has no such criterion; `repeating` and what else was measured is
 * null where nothing was.
 */
export interface Round {
  round: number;
  /** The judge's, 0–10. */
  quality: number;
  /** The judge's scores by it, 0–10: the mean of all participants. */
  novelty: number | null;
  /** Share of the round's turns that repeat an earlier one, 0–1, as measured. */
  repeating: number | null;
  /** The judge's. */
  flags: Assessment["flags"];
  /** Ids of turns and participants. */
  measured: { repeating: string[]; drifting: string[]; diminishing: boolean } | null;
}

export function roundsIn(entries: Entry[]): Round[] {
  const spoken = Map.groupBy(
    entries.filter(({ turn }) => turn?.status === "whole" && turn.phase !== "interjection"),
    ({ round }) => round,
  );
  return assessmentsIn(entries).map(({ round, qualityScore, assessments, flags, measured }) => {
    const repeating = measured?.repetition.map(({ turnId }) => turnId);
    const turns = spoken.get(round)?.length ?? 0;
    return {
      round,
      quality: qualityScore,
      novelty: mean(assessments.flatMap(({ scores }) => noveltyIn(scores))),
      repeating: repeating && turns > 0 ? repeating.length / turns : null,
      flags,
      measured:
        measured && repeating
          ? { repeating, drifting: measured.drifting, diminishing: measured.diminishingReturns }
          : null,
    };
  });
}

/** Where the newest round's figures are going by the code's measure, as in `quality declining`. */
export function trendsIn(entries: Entry[], { word } = ENGLISH): string[] {
  const trends = Object.entries(assessmentsIn(entries).at(-1)?.measured?.trends ?? {});
  return trends.flatMap(([name, trend]) => (trend ? [`${word(name)} ${word(trend)}`] : []));
}

/** Of a dialectic: how sure the judge was after each round, in percent. */
export function confidenceIn(entries: Entry[]) {
  return entries.flatMap(({ event, round = 0 }) =>
    event.evaluation ? [{ round, value: event.evaluation.confidence }] : [],
  );
}

/** What a skeptic gave each proposal, 0–10. */
export function critiquesIn(entries: Entry[]) {
  return entries.flatMap(({ turn }) =>
    turn?.critique ? [{ round: turn.round, value: turn.critique.score, ready: turn.critique.readyForSynthesis }] : [],
  );
}

function noveltyIn(scores: Record<string, number>) {
  return Object.entries(scores).flatMap(([name, score]) => (name.toLowerCase() === "novelty" ? [score] : []));
}

function mean(values: number[]) {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
