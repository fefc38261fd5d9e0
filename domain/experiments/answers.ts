/** Answers of a fixed form: how an item describes them, how a text is read as one, and when two are the same. */
import { z } from "zod";
import { list, notBlank } from "../request/bounds.ts";
import { wordKey } from "../text/normalise-text.ts";

const OPTIONS = { least: 2, most: 26, characters: 500 };
const option = notBlank(OPTIONS.characters);

/** Unions name a problem by its branch, so `type` decides which branch is meant. */
export const AnswerForm = z
  .discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("choice").meta({ description: "One of several options" }),
      options: list(option, OPTIONS.most)
        .min(OPTIONS.least)
        .refine((options) => new Set(options.map(wordKey)).size === options.length, "must all differ by their words")
        .meta({ description: "2 to 26 texts; an answer is one of them, or its letter A, B, …" }),
    }),
    z.strictObject({
      type: z.literal("number").meta({ description: "A number" }),
      unit: z.string().min(1).max(40).optional().meta({ description: "Shown to models, and left out of answers" }),
      tolerance: z
        .number()
        .min(0)
        .optional()
        .meta({ description: "Two answers are the same if they differ by no more; 0 when left out" }),
    }),
    z.strictObject({
      type: z.literal("text").meta({ description: "A short text, compared without case, blanks and punctuation" }),
    }),
  ])
  .meta({ id: "AnswerForm", description: "The form of an item's answers; a text when left out" });
export type AnswerForm = z.infer<typeof AnswerForm>;

export const TEXT: AnswerForm = { type: "text" };

/** The answer that a text gives, in the form's own spelling; null if it gives none, or more than one. */
export function readAnswerText(text: string, form: AnswerForm): string | null {
  const given = text.trim();
  if (given === "") return null;
  if (form.type === "choice") return optionIn(given, form.options);
  if (form.type === "number") return numberIn(given);
  return given;
}

export function isSameAnswer(one: string, other: string, form: AnswerForm): boolean {
  if (form.type === "text") return textKey(one) === textKey(other);
  if (form.type === "choice") return wordKey(one) === wordKey(other);
  const [a, b] = [Number(one), Number(other)];
  // Decimal fractions are inexact: 0.3 − 0.2 differs from 0.1 by 3e-17.
  return Math.abs(a - b) <= (form.tolerance ?? 0) + 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

/** A text of signs alone has no words, and is compared as it is. */
function textKey(text: string): string {
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
