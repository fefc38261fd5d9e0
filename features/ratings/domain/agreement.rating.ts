/** How often two models name the same winner where both judged one debate. */

import { shareOf } from "../../../domain/base/statistics/wilson.ts";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { Ballot } from "../../../domain/shapes/schemas/ballot.ts";
import { type Rated, verdictOf } from "./comparisons.ts";
import type { Ratings } from "./schema.rating.ts";

type JudgeAgreement = Ratings["agreement"][number];

/** True if judges of two models at least were to rule on it. */
export function hasPanel(debate: Rated): boolean {
  const { panel = [] } = debate.config.judge ?? {};
  return verdictOf(debate) !== null && new Set(panel.map((judge) => modelId(judge))).size > 1;
}

/**
 * By pair of models, in alphabetical order: their valid ballots on one debate in the same order. Ballots on a twin count in
 * the twin itself.
 */
export function agreementsOf(ruled: readonly { ballots: readonly Ballot[] }[]): JudgeAgreement[] {
  const pairs = ruled.flatMap(({ ballots }) => pairsOf(ballots.filter(({ valid, twin }) => valid && !twin)));
  const byJudges = Map.groupBy(pairs, ({ judges }) => judges.join("\n"));
  const inOrder = [...byJudges].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return inOrder.flatMap(([, same]) => {
    const [first] = same;
    const { of, ...share } = shareOf(same, ({ isSame }) => isSame);
    return first ? [{ judges: first.judges, pairs: of, ...share }] : [];
  });
}

interface Pair {
  judges: [string, string];
  isSame: boolean;
}

function pairsOf(ballots: Ballot[]): Pair[] {
  return ballots.flatMap((one, i) =>
    ballots
      .slice(i + 1)
      .filter(({ judge, order }) => judge !== one.judge && order === one.order)
      .map((other) => ({
        judges: [one.judge, other.judge].toSorted() as [string, string],
        isSame: one.winner === other.winner,
      })),
  );
}
