// @ts-check
/**
 * How the rounds went: what judges and skeptics found, and what the code measured. Pure.
 *
 * @typedef {import("../story.js").Entry} Entry
 */
import { assessmentsIn } from "./scores.js";

/**
 * One assessed round. `novelty` is null where the rubric has no such criterion; `repeating` and what else was measured is
 * null where nothing was.
 *
 * @typedef {object} Round
 * @property {number} round
 * @property {number} quality The judge's, 0–10.
 * @property {number | null} novelty The judge's scores by it, 0–10: the mean of all participants.
 * @property {number | null} repeating Share of the round's turns that repeat an earlier one, 0–1, as measured.
 * @property {import("../wire.d.ts").Assessment["flags"]} flags The judge's.
 * @property {{ repeating: string[], drifting: string[], diminishing: boolean } | null} measured Ids of turns and participants.
 */

/**
 * @param {Entry[]} entries
 * @returns {Round[]}
 */
export function roundsIn(entries) {
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

/**
 * Where the newest round's figures are going by the code's measure, as in `quality declining`.
 *
 * @param {Entry[]} entries
 * @returns {string[]}
 */
export function trendsIn(entries) {
  const trends = Object.entries(assessmentsIn(entries).at(-1)?.measured?.trends ?? {});
  return trends.flatMap(([name, trend]) => (trend ? [`${name} ${trend}`] : []));
}

/**
 * Of a dialectic: how sure the judge was after each round, in percent.
 *
 * @param {Entry[]} entries
 */
export function confidenceIn(entries) {
  return entries.flatMap(({ event, round = 0 }) =>
    event.evaluation ? [{ round, value: event.evaluation.confidence }] : [],
  );
}

/**
 * What a skeptic gave each proposal, 0–10.
 *
 * @param {Entry[]} entries
 */
export function critiquesIn(entries) {
  return entries.flatMap(({ turn }) =>
    turn?.critique ? [{ round: turn.round, value: turn.critique.score, ready: turn.critique.readyForSynthesis }] : [],
  );
}

/** @param {Record<string, number>} scores */
function noveltyIn(scores) {
  return Object.entries(scores).flatMap(([name, score]) => (name.toLowerCase() === "novelty" ? [score] : []));
}

/** @param {number[]} values */
function mean(values) {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
