/** Names and scores in what is told of a debate. Browsers get this file too. */

import { ENGLISH, type Text, type Words } from "../../base/words/english.words.ts";
import { type Rubric, rubricOf } from "../../judge/rubric.judging.ts";
import { nameOf } from "../../shapes/names.shape.ts";
import type { Ballot } from "../../shapes/schemas/ballot.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { CriterionScores, JudgeCriterion } from "../../shapes/schemas/rubric.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { type NamedTurn, withTurnsNamed } from "../../shapes/turn-ids.ts";
import { type Cell, type Span, said } from "./blocks.ts";
import type { EarnedRate } from "./earned.report.ts";

/** What a telling needs: the debate, the words of its language, and the turns that it can name and lead to. */
export interface Tale {
  debate: {
    participants: readonly { id: string; name: string; model: string }[];
    exhibits?: Debate["exhibits"];
    maxRounds: number;
    usage?: Debate["usage"];
    /** Left out: of a debate from before, or without ballots. */
    ballotAnswers?: Debate["ballotAnswers"];
    judge?: { criteria?: JudgeCriterion[] | undefined } | null;
  };
  words: Words;
  turns: Turn[];
  /** How often answers at each level of support were right. Missing: that is not told. */
  earned?: readonly EarnedRate[] | undefined;
}

type Named = Parameters<typeof nameOf>[0];

/** A turn by its speaker, kind and round. Exhibits and what is not among the turns stay as they are named. */
export function turnName({ turns, words }: Pick<Tale, "turns" | "words">, id: string): string {
  const turn = turns.find((one) => one.id === id);
  if (!turn) return id;
  const kind = words.word(turn.phase === "interjection" ? "remark" : turn.phase.replace("-", " "));
  return words.say("{speaker}'s {kind} in round {round}", { speaker: speakerOf(turn, words), kind, round: turn.round });
}

/** A text of a model for readers, who know turns by their places and not by their ids: "Ada, round 2". */
export function withPlaces(text: string, { words, turns = [] }: Telling): string {
  return withTurnsNamed(text, (named) => {
    const { round } = named;
    const turn = turns.find(({ id }) => id === named.id);
    if (!turn) return placeOf(named, words);
    return words.say("{speaker}, round {round}", { speaker: speakerOf(turn, words), round });
  });
}

/** Where a turn is that no list names: "round 2, turn 1". */
export function placeOf({ round, index, isRemark }: NamedTurn, { say }: Words): string {
  return say(isRemark ? "round {round}, remark {index}" : "round {round}, turn {index}", { round, index });
}

/** `turns` left out: those that a text names have no speaker. */
type Telling = Pick<Tale, "words"> & Partial<Pick<Tale, "turns">>;

/** Fields that hold ids, which become links, and names of our own. */
const KEPT = new Set("id turn turnId turnIds turns targetId with cause bestRefinement ballots kind as who".split(" "));
/** Parts that stay whole: words of exhibits and of searches, and headings, which links lead to as they stand. */
const UNTOLD = new Set(["heading", "quotes", "tools", "citations"]);

/** The same of all texts in a value, of stored results and of blocks, but for its ids. */
export function placesIn<T>(value: T, telling: Telling): T {
  const placed = (each: unknown, name: string): unknown => {
    if (UNTOLD.has(name)) return each;
    if (typeof each === "string") return KEPT.has(name) ? each : withPlaces(each, telling);
    if (Array.isArray(each)) return each.map((one) => placed(one, name));
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inside]) => [key, placed(inside, key)]));
  };
  return placed(value, "") as T;
}

