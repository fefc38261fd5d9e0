/** The answers that are grouped in one blind call: the control arm's, the debate's and the known one, shuffled. */

import { scatter } from "../base/statistics/scatter.ts";
import { preview } from "../base/text/text.ts";
import { wholeWords } from "../rules/judges/blind-words.ts";
import type { DebateConfig } from "../shapes/plan/config.plan.ts";
import type { AloneAnswer } from "../shapes/schemas/control-arm.schema.ts";
import type { Result } from "../shapes/schemas/result.schema.ts";

export interface Pile {
  answers: AloneAnswer[];
  /** What the debate answered; null: nothing. */
  debate: string | null;
  /** The known answer; null: it is not known. */
  expected: string | null;
  /** All of them as the reader is shown them: nothing says whose each is. */
  shown: { key: string; text: string }[];
  /** The id of an answer, `debate` or `expected`, by the key shown. */
  keys: Record<string, string>;
}

export const DEBATE = "debate";
export const EXPECTED = "expected";

/** A longer answer, such as a whole solution, would stand out. In characters. */
const LONGEST = 1_500;

export interface PileShown {
  /** The same pile always has the same order. */
  seed: string;
  /** Of the participants. Only the debate's answer could have them: they would tell it apart. */
  names: string[];
}

export function pileOf(
  { answers, debate, expected }: Pick<Pile, "answers" | "debate" | "expected">,
  { seed, names }: PileShown,
): Pile {
  const hide = (text: string) => text.replaceAll(wholeWords(names), "the speaker");
  const items = [
    ...answers.map(({ id, answer }) => ({ of: id, text: answer })),
    ...(debate === null ? [] : [{ of: DEBATE, text: preview(hide(debate), LONGEST) }]),
    ...(expected === null ? [] : [{ of: EXPECTED, text: preview(expected, LONGEST) }]),
  ];
  const rank = ({ of }: { of: string }) => scatter(`${seed} ${of}`);
  const shuffled = items.toSorted((a, b) => rank(a) - rank(b));
  const keyed = shuffled.map((item, i) => ({ key: `A${i + 1}`, ...item }));
  return {
    answers,
    debate,
    expected,
    shown: keyed.map(({ key, text }) => ({ key, text })),
    keys: Object.fromEntries(keyed.map(({ key, of }) => [key, of])),
  };
}

/** What readers take as the debate's answer: its conclusion's, else what a verdict's winner held. null: contested, or none. */
export function debateAnswer(result: Result | null, { participants }: Pick<DebateConfig, "participants">) {
  // A contested verdict's conclusion says what divides the judges, which answers nothing.
  if (result === null || result.type === "unjudged" || result.contested) return null;
  if (result.conclusion) return result.conclusion.answer.text;
  if (result.type === "solution") return result.solution.description;
  if (result.type === "answer") return result.answer.text;
  if (result.type === "plurality") return result.plurality.answer;
  if (result.type === "council") return result.council.answer;
  const { participant, side } = result.verdict.winner ?? {};
  if (side) {
    const held = participants.find((p) => p.side === side)?.position ?? "";
    return `${side === "for" ? "Yes, the motion is right." : "No, the motion is wrong."} ${held}`.trim();
  }
  return participants.find(({ id }) => id === participant)?.position ?? null;
}
