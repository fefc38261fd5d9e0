/** How a text is read as an answer of a fixed form, and when two answers are the same. Without Zod: workflows count too. */
import { comparable } from "../../base/text/comparable.text.ts";
import type { AnswerForm } from "../../shapes/schemas/answer-form.ts";
import { numberIn } from "./numbers.answers.ts";
import { polarityOf } from "./polarity.answers.ts";
import { isWithin } from "./within.answers.ts";

/**
 * The answer that a text gives, in the form's own spelling; null if it gives none, or more than one. A number of JSON is
 * its own text. `language`: the text's, by which 1.234 is read; as in English when left out.
 *
 * @example
 * readAnswerText("b", { type: "choice", options: ["Paris", "Rome"] }) // → "Rome"
 * readAnswerText("about 1,200", { type: "number" }) // → "1200"
 */
export function readAnswerText(written: string | number, form: AnswerForm, language?: string): string | null {
  const given = String(written).trim();
  if (given === "") return null;
  if (form.type === "choice") return optionIn(given, form.options);
  if (form.type === "text" || typeof written === "number") return given;
  return numberIn(given, { language, unit: form.unit });
}

/** In a sentence that begins with "must be". */
export function whatIsRead({ type }: AnswerForm): string {
  return { choice: "one of the options, or its letter", number: "one number", text: "a text" }[type];
}

export function isSameAnswer(one: string, other: string, form: AnswerForm): boolean {
  if (form.type === "number") return isWithin(Number(one), Number(other), form.tolerance ?? 0);
  return textKey(one) === textKey(other);
}

/** A text of signs alone may have no key, and is compared as it is. */
export function textKey(text: string): string {
  return comparable(text) || text.trim();
}

const LETTER = /^\(?([A-Z])\)?[.:]?$/i;
/** A letter before the option that it stands for, as in `B) Knave`. */
const LETTERED = /^\(?([A-Z])[).:]\s*(\S.*)$/is;
/** What stands before the first mark: of `Yes, because …` the yes. `No. 5` is a number. */
const LEAD = /^([^,.:;!?…、，。：；！？\n–—]+)(?:[,:;!?…、，。：；！？\n–—]|\.(?!\s*\d))/u;

function optionIn(text: string, options: readonly string[]): string | null {
  return (
    optionOf(text, options) ??
    letterIn(text, options) ??
    optionOf(LEAD.exec(text)?.[1] ?? "", options) ??
    optionWithin(text, options)
  );
}

/** By its words, or as a yes or a no in another language. */
function optionOf(text: string, options: readonly string[]): string | null {
  const key = textKey(text);
  const same = options.find((each) => textKey(each) === key);
  if (same !== undefined) return same;
  const polarity = polarityOf(text);
  const alike = polarity === null ? [] : options.filter((each) => polarityOf(each) === polarity);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

function letterIn(text: string, options: readonly string[]): string | null {
  const at = (letter: string) => options[letter.toUpperCase().charCodeAt(0) - 65];
  const [, alone] = LETTER.exec(text) ?? [];
  if (alone !== undefined) return at(alone) ?? null;
  const [, letter = "", rest = ""] = LETTERED.exec(text) ?? [];
  const option = at(letter);
  return option !== undefined && optionOf(rest, options) === option ? option : null;
}

/** The only option that a sentence names. Yes and no are words of many sentences that answer nothing. */
function optionWithin(text: string, options: readonly string[]): string | null {
  if (options.some((each) => polarityOf(each) !== null)) return null;
  const key = ` ${textKey(text)} `;
  const named = options.filter((each) => key.includes(` ${textKey(each)} `));
  return named.length === 1 ? (named[0] ?? null) : null;
}