/** A turn's heading, which links lead to. */
export function turnHeading(turn: Turn, { turns, words }: Pick<Tale, "turns" | "words">): Span[] {
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
export function turnLink(whole: Pick<Tale, "turns" | "words">, id: string): Span {
  const turn = whole.turns.find((one) => one.id === id);
  if (turn) return { link: turnName(whole, id), id, heading: turnHeading(turn, whole) };
  // Where no turns are given, its renderer finds it.
  return said(whole.turns.length > 0 ? withPlaces(id, whole) : id);
}

export function exhibitLink({ exhibits = [] }: Pick<Debate, "exhibits">, id: string): Span {
  const exhibit = exhibits.find((one) => one.id === id);
  return exhibit ? { link: id, id, heading: exhibitHeading(exhibit) } : said(id);
}

/** The model of each participant; those that share one are told apart by a number: `openai/gpt-5.5 (2)`. */
export function modelLabels({ participants }: Tale["debate"]): Map<string, string> {
  return new Map(
    participants.map(({ id, model }, i) => {
      const before = participants.slice(0, i).filter((other) => other.model === model).length;
      return [id, before === 0 ? model : `${model} (${before + 1})`];
    }),
  );
}

const PHASE_TITLES = {
  response: "Responses",
  opening: "Opening statements",
  rebuttal: "Rebuttals",
  closing: "Closing statements",
  constructive: "Constructive speeches",
  "cross-question": "Cross-examination: questions",
  "cross-answer": "Cross-examination: answers",
  proposal: "Proposals",
  critique: "Critiques",
  refinement: "Refinements",
  synthesis: "Synthesis",
  answer: "Answers",
  interjection: "From the owner",
} as const satisfies Record<Turn["phase"], Text>;

/** What stands above the turns of a phase: `Opening statements`. */
export function phaseTitle(phase: string, { say, word }: Words): string {
  const title = (PHASE_TITLES as Record<string, Text | undefined>)[phase];
  return title ? say(title) : word(phase);
}

/** Of whom a turn of this phase speaks: `criticises Ben`. */
export function aboutWhom(phase: string, name: string, { say }: Words = ENGLISH): string {
  return say(ABOUT[phase] ?? "on {name}", { name });
}

const ABOUT: Record<string, Text> = {
  critique: "criticises {name}",
  "cross-question": "asks {name}",
  "cross-answer": "answers {name}",
};

/** A ranking in names: those of one place are joined by "=". */
export function rankedNames(places: string[][], debate: Named): string {
  return places.map((tied) => tied.map((id) => nameOf(debate, id)).join(" = ")).join(" > ");
}

/** A participant, whose name a page may colour. */
export function person(debate: Named, id: string): { said: string; who: string } {
  return { said: nameOf(debate, id), who: id };
}

export const voteOf = ({ judge, order }: Pick<Ballot, "judge" | "order">, { say }: Words) =>
  `${judge}, ${say(order === "given" ? "given order" : "reversed order")}`;

/** The owner's remarks have the owner's name in the report's language. */
function speakerOf({ phase, participant }: Pick<Turn, "phase" | "participant">, words: Words): string {
  return phase === "interjection" ? words.say("The owner") : participant;
}

export function winnerName(
  { winner, side }: { winner?: string | null | undefined; side?: string | undefined },
  { debate, words }: Pick<Tale, "debate" | "words">,
): string {
  if (side) return words.say(side === "for" ? "the side for the motion" : "the side against the motion");
  return winner === null || winner === undefined ? words.say("nobody") : nameOf(debate, winner);
}

/**
 * A table's criteria: those of the rubric that have scores, then others with scores. A fork may inherit rounds that
 * were scored by other criteria.
 */
export function columnsOf(
  tale: Pick<Tale, "debate" | "words">,
  all: CriterionScores[],
): Pick<Rubric[number], "name" | "title">[] {
  const rubric = titledRubric(tale);
  const scored = new Set(all.flatMap((scores) => Object.keys(scores)));
  const others = [...scored].filter((name) => rubric.every((line) => line.name !== name));
  return [...rubric.filter(({ name }) => scored.has(name)), ...others.map((name) => ({ name, title: name }))];
}

/** Its own criteria keep their names. */
export function titledRubric({ debate: { judge }, words }: Pick<Tale, "debate" | "words">): Rubric {
  const rubric = rubricOf(judge ?? null);
  if (judge?.criteria?.length) return rubric;
  return rubric.map((line) => ({ ...line, title: words.word(line.title) }));
}

export function scoreCells(scores: CriterionScores | undefined, columns: { name: string }[]): Cell[] {
  return columns.map(({ name }) => scores?.[name] ?? "–");
}
