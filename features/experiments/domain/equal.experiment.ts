/**
 * Each arm of debates beside a vote that takes as much: the first answers of the largest vote are counted, as many as one
 * debate of the arm takes in calls, or in USD. So no vote of just that size needs to be bought.
 */
import { pluralityOf } from "../../../domain/rules/answers/plurality.answers.ts";
import { isSameAnswer } from "../../../domain/rules/answers/same.ts";
import type { AnswerForm } from "../../../domain/shapes/schemas/answer-form.ts";
import { costUsdOf, totalSpend } from "../../../domain/shapes/state/costs.state.ts";
import { adjusted, compare } from "./compare.experiment.ts";
import { type Cell, type Definition, seedOf } from "./experiment.ts";
import type { EqualComparison } from "./schema.experiment.ts";

export type FormOf = (item: number) => AnswerForm;

interface Voting {
  cells: Cell[];
  votes: number;
}

type Design = Pick<Definition, "id" | "arms">;
type Unit = EqualComparison["equal"];

/** `lacking`: sentences on arms whose votes would be larger than the largest. */
export function votesAsDear(
  design: Design,
  { byArm, formOf }: { byArm: Cell[][]; formOf: FormOf },
): { equal: EqualComparison[]; lacking: string[] } {
  const { id, arms } = design;
  const voting = largestVote(design, byArm);
  if (!voting) return { equal: [], lacking: [] };
  const debates = arms.flatMap(({ name, baseline }, arm) => {
    const ended = endedIn(byArm[arm] ?? []);
    return baseline || ended.length === 0 ? [] : [{ name, arm, cells: ended }];
  });
  const found = (["calls", "cost"] as const).map((equal) => {
    const sized = debates.flatMap((debate) => {
      const votes = votesFor(equal, { cells: debate.cells, voting });
      return votes === null ? [] : [{ ...debate, votes }];
    });
    const [within, above] = [
      sized.filter(({ votes }) => votes <= voting.votes),
      sized.filter(({ votes }) => votes > voting.votes),
    ];
    const compared = within.map(({ name, arm, cells, votes }) => {
      const against = voting.cells.map((cell) => voteOf(cell, { id, votes, form: formOf(cell.item) }));
      return { arm: name, equal, votes, ...compare({ cells, against }, `${id}/${arm}/${equal}`) };
    });
    const largest = above.map(({ name, votes }) => `${name} (${votes})`).join(", ");
    const lacking = above.length > 0 ? [`No vote was bought that is as large as ${largest} at equal ${equal}.`] : [];
    return { equal: adjusted(compared), lacking };
  });
  return { equal: found.flatMap(({ equal }) => equal), lacking: found.flatMap(({ lacking }) => lacking) };
}

function largestVote({ arms }: Design, byArm: Cell[][]): Voting | null {
  const votings = arms.flatMap(({ baseline }, arm) => {
    const cells = (byArm[arm] ?? []).filter(({ status }) => status === "done");
    return baseline && cells.length > 0 ? [{ cells, votes: baseline.vote }] : [];
  });
  return votings.toSorted((a, b) => b.votes - a.votes)[0] ?? null;
}

function endedIn(cells: Cell[]): Cell[] {
  return cells.filter(({ status }) => status !== "started");
}

/** null: a price is unknown, or nothing costs anything. */
function votesFor(unit: Unit, { cells, voting }: { cells: Cell[]; voting: Voting }): number | null {
  const takes = (of: Cell[]) => {
    const spend = totalSpend(of.map((cell) => cell.spend));
    return unit === "calls" ? spend.calls : costUsdOf(spend);
  };
  const [ours, theirs] = [takes(cells), takes(voting.cells)];
  if (ours === null || theirs === null || ours <= 0 || theirs <= 0) return null;
  const each = theirs / (voting.cells.length * voting.votes);
  return Math.max(1, Math.round(ours / cells.length / each));
}

/** The vote that its first answers alone would have been. */
function voteOf(cell: Cell, { id, votes, form }: { id: string; votes: number; form: AnswerForm }): Cell {
  const answers = cell.rounds[0]?.answers.slice(0, votes) ?? [];
  const { answer } = pluralityOf(answers, { form, seed: seedOf(id, cell) });
  const correct = cell.expected === null ? null : answer !== null && isSameAnswer(answer, cell.expected, form);
  return { ...cell, answer, correct };
}
