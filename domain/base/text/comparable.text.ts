/** Keys by which answers are compared. Unlike a `wordKey`, they keep the signs that make another answer: C++ is not C#. */
import { normalised } from "./normalise-text.ts";

/** These stand for signs that are kept while others of their looks are dropped. Letters of no script. */
const [MINUS, POINT, BANG] = ["\uE000", "\uE001", "\uE002"];
const SIGNED = /(?<![\p{L}\p{M}\p{N})\]])[-−–﹣－](?=[\d.])/gu;
/** As in `a != b` and `O(n!)`. */
const MEANT_BANG = /!(?=[)\]=])/g;
const RAISED = /[⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu;
const RAISED_SIGNS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻";
const BOLD = /(?<![\p{L}\p{N}])\*\*|\*\*(?![\p{L}\p{N}])/gu;
/** Emoji, and all but letters, marks, digits and signs. */
const DECORATION = /[\p{Emoji_Presentation}\uFE0F]|[^\p{L}\p{M}\p{N}\p{Sm}\p{Sc}\p{So}#%&@*/\\^.,\uE000-\uE002-]/gu;
const AROUND_SIGNS = / ?([\p{Sm}\p{Sc}\p{So}#%&@*/\\^]) ?/gu;

/** Texts with the same key are the same answer in the same words, whatever their case, blanks and punctuation. */
export function comparable(text: string): string {
  const signed = text
    .replaceAll(SIGNED, MINUS)
    .replaceAll(MEANT_BANG, BANG)
    .replaceAll(BOLD, "")
    .replaceAll("♯", "#")
    .replaceAll(RAISED, raised);
  return normalised(signed)
    .replaceAll(DECORATION, " ")
    .replaceAll(/(?<=\p{N})[.,](?=\p{N})|(?<![\p{L}\p{M}\p{N}.])\.(?=[\p{L}\p{N}])/gu, POINT)
    .replaceAll(/(?<=\p{N})-(?=\p{N})/gu, MINUS)
    .replaceAll(/[\s.,-]+/g, " ")
    .replaceAll(AROUND_SIGNS, "$1")
    .replaceAll(MINUS, "-")
    .replaceAll(POINT, ".")
    .replaceAll(BANG, "!")
    .trim();
}

function raised(run: string): string {
  const lowered = Array.from(run, (sign) => `0123456789+${MINUS}`.charAt(RAISED_SIGNS.indexOf(sign)));
  return `^${lowered.join("")}`;
}
