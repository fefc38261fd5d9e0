/** Names and scores in reports. */

import { type Words, wordsOf } from "../../base/words/words.ts";
import { type Rubric, rubricOf } from "../../judge/rubric.judging.ts";
import type { Ballot } from "../../shapes/schemas/ballot.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { CriterionScores } from "../../shapes/schemas/rubric.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { type Span, said } from "./blocks.ts";

export function nameOf(debate: { participants: readonly { id: string; name: string }[] }, id: string): string {
  return debate.participants.find((p) => p.id === id)?.name ?? id;
}

/** A turn by its speaker, kind and round. Exhibits and what is not among the turns stay as they are named. */
export function turnName(
  { turns, debate }: { turns: NamedTurn[]; debate: Pick<Debate, "language"> },
  id: string,
): string {
  const turn = turns.find((one) => one.id === id);
  if (!turn) return id;
  const words = wordsOf(debate);
  const kind = words.word(turn.phase === "interjection" ? "remark" : turn.phase.replace("-", " "));
  return words.say("{speaker}'s {kind} in round {round}", { speaker: speakerOf(turn, words), kind, round: turn.round });
}

type NamedTurn = Pick<Turn, "id" | "participant" | "phase" | "round">;
type Whole = { turns: Turn[]; debate: Pick<Debate, "language"> };

const TURN_IDS = /\bg\d{1,3}-r(\d{1,3})-t(\d{1,3})\b/g;

/** A text of a model for readers, who know turns by their places and not by their ids. */
export function withPlaces(text: string, { say }: Words): string {
  return text.replaceAll(TURN_IDS, (_, round: string, index: string) =>
    say("round {round}, turn {index}", { round, index }),
  );
}

/** Fields that hold ids, which become links. */
const ID_FIELDS = new Set(["id", "turn", "turnId", "turnIds", "turns", "with", "cause", "bestRefinement", "ballots"]);

/** The same of all texts in a value, but for its ids. */
export function placesIn<T>(value: T, words: Words): T {
  const placed = (each: unknown, name: string): unknown => {
    if (typeof each === "string") return ID_FIELDS.has(name) ? each : withPlaces(each, words);
    if (Array.isArray(each)) return each.map((one) => placed(one, name));
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inside]) => [key, placed(inside, key)]));
  };
  return placed(value, "") as T;
}

/** A turn's heading, which links lead to. */
export function turnHeading(turn: Turn, { turns, debate }: Whole): Span[] {
  const words = wordsOf(debate);
  const target = turns.find((t) => t.id === turn.targetId);
  const about: Span[] = target
    ? [{ own: words.say(" on ") }, said(target.participant), { own: ` (${target.id})` }]
    : [];
  return [said(speakerOf(turn, words)), ...about, { own: ` (${turn.id})` }];
}

export function exhibitHeading({ id, title }: NonNullable<Debate["exhibits"]>[number]): Span[] {
  return [{ own: `${id}: ` }, said(title)];
}

/** Without a link where the turn is not in the report. */
export function turnLink(whole: Whole, id: string): Span {
  const turn = whole.turns.find((one) => one.id === id);
  if (!turn) return said(withPlaces(id, wordsOf(whole.debate)));
  return { link: turnName(whole, id), id, heading: turnHeading(turn, whole) };
}

export function exhibitLink({ exhibits = [] }: Pick<Debate, "exhibits">, id: string): Span {
  const exhibit = exhibits.find((one) => one.id === id);
  return exhibit ? { link: id, id, heading: exhibitHeading(exhibit) } : said(id);
}

export const voteOf = ({ judge, order }: Pick<Ballot, "judge" | "order">, { say }: Words) =>
  `${judge}, ${say(order === "given" ? "given order" : "reversed order")}`;

/** The owner's remarks have the owner's name in the report's language. */
function speakerOf({ phase, participant }: Pick<Turn, "phase" | "participant">, words: Words): string {
  return phase === "interjection" ? words.say("The owner") : participant;
}

export function winnerName(
  { winner, side }: { winner?: string | null | undefined; side?: string | undefined },
  debate: Pick<Debate, "participants" | "language">,
): string {
  const words = wordsOf(debate);
  if (side) return words.say(side === "for" ? "the side for the motion" : "the side against the motion");
  return winner === null || winner === undefined ? words.say("nobody") : nameOf(debate, winner);
}

/**
 * A table's criteria: those of the rubric that have scores, then others with scores. A fork may inherit rounds that
 * were scored by other criteria.
 */
export function columnsOf(
  debate: Pick<Debate, "judge" | "language">,
  all: CriterionScores[],
): Pick<Rubric[number], "name" | "title">[] {
  const rubric = titledRubric(debate);
  const scored = new Set(all.flatMap((scores) => Object.keys(scores)));
  const others = [...scored].filter((name) => rubric.every((line) => line.name !== name));
  return [...rubric.filter(({ name }) => scored.has(name)), ...others.map((name) => ({ name, title: name }))];
}

/** Its own criteria keep their names. */
export function titledRubric({ judge, language }: Pick<Debate, "judge" | "language">): Rubric {
  const rubric = rubricOf(judge);
  if (judge?.criteria?.length) return rubric;
  const words = wordsOf({ language });
  return rubric.map((line) => ({ ...line, title: words.word(line.title) }));
}

export function scoreCells(scores: CriterionScores | undefined, columns: { name: string }[]): (string | number)[] {
  return columns.map(({ name }) => scores?.[name] ?? "–");
}
