/** How a text is read as an answer of a fixed form, and when two answers are the same. Without Zod: workflows count too. */
import { wordKey } from "../../base/text/normalise-text.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import { isWithin } from "./within.answers.ts";

/**
 * The answer that a text gives, in the form's own spelling; null if it gives none, or more than one.
 *
 * @example
 * readAnswerText("b", { type: "choice", options: ["Paris", "Rome"] }) // → "Rome"
 * readAnswerText("about 1,200", { type: "number" }) // → "1200"
 */
export function readAnswerText(text: string, form: AnswerForm): string | null {
  const given = text.trim();
  if (given === "") return null;
  if (form.type === "choice") return optionIn(given, form.options);
  if (form.type === "number") return numberIn(given);
  return given;
}

/** In a sentence that begins with "must be". */
export function whatIsRead({ type }: AnswerForm): string {
  return { choice: "one of the options, or its letter", number: "one number", text: "a text" }[type];
}

export function isSameAnswer(one: string, other: string, form: AnswerForm): boolean {
  if (form.type === "text") return textKey(one) === textKey(other);
  if (form.type === "choice") return wordKey(one) === wordKey(other);
  return isWithin(Number(one), Number(other), form.tolerance ?? 0);
}

/** A text of signs alone has no words, and is compared as it is. */
export function textKey(text: string): string {
  return wordKey(text) || text.trim();
}

const LETTERS = /^\(?([A-Z])\)?[.:]?$/i;

function optionIn(text: string, options: readonly string[]): string | null {
  const key = wordKey(text);
  const same = options.find((each) => wordKey(each) === key);
  if (same !== undefined) return same;
  const letter = LETTERS.exec(text)?.[1];
  if (letter !== undefined) return options[letter.toUpperCase().charCodeAt(0) - 65] ?? null;
  const named = options.filter((each) => ` ${key} `.includes(` ${wordKey(each)} `) && wordKey(each) !== "");
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Thousands may be grouped by commas. */
const NUMBER = /[-+−]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?/gi;

function numberIn(text: string): string | null {
  const found = (text.match(NUMBER) ?? []).map((each) => Number(each.replaceAll(",", "").replace("−", "-")));
  const distinct = [...new Set(found)].filter((value) => Number.isFinite(value));
  return distinct.length === 1 ? String(distinct[0]) : null;
}
