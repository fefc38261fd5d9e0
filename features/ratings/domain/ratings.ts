/** Rates the models and the judges of debates. The same debates give the same figures. Works in slices. */

import { type Comparison, strengthsOf } from "../../../domain/base/statistics/bradley-terry.ts";
import { calibrationOf, type Forecast } from "../../../domain/base/statistics/calibration.ts";
import type { Ballot } from "../../../domain/shapes/schemas/ballot.ts";
import { agreementsOf } from "./agreement.rating.ts";
import { comparisonsOf, type Rated, verdictOf } from "./comparisons.ts";
import { type Checked, forecastsOf } from "./forecasts.rating.ts";
import type { Ratings } from "./schema.rating.ts";

/** `panels`: ballots of debates that a panel ruled on. `checked`: debates whose outcome is known, one of each question. */
interface RatedDebates {
  debates: readonly Rated[];
  panels: readonly { ballots: readonly Ballot[] }[];
  checked: readonly Checked[];
}

const SEED = "ratings";

export function* ratingsOf({ debates, panels, checked }: RatedDebates): Generator<void, Omit<Ratings, "isAll">> {
  const comparisons = comparisonsOf(debates);
  const models = yield* modelStrengths(comparisons, SEED);
  return {
    read: debates.length,
    judged: debates.filter(verdictOf).length,
    comparisons: comparisons.length,
    models,
    judges: judgesOf(checked),
    agreement: agreementsOf(panels),
  };
}

/** The strongest first. */
export function* modelStrengths(comparisons: readonly Comparison[], seed: string): Generator<void, Ratings["models"]> {
  const strengths = yield* strengthsOf(comparisons, seed);
  return strengths.map(({ player: model, value: strength, ...rest }) => ({ model, strength, ...rest }));
}

function judgesOf(checked: RatedDebates["checked"]): Ratings["judges"] {
  const all = checked.flatMap((debate) => [...forecastsOf(debate)]);
  const byJudge = Map.groupBy(all, ([judge]) => judge);
  const rated = [...byJudge].map(([judge, made]) =>
    calibrated(
      judge,
      made.map(([, forecast]) => forecast),
    ),
  );
  return rated.toSorted((a, b) => (a.brier ?? 1) - (b.brier ?? 1) || (a.judge < b.judge ? -1 : 1));
}

function calibrated(judge: string, made: Forecast[]): Ratings["judges"][number] {
  const { forecasts, brier, reliability } = calibrationOf(made, `${SEED}/${judge}`);
  const rows = reliability?.map(({ cameTrue, ...bin }) => ({ ...bin, ...cameTrue })) ?? null;
  return { judge, forecasts, brier: brier.value, low: brier.low, high: brier.high, reliability: rows };
}
