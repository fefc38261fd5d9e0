/** The table of an experiment: each arm's figures, the arms compared on the same items, and what that supports. */

import { adjusted, compare } from "./compare.experiment.ts";
import { type FormOf, votesAsDear } from "./equal.experiment.ts";
import { type Cell, type Definition, ENOUGH } from "./experiment.ts";
import { armRow } from "./measures.ts";
import type { ArmComparison, EqualComparison, ExperimentTable } from "./schema.experiment.ts";

type Design = Pick<Definition, "id" | "arms" | "items" | "repetitions">;

/** Below so many items the report says how small the sample is. */
const SMALL = 300;

/** Without the ratings, which take time. `formOf`: the form of an item's answers, by its place. */
export function tableOf(
  design: Design,
  { cells, formOf }: { cells: Cell[]; formOf: FormOf },
): Omit<ExperimentTable, "ratings"> {
  const { id, arms, items, repetitions } = design;
  const byArm = arms.map((_, arm) => cells.filter((cell) => cell.arm === arm));
  const rows = arms.map(({ name }, i) =>
    armRow({ arm: name, cells: byArm[i] ?? [], expectedCells: items * repetitions, repetitions }),
  );
  const [first] = arms;
  const comparisons = adjusted(
    arms.slice(1).map(({ name }, i) => {
      const both = { cells: byArm[i + 1] ?? [], against: byArm[0] ?? [] };
      return { arm: name, against: first?.name ?? "", ...compare(both, `${id}/${i + 1}`) };
    }),
  );
  const { equal, lacking } = votesAsDear(design, { byArm, formOf });
  return { arms: rows, comparisons, equal, notes: notesOf(design, { rows, comparisons, equal, lacking }) };
}

interface Noted extends Pick<ExperimentTable, "comparisons" | "equal"> {
  rows: ExperimentTable["arms"];
  lacking: string[];
}

function notesOf({ items }: Design, { rows, comparisons, equal, lacking }: Noted): string[] {
  const judged = Math.max(0, ...comparisons.map((each) => each.items), ...rows.map(({ accuracy }) => accuracy.of));
  const failed = rows.filter((row) => row.failed > 0).map(failedNote);
  if (judged === 0) return [...failed, "No item has a known answer so far, so nothing is counted as right or wrong."];
  const families = [comparisons, ...(["calls", "cost"] as const).map((unit) => equal.filter((e) => e.equal === unit))];
  const few = `Below ${ENOUGH} items no difference is claimed.`;
  const small = `${items} items are a small sample: below ${SMALL}, differences of several points are usually within chance.`;
  return [
    ...failed,
    ...families.flatMap(familyNotes),
    ...lacking,
    ...(items < ENOUGH && comparisons.length > 0 ? [few] : []),
    ...(items < SMALL ? [small] : []),
  ];
}

function failedNote({ arm, failed, accuracyAnswered: { share, count, of } }: ExperimentTable["arms"][number]): string {
  const rate = share === null ? "" : ` Of the answers that were given, ${count} of ${of} are right.`;
  return `${arm}: cells that failed, and count as wrong: ${failed}.${rate}`;
}

type Compared = ArmComparison | EqualComparison;

/** Of arms that are compared with the same. */
function familyNotes(family: Compared[]): string[] {
  const [first] = family;
  if (!first) return [];
  const claims = family.filter(({ isClear }) => isClear).map((each) => claimOf(each, family.length));
  const unclear = family.filter(({ isClear, items: pairs }) => !isClear && pairs > 0).map(({ arm }) => arm);
  const against = "against" in first ? first.against : `a vote at equal ${first.equal}`;
  const open = `Not distinguishable from ${against} on these items: ${unclear.join(", ")}.`;
  return [...claims, ...(unclear.length > 0 ? [open] : [])];
}

function claimOf(compared: Compared, tests: number): string {
  const { arm, difference, pValue, pAdjusted } = compared;
  const { value, low, high } = difference;
  const against = "against" in compared ? compared.against : `a vote of ${compared.votes} at equal ${compared.equal}`;
  const more = (value ?? 0) > 0 ? "more" : "less";
  const holm = tests > 1 ? `, by Holm over ${tests} arms ${shown(pAdjusted)}` : "";
  const text = `${arm} is right ${more} often than ${against}, by ${points(Math.abs(value ?? 0))} points`;
  return `${text} (95 % interval ${points(low)} to ${points(high)}, exact McNemar p ${shown(pValue)}${holm}).`;
}

function shown(p: number | null): string {
  if (p === null) return "–";
  return p < 0.001 ? "< 0.001" : `= ${p.toFixed(3)}`;
}

function points(share: number | null): string {
  return share === null ? "–" : (100 * share).toFixed(1).replace("-", "−");
}
