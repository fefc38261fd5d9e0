/** The table of a picture's numbers. */

import { nameOf } from "../base/cast.page-base.ts";
import { ENGLISH } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html } from "../lib/lit-html/lit-html.js";

/** Columns of words; all others but the first are numbers. */
const WORDS = new Set([
  "What",
  "Came to",
  "Judge",
  "Order",
  "Winner",
  "Because",
  "Position",
  "Because of",
  "The skeptic",
  "Criterion",
  "The judge says",
  "Measured",
]);

/** A title of ours in English, or somebody's name as it is. */
type Title = string | { name: string };

export function namesOf(debate: Debate, ids: string[]): Title[] {
  return ids.map((id) => ({ name: nameOf(debate, id) }));
}

/** Each row is as long as the head; its first cell names it. */
export function numbers(head: Title[], rows: unknown[][], { say, word } = ENGLISH) {
  const isWords = (title: Title, i: number) => i === 0 || (typeof title === "string" && WORDS.has(title));
  const classes = head.map((title, i) => (isWords(title, i) ? "words" : "number"));
  const strings = rowStrings(classes);
  return html`<details><summary>${say("The numbers")}</summary><div class="scrolls" tabindex="0" role="group" aria-label=${say("The numbers")}><table>
    <thead><tr>${head.map((title, i) => html`<th scope="col" class=${classes[i]}>${typeof title === "string" ? word(title) : title.name}</th>`)}</tr></thead>
    <tbody>${rows.map((cells) => html(strings, ...cells))}</tbody></table></div></details>`;
}

/** By the classes of their cells. */
const known = new Map<string, TemplateStringsArray>();

/**
 * One template for a row, with a hole for each cell: a template for each cell takes several times as long, and a long
 * debate has thousands.
 */
function rowStrings(classes: string[]) {
  const key = classes.join(" ");
  const made = known.get(key) ?? templateOf(['<tr><th scope="row">', ...between(classes), "</td></tr>"]);
  known.set(key, made);
  return made;
}

function between([, ...others]: string[]) {
  return others.map((name, i) => `${i === 0 ? "</th>" : "</td>"}<td class="${name}">`);
}

/** The strings of a template literal. */
function templateOf(strings: string[]): TemplateStringsArray {
  return Object.assign(strings, { raw: strings });
}
