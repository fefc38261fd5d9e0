/** The table of an experiment: each arm's figures, the arms compared on the same items, and what that supports. */
import { bootstrapMean } from "../../../domain/base/statistics/bootstrap.ts";
import { mcnemarExact } from "../../../domain/base/statistics/mcnemar.ts";
import type { Cell, Definition } from "./experiment.ts";
import { armRow, byItem } from "./measures.ts";
import type { ArmComparison, ExperimentTable } from "./schema.experiment.ts";

type Design = Pick<Definition, "id" | "arms" | "items" | "repetitions">;

/** Below so many items the report says how small the sample is. */
const SMALL = 300;

/** Without the ratings, which take time. */
export function tableOf(design: Design, cells: Cell[]): Omit<ExperimentTable, "ratings"> {
  const { arms, items, repetitions } = design;
  const byArm = arms.map((_, arm) => cells.filter((cell) => cell.arm === arm));
  const rows = arms.map(({ name }, i) =>
    armRow({ arm: name, cells: byArm[i] ?? [], expectedCells: items * repetitions, repetitions }),
  );
  const comparisons = arms.slice(1).map((_, i) => comparisonOf(design, { byArm, arm: i + 1 }));
  return { arms: rows, comparisons, notes: notesOf(design, { rows, comparisons }) };
}

function comparisonOf(design: Design, { byArm, arm }: { byArm: Cell[][]; arm: number }): ArmComparison {
  const { id, arms, repetitions } = design;
  const [mine, first] = [byArm[arm] ?? [], byArm[0] ?? []];
  const differences = differencesOf(byItem(doneOf(mine)), byItem(doneOf(first)));
  const { onlyArm, onlyAgainst } = discordantPairs(doneOf(mine), doneOf(first));
  const difference = bootstrapMean(differences, `${id}/${arm}`);
  const { low, high } = difference;
  return {
    arm: arms[arm]?.name ?? "",
    against: arms[0]?.name ?? "",
    items: differences.length,
    onlyArm,
    onlyAgainst,
    difference,
    // Repetitions of one item are no independent pairs.
    pValue:
      repetitions > 1 || differences.length === 0
        ? null
        : mcnemarExact({ onlyFirst: onlyArm, onlySecond: onlyAgainst }),
    isClear: low !== null && high !== null && (low > 0 || high < 0),
  };
}

function doneOf(cells: Cell[]): Cell[] {
  return cells.filter(({ status }) => status === "done");
}

function differencesOf(mine: Map<number, number>, other: Map<number, number>): number[] {
  return [...mine].flatMap(([item, share]) => {
    const theirs = other.get(item);
    return theirs === undefined ? [] : [share - theirs];
  });
}

function discordantPairs(mine: Cell[], other: Cell[]): { onlyArm: number; onlyAgainst: number } {
  const key = ({ item, repetition }: Cell) => `${item}/${repetition}`;
  const theirs = new Map(other.map((cell) => [key(cell), cell.correct]));
  const pairs = mine.flatMap((cell) => {
    const correct = theirs.get(key(cell));
    return typeof correct === "boolean" && cell.correct !== null ? [[cell.correct, correct] as const] : [];
  });
  return {
    onlyArm: pairs.filter(([one, two]) => one && !two).length,
    onlyAgainst: pairs.filter(([one, two]) => !one && two).length,
  };
}

function notesOf(
  { items }: Design,
  { rows, comparisons }: Pick<ExperimentTable, "comparisons"> & { rows: ExperimentTable["arms"] },
): string[] {
  const judged = Math.max(0, ...comparisons.map((each) => each.items), ...rows.map(({ accuracy }) => accuracy.of));
  const failed = rows
    .filter((row) => row.failed > 0)
    .map((row) => `${row.arm}: cells that failed and count nowhere: ${row.failed}.`);
  if (judged === 0) return [...failed, "No item has a known answer so far, so nothing is counted as right or wrong."];
  const claims = comparisons.filter(({ isClear }) => isClear).map(claimOf);
  const unclear = comparisons.filter(({ isClear, items: pairs }) => !isClear && pairs > 0).map(({ arm }) => arm);
  const against = comparisons[0]?.against ?? "";
  const open = `Not distinguishable from ${against} on these items: ${unclear.join(", ")}.`;
  const small = `${items} items are a small sample: below ${SMALL}, differences of several points are usually within chance.`;
  return [...failed, ...claims, ...(unclear.length > 0 ? [open] : []), ...(items < SMALL ? [small] : [])];
}

function claimOf({ arm, against, difference, pValue }: ArmComparison): string {
  const { value, low, high } = difference;
  const more = (value ?? 0) > 0 ? "more" : "less";
  const p = pValue === null ? "" : `, exact McNemar p ${pValue < 0.001 ? "< 0.001" : `= ${pValue.toFixed(3)}`}`;
  const text = `${arm} is right ${more} often than ${against}, by ${points(Math.abs(value ?? 0))} points`;
  return `${text} (95 % interval ${points(low)} to ${points(high)}${p}).`;
}

function points(share: number | null): string {
  return share === null ? "–" : (100 * share).toFixed(1).replace("-", "−");
}
