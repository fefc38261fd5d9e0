/** Names and colours of participants, and links for the ids of turns in texts. */

import { exampleFor } from "../../../../domain/shapes/catalogue/examples.catalogue.ts";
import { nameOf as named } from "../../../../domain/shapes/names.shape.ts";
import { type NamedTurn, splitAtTurns } from "../../../../domain/shapes/turn-ids.ts";
import { placeOf } from "../../../../domain/show/report/names.report.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { ENGLISH, type PageWords, wordsIn } from "./say.ts";
import type { Debate } from "./wire.page-base.ts";

const COLOURS = 8;

export function nameOf(debate: Debate, id: string | null | undefined) {
  return id ? named(debate, id) : wordsIn(debate).say("Somebody");
}

/** The page makes links of turns' ids, so none of them gets a name. */
export function taleOf(debate: Debate) {
  return { debate, words: wordsIn(debate), turns: [] };
}

/** The class that colours a participant's words. */
export function voice(debate: Debate, id: string | null | undefined) {
  const at = debate.participants.findIndex((p) => p.id === id);
  return at < 0 ? "voice-0" : `voice-${(at % COLOURS) + 1}`;
}

/** A judge's text with links to the turns and exhibits that it names. */
export function cited(text: string, words: PageWords = ENGLISH) {
  const { exhibits } = words;
  const parts = splitAtTurns(text).flatMap((part): (string | NamedTurn)[] =>
    typeof part === "string" ? part.split(/\b(E\d{1,3})\b/) : [part],
  );
  if (parts.length === 1 && typeof parts[0] === "string") return text;
  return parts.map((part) => {
    if (typeof part === "string")
      return exhibits?.has(part) ? html`<a class="cite" href=${`#${part}`}>${part}</a>` : part;
    const place = placeOf(part, words);
    return part.isRemark ? place : html`<a class="cite" href=${`#${part.id}`}>${place}</a>`;
  });
}

/** How texts of models are shown: with which words beside them, and in which language for screen readers. */
export interface Manner {
  words?: PageWords;
  lang?: Lang;
}

/** A BCP-47 tag, or no attribute at all. */
export type Lang = string | typeof nothing;

/** The debate's language, where it is not that of the page around it. The demo's texts do not follow it. */
export function langOf(debate: Debate): Lang {
  const { demo, language, topic } = debate;
  const [primary] = language?.split("-", 1) ?? [];
  const isOther = demo && primary !== (exampleFor(topic)?.language ?? "en");
  return language === undefined || isOther || primary === wordsIn(debate).language ? nothing : language;
}

/** Of sentences that the code wrote, in English, inside a report in another language. */
export function codeLangOf(debate: Debate): Lang {
  return wordsIn(debate).language === "en" ? nothing : "en";
}

/** A judge's text as paragraphs. */
export function paragraphs(text: string, { words = ENGLISH, lang = nothing }: Manner = {}) {
  return html`${text.split(/\n\s*\n/).map((part) => html`<p dir="auto" lang=${lang}>${cited(part, words)}</p>`)}`;
}
