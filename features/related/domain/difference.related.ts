/** Where the answers of two debates differ, as far as code can tell. It never guesses what texts mean. */

import { wordKey } from "../../../domain/base/text/normalise-text.ts";
import { preview } from "../../../domain/base/text/text.ts";
import { isSameAnswer } from "../../../domain/rules/answers/same.ts";
import type { ParticipantConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { STANCES } from "../../../domain/shapes/schemas/conclusion.schema.ts";
import type { Plurality } from "../../../domain/shapes/schemas/plurality.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { isOpen, resultText } from "../../../domain/shapes/schemas/result-text.ts";
import type { RelatedDebate } from "./schema.related.ts";

/** A debate with its answer. */
export interface Answered {
  topic: string;
  participants: readonly Pick<ParticipantConfig, "id" | "position" | "side">[];
  result: Result | null;
}

type Difference = Pick<RelatedDebate, "differs" | "how">;
type Stance = (typeof STANCES)[number];
export type Judged = Answered & { result: Result };

const STANCE_WORDS: Record<Stance, string> = { for: "for", against: "against", mixed: "partly for, partly against" };
/** Characters of a position in a sentence. */
const LONGEST_POSITION = 200;

/** Of `other`, seen from `own`. Answers to questions that are worded differently are told, and not compared. */
export function differenceOf(own: Answered, other: Answered): Difference {
  if (!hasResult(own)) return unknown("This debate has no answer yet.");
  if (!hasResult(other)) return unknown("It has no answer.");
  const found = byPosition(own, other) ?? byStance(own, other) ?? byCount(own, other) ?? byText(own, other);
  if (!found) return unknown(reasonIn(own, other));
  const isSameQuestion = wordKey(own.topic) === wordKey(other.topic);
  return isSameQuestion ? found : unknown(`${found.how} Their questions are worded differently.`);
}

function hasResult(debate: Answered): debate is Judged {
  return debate.result !== null;
}

function unknown(how: string): Difference {
  return { differs: null, how };
}

/** Winners hold positions, whatever their names are. */
function byPosition(own: Judged, other: Judged): Difference | null {
  const [ours, theirs] = [winningPosition(own), winningPosition(other)];
  if (!ours || !theirs) return null;
  if (wordKey(ours) === wordKey(theirs)) return { differs: false, how: "The same position wins in both." };
  if (!holds(own, theirs) && !holds(other, ours)) return null;
  return { differs: true, how: `Another position wins in it: “${preview(theirs, LONGEST_POSITION)}”` };
}

export function winningPosition({ result, participants }: Judged): string | null {
  const winner = result.type === "verdict" ? result.verdict.winner?.participant : undefined;
  return participants.find(({ id }) => id === winner)?.position || null;
}

export function holds({ participants }: Judged, position: string): boolean {
  return participants.some((each) => wordKey(each.position) === wordKey(position));
}

function byStance(own: Judged, other: Judged): Difference | null {
  const [ours, theirs] = [stanceIn(own), stanceIn(other)];
  if (!ours || !theirs) return null;
  const [our, their] = [STANCE_WORDS[ours], STANCE_WORDS[theirs]];
  if (ours === theirs) return { differs: false, how: `Both answer ${our} the motion.` };
  return { differs: true, how: `It answers ${their} the motion, this debate ${our}.` };
}

/** Of the conclusion, else of the side that wins. A contested result has none. */
export function stanceIn({ result, participants }: Judged): Stance | null {
  if (isOpen(result)) return null;
  const winner = result.type === "verdict" ? result.verdict.winner : null;
  const side = winner?.side ?? participants.find(({ id }) => id === winner?.participant)?.side;
  return result.conclusion?.answer.stance ?? (side === "neutral" ? null : (side ?? null));
}

/** Answers of fixed forms are equal, or they are not. */
function byCount(own: Judged, other: Judged): Difference | null {
  if (own.result.type !== "plurality" || other.result.type !== "plurality") return null;
  const [ours, theirs] = [own.result.plurality, other.result.plurality];
  if (ours.answer === null || theirs.answer === null || !isSameForm(ours, theirs)) return null;
  const [our, their] = [resultText(own.result), resultText(other.result)];
  const isSame = isSameAnswer(ours.answer, theirs.answer, ours.answers);
  if (isSame) return { differs: false, how: `Both answer “${our}”.` };
  return { differs: true, how: `It answers “${their}”, this debate “${our}”.` };
}

/** Texts in free words may say the same in other words. */
export function isSameForm({ answers: ours }: Plurality, { answers: theirs }: Plurality): boolean {
  if (ours.type === "number" && theirs.type === "number") return ours.unit === theirs.unit;
  return ours.type === "choice" && theirs.type === "choice";
}

function byText(own: Judged, other: Judged): Difference | null {
  const [ours, theirs] = [answerIn(own.result), answerIn(other.result)];
  const isSame = ours && theirs && wordKey(ours) === wordKey(theirs);
  return isSame ? { differs: false, how: "Both give the same answer, word for word." } : null;
}

/** In free words: of the conclusion, else of the result. A verdict's summary is no answer. */
export function answerIn(result: Result): string | null {
  if (result.conclusion) return result.conclusion.answer.text;
  return result.type === "verdict" || isUndecided(result) ? null : resultText(result);
}

function reasonIn(own: Judged, other: Judged): string {
  if (isUndecided(own.result)) return "This debate names no winner and no answer.";
  if (isUndecided(other.result)) return "It names no winner and no answer.";
  return "Code cannot tell whether they agree: read both.";
}

function isUndecided(result: Result): boolean {
  if (result.conclusion) return false;
  if (result.type === "verdict") return result.verdict.winner === null;
  return result.type === "unjudged" || (result.type === "plurality" && result.plurality.answer === null);
}
