/** Names for two debates, by what tells them apart. */

import { type Both, both } from "../../../domain/base/both.ts";
import { benchOf, shortModel } from "../../../domain/shapes/names.shape.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Side } from "./side.compared.ts";

interface Words {
  /** The title of a format. */
  format: (name: string) => string;
  /** A time in ISO 8601. */
  moment: (at: string) => string;
}

/** Parts of a name beside how the two are related. */
const MOST_TRAITS = 2;

/**
 * What differs first: how they are related, then judge, format, models, rounds, and the time when nothing else does.
 * So an original and its fork are "The original" and "Fork at round 2", and two others "Judged by gpt-5.5" and "Judged by
 * claude-sonnet-5".
 */
export function namesOf(sides: Both<Side>, words: Words): Both<string> {
  const related = relationOf(sides);
  if (related && related[0] !== related[1]) return related;
  const different = TRAITS.map((trait) => both(sides, (side) => trait(side, words))).filter(([a, b]) => a !== b);
  const told = different.length > 0 ? different.slice(0, MOST_TRAITS) : [timesOf(sides, words)];
  return both([0, 1], (at) => told.map((pair) => pair[at as 0 | 1]).join(", "));
}

function relationOf(sides: Both<Side>): Both<string> | null {
  const [a, b] = sides;
  if (a.isRejudged || b.isRejudged) return both(sides, judgedBy);
  const [first, second] = both(sides, ({ debate }) => debate);
  if (madeFrom(second, first)) return ["The original", originOf(second)];
  if (madeFrom(first, second)) return [originOf(first), "The original"];
  const parents = both([first, second], parentOf);
  return parents[0] && parents[0] === parents[1] ? [originOf(first), originOf(second)] : null;
}

function judgedBy({ debate, isRejudged }: Side): string {
  const bench = judgesOf(debate);
  return isRejudged ? `Rejudged by ${bench}` : `Judged by ${bench} at first`;
}

function parentOf({ forkedFrom, twinOf }: Debate): string | null {
  return forkedFrom?.id ?? twinOf ?? null;
}

function madeFrom(child: Debate, { id }: Debate): boolean {
  return parentOf(child) === id;
}

function originOf({ forkedFrom }: Debate): string {
  if (!forkedFrom) return "The twin, sides swapped";
  return forkedFrom.afterRound > 0 ? `Fork at round ${forkedFrom.afterRound}` : "Fork from before round 1";
}

/** Who rules, in words. */
function judgesOf({ judge }: Debate): string {
  return judge ? benchOf(judge, shortModel) : "nobody";
}

const TRAITS: ((side: Side, words: Words) => string)[] = [
  ({ debate }) => (debate.judge ? `Judged by ${judgesOf(debate)}` : "Without a judge"),
  ({ debate }, { format }) => format(debate.format),
  ({ debate }) => [...new Set(debate.participants.map(({ model }) => shortModel(model)))].join(" and "),
  ({ debate }) => `${debate.maxRounds} ${debate.maxRounds === 1 ? "round" : "rounds"}`,
];

/** Two that were made in the same minute are told apart by their order. */
function timesOf(sides: Both<Side>, { moment }: Words): Both<string> {
  const [a, b] = both(sides, ({ debate }) => moment(debate.createdAt));
  if (a !== b) return [`Of ${a}`, `Of ${b}`];
  const isFirstOlder = sides[0].debate.createdAt <= sides[1].debate.createdAt;
  return isFirstOlder ? [`The earlier, of ${a}`, `The later, of ${b}`] : [`The later, of ${a}`, `The earlier, of ${b}`];
}
