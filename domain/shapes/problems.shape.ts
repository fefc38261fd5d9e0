/** Short lists of problems: a refusal names the first ones and counts the rest. */
import { bytesOf } from "../base/text/text.ts";

/** As in `schemas/faults.schema.ts`, which cannot be imported here: its schema needs the bounds, which need this file. */
interface Problem {
  pointer: string;
  detail: string;
}

/** Problems that a response names, at most. */
export const MOST_PROBLEMS = 100;
/** Their bytes as JSON, at most; a response may have 64 KB. */
const MOST_BYTES = 32_000;
/** Characters of one pointer or detail, which may quote what came in. */
const LONGEST = 300;

const REST = /^and ([\d,]+) more$/;

/**
 * All of them as one sentence.
 *
 * @example
 * oneSentence([{ pointer: "/topic", detail: "must not be empty" }]) // → "/topic must not be empty"
 */
export function oneSentence(problems: Problem[]): string {
  return problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ");
}

/** The text of the last problem, which counts those that are left out. */
export function andMore(count: number): string {
  return `and ${count.toLocaleString("en-US")} more`;
}

/**
 * The first 100 problems, and one that counts the rest. Capped lists can be joined and capped again.
 *
 * @example
 * const many = Array.from({ length: 103 }, (_, i) => ({ pointer: `/${i}`, detail: "is missing" }));
 * capped(many).length // → 101
 * capped(many).at(-1) // → { pointer: "", detail: "and 3 more" }
 */
export function capped(problems: Problem[]): Problem[] {
  const named = problems.filter(({ detail }) => !REST.test(detail));
  const kept = firstOf(named);
  const rest = named.length - kept.length + leftOut(problems);
  return rest > 0 ? [...kept, { pointer: "", detail: andMore(rest) }] : kept;
}

function firstOf(problems: Problem[]): Problem[] {
  const kept: Problem[] = [];
  let bytes = 0;
  for (const { pointer, detail } of problems.slice(0, MOST_PROBLEMS)) {
    const problem = { pointer: clipped(pointer, LONGEST), detail: clipped(detail, LONGEST) };
    bytes += bytesOf(JSON.stringify(problem));
    if (bytes > MOST_BYTES) break;
    kept.push(problem);
  }
  return kept;
}

function leftOut(problems: Problem[]): number {
  const counts = problems.map(({ detail }) => REST.exec(detail)?.[1]?.replaceAll(",", "") ?? 0);
  return counts.reduce<number>((sum, count) => sum + Number(count), 0);
}

export function clipped(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).toWellFormed()}…`;
}

/**
 * The first problem of each pointer.
 *
 * @example
 * unique([{ pointer: "/topic", detail: "is missing" }, { pointer: "/topic", detail: "is no text" }]).length // → 1
 */
export function unique(problems: Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter((p) => REST.test(p.detail) || (!seen.has(p.pointer) && seen.add(p.pointer)));
}

/** Pointers to the values that a path leads to; `*` is any element of a list. */
export function pointersTo(value: unknown, [part, ...rest]: string[], pointer = ""): string[] {
  if (part === undefined) return value === undefined ? [] : [pointer];
  if (typeof value !== "object" || value === null || (part === "*" && !Array.isArray(value))) return [];
  return Object.entries(value)
    .filter(([key]) => part === "*" || key === part)
    .flatMap(([key, inner]) => pointersTo(inner, rest, `${pointer}/${key}`));
}
