/** What differs in the answers of two debates, in a sentence. Code compares what is certain, and guesses nothing. */

import { winnerOf } from "../../../domain/around/branches/scores.branch.ts";
import { type Both, both } from "../../../domain/base/both.ts";
import { wordKey } from "../../../domain/base/text/normalise-text.ts";
import { preview } from "../../../domain/base/text/text.ts";
import { isSameAnswer } from "../../../domain/rules/answers/same.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { isOpen, resultText } from "../../../domain/shapes/schemas/result-text.ts";
import { answerIn, holds, isSameForm, type Judged, stanceIn, winningPosition } from "./difference.related.ts";

type Concluded = Debate & Judged;
/** Each is named by what tells it apart. */
type Rule = (debates: Both<Concluded>, names: Both<string>) => string | null;

const YES_OR_NO = { for: "yes", against: "no", mixed: "partly yes, partly no" } as const;
const LONGEST_POSITION = 120;

/**
 * The difference of the answers, then that of their support, such as "Both answer yes; support moderate against strong."
 * `names`: of the two debates, for the sentence.
 */
export function answersApart(debates: Both<Debate>, names: Both<string>): string {
  const missing = debates.flatMap(({ result }, at) => (result === null ? [names[at]] : []));
  if (missing.length === 2) return "Neither has an answer yet.";
  if (missing.length === 1) return `“${missing[0]}” has no answer yet.`;
  const judged = debates as Both<Concluded>;
  const answers = RULES.reduce<string | null>((found, rule) => found ?? rule(judged, names), null);
  return `${answers ?? "Code cannot tell whether the answers agree: read both"}${supportApart(judged)}.`;
}

/** Where the topics have different words, a sentence says so. */
export function topicsApart([a, b]: Both<Pick<Debate, "topic">>): string | null {
  return wordKey(a.topic) === wordKey(b.topic) ? null : "Their topics are different, so compare the answers with care.";
}

const RULES: Rule[] = [byStance, byOpenness, byPosition, byCount, byWinner, byText];

function byStance(debates: Both<Concluded>, names: Both<string>): string | null {
  const [a, b] = both(debates, stanceIn);
  if (!a || !b) return null;
  if (a === b) return `Both answer ${YES_OR_NO[a]}`;
  return `“${names[0]}” answers ${YES_OR_NO[a]}, “${names[1]}” ${YES_OR_NO[b]}`;
}

/** A contested result has no answer. */
function byOpenness(debates: Both<Concluded>, names: Both<string>): string | null {
  const [a, b] = both(debates, ({ result }) => isOpen(result));
  if (a && b) return "Both are contested: neither has an answer that stands";
  return a || b ? `“${names[a ? 0 : 1]}” is contested, “${names[a ? 1 : 0]}” is not` : null;
}

function byPosition([a, b]: Both<Concluded>, names: Both<string>): string | null {
  const [ours, theirs] = both([a, b], winningPosition);
  if (!ours || !theirs) return null;
  const [first, second] = both([ours, theirs], quoted);
  if (wordKey(ours) === wordKey(theirs)) return `The same position wins in both: “${first}”`;
  if (!holds(a, theirs) && !holds(b, ours)) return null;
  return `Different positions win: “${first}” in “${names[0]}”, “${second}” in “${names[1]}”`;
}

/** Its own full stop would stand before that of the sentence. */
function quoted(position: string): string {
  return preview(position, LONGEST_POSITION).replace(/\.$/, "");
}

function byCount([{ result: a }, { result: b }]: Both<Concluded>, names: Both<string>): string | null {
  if (a.type !== "plurality" || b.type !== "plurality") return null;
  const { answer: ours, answers } = a.plurality;
  const theirs = b.plurality.answer;
  if (ours === null || theirs === null || !isSameForm(a.plurality, b.plurality)) return null;
  const [first, second] = [resultText(a), resultText(b)];
  if (isSameAnswer(ours, theirs, answers)) return `Both answer “${first}”`;
  return `“${names[0]}” answers “${first}”, “${names[1]}” “${second}”`;
}

function byWinner(debates: Both<Concluded>, names: Both<string>): string | null {
  const [a, b] = both(debates, winnerOf);
  if (!a || !b) return null;
  if (a === b) return `${a} argues better in both`;
  return `${a} argues better in “${names[0]}”, ${b} in “${names[1]}”`;
}

function byText(debates: Both<Concluded>): string | null {
  const [a, b] = both(debates, ({ result }) => answerIn(result));
  return a && b && wordKey(a) === wordKey(b) ? "Both give the same answer, word for word" : null;
}

function supportApart(debates: Both<Concluded>): string {
  const [a, b] = both(debates, ({ result }) => result.conclusion?.support.level);
  if (!a || !b) return "";
  return a === b ? `; support ${a} in both` : `; support ${a} against ${b}`;
}
