/** Two ways to answer, compared on the same items. */
import { bootstrapMean } from "../../../domain/base/statistics/bootstrap.ts";
import { holm } from "../../../domain/base/statistics/holm.ts";
import { mcnemarExact } from "../../../domain/base/statistics/mcnemar.ts";
import { type Cell, ENOUGH } from "./experiment.ts";
import { byItem, isRight } from "./measures.ts";
import type { ArmComparison } from "./schema.experiment.ts";

type Compared = Omit<ArmComparison, "arm" | "against" | "pAdjusted" | "isClear">;
type Claim = Pick<ArmComparison, "pAdjusted" | "isClear">;

const LEVEL = 0.05;

/**
 * `seed`: of the interval. The test is of items, since repetitions of one item are no independent pairs: an item counts for
 * the one that was right more often. With one repetition that is McNemar's exact test of the pairs.
 */
export function compare({ cells, against }: { cells: Cell[]; against: Cell[] }, seed: string): Compared {
  const differences = differencesOf(byItem(cells), byItem(against));
  const onlyFirst = differences.filter((difference) => difference > 0).length;
  const onlySecond = differences.filter((difference) => difference < 0).length;
  return {
    items: differences.length,
    ...discordantPairs(cells, against),
    difference: bootstrapMean(differences, { seed, within: [-1, 1] }),
    pValue: differences.length === 0 ? null : mcnemarExact({ onlyFirst, onlySecond }),
  };
}

/** One family of comparisons, with what may be claimed of each. */
export function adjusted<T extends Compared>(family: T[]): (T & Claim)[] {
  const tested = family.filter(({ pValue }) => pValue !== null);
  const values = holm(tested.map(({ pValue }) => pValue ?? 1));
  return family.map((each) => {
    const pAdjusted = values[tested.indexOf(each)] ?? null;
    return { ...each, pAdjusted, isClear: isClear(each, pAdjusted) };
  });
}

function isClear({ items, difference: { low, high } }: Compared, pAdjusted: number | null): boolean {
  const excludesZero = low !== null && high !== null && (low > 0 || high < 0);
  return excludesZero && pAdjusted !== null && pAdjusted < LEVEL && items >= ENOUGH;
}

function differencesOf(mine: Map<number, number>, other: Map<number, number>): number[] {
  return [...mine].flatMap(([item, share]) => {
    const theirs = other.get(item);
    return theirs === undefined ? [] : [share - theirs];
  });
}

function discordantPairs(mine: Cell[], other: Cell[]): Pick<Compared, "onlyArm" | "onlyAgainst"> {
  const key = ({ item, repetition }: Cell) => `${item}/${repetition}`;
  const theirs = new Map(other.map((cell) => [key(cell), isRight(cell)]));
  const pairs = mine.flatMap((cell) => {
    const [one, two] = [isRight(cell), theirs.get(key(cell))];
    return one !== null && typeof two === "boolean" ? [[one, two] as const] : [];
  });
  return {
    onlyArm: pairs.filter(([one, two]) => one && !two).length,
    onlyAgainst: pairs.filter(([one, two]) => !one && two).length,
  };
}
