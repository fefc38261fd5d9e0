/** What the judges of an experiment's debates agree on, and what their verdicts say about models. */

import { bootstrapMean, type Interval, meanOf } from "../../../domain/base/statistics/bootstrap.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { comparisonsOf, type Rated } from "../../ratings/domain/comparisons.ts";
import { modelStrengths } from "../../ratings/domain/ratings.ts";
import type { Cell } from "./experiment.ts";
import type { ExperimentTable } from "./schema.experiment.ts";

/** Kept with the cell, so that a table needs no debates. */
export function judgedOf(result: Result, debate: Rated): Pick<Cell, "agreement" | "comparison"> {
  const { agreement } = result;
  const [comparison] = comparisonsOf([debate]);
  return {
    ...(agreement && { agreement: agreement.winnerAgreement }),
    ...(comparison && { comparison }),
  };
}

/** The means over items of the debates' shares; null where no debate had two such ballots. */
export function agreementOf(done: readonly Cell[], arm: string): Record<"judgeAgreement" | "orderAgreement", Interval> {
  const mean = (of: "judges" | "orders") => {
    const known = done.flatMap(({ item, agreement }) => {
      const share = agreement?.[of] ?? null;
      return share === null ? [] : [{ item, share }];
    });
    const byItem = [...Map.groupBy(known, ({ item }) => item).values()];
    const means = byItem.map((same) => meanOf(same.map(({ share }) => share)));
    return bootstrapMean(means, { seed: `${arm}/${of}`, within: [0, 1] });
  };
  return { judgeAgreement: mean("judges"), orderAgreement: mean("orders") };
}

/** Strengths of the models over all arms. Works in slices. */
export function* ratingsOf(id: string, cells: readonly Cell[]): Generator<void, ExperimentTable["ratings"]> {
  const comparisons = cells.flatMap(({ status, comparison }) => (status === "done" && comparison ? [comparison] : []));
  return comparisons.length === 0 ? null : yield* modelStrengths(comparisons, id);
}
