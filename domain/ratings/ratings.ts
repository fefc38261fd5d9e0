/** Rates the models and the judges of debates. The same debates give the same figures. Works in slices. */
import type { Ballot } from "../schemas/ballot.ts";
import { strengthsOf } from "../statistics/bradley-terry.ts";
import { calibrationOf, type Forecast } from "../statistics/calibration.ts";
import { comparisonsOf, forecastsOf, type Rated, verdictOf } from "./comparisons.ts";
import type { Ratings } from "./schema.ts";

/** `checked`: debates whose winner is known to be right or wrong, with their ballots. */
interface RatedDebates {
  debates: readonly Rated[];
  checked: readonly { debate: Rated; ballots: readonly Ballot[] }[];
}

const SEED = "ratings";

export function* ratingsOf({ debates, checked }: RatedDebates): Generator<void, Omit<Ratings, "isAll">> {
  const comparisons = comparisonsOf(debates);
  const strengths = yield* strengthsOf(comparisons, SEED);
  return {
    read: debates.length,
    judged: debates.filter(verdictOf).length,
    comparisons: comparisons.length,
    models: strengths.map(({ player: model, value: strength, ...rest }) => ({ model, strength, ...rest })),
    judges: judgesOf(checked),
  };
}

function judgesOf(checked: RatedDebates["checked"]): Ratings["judges"] {
  const inOrder = checked.toSorted((a, b) => (a.debate.id < b.debate.id ? -1 : 1));
  const all = inOrder.flatMap(({ debate, ballots }) => [...forecastsOf(debate, ballots)]);
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
