/** A short form of an answer, by which workflows compare answers without reading texts. */
import { scatter } from "../../base/statistics/scatter.ts";
import { textKey } from "./same.ts";
import { isWithin } from "./within.answers.ts";

/** Characters of a text that stand in its key as they are. */
const READABLE = 40;

/**
 * A number stays as it is. A longer text is its beginning and a hash. Activities make it: the rules of Unicode change with
 * the version of Node, and a workflow must compare alike when it is replayed.
 */
export function answerKey(answer: string): string {
  const number = Number(answer);
  if (answer.trim() !== "" && Number.isFinite(number)) return String(number);
  const key = textKey(answer);
  return key.length <= READABLE ? key : `${key.slice(0, READABLE)}~${scatter(key)}`;
}

export function isSameKey(one: string, other: string, { tolerance }: { tolerance?: number }): boolean {
  return one === other || isWithin(Number(one), Number(other), tolerance ?? 0);
}
