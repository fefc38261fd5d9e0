/** Exhibits: the passage, where it is from, who cites it, and which claims it bears on. */

import { type ExhibitUse, exhibitUses } from "../../../../domain/rules/exhibits/uses.rules.ts";
import { exhibitUseBlocks, foundFor, passageNote } from "../../../../domain/show/report/exhibits.report.ts";
import type { Tale } from "../../../../domain/show/report/names.report.ts";
import { nameOf, taleOf } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate, Exhibit, Turn } from "../base/wire.page-base.ts";
import { placesOf } from "../figures/passages.figure.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Entry } from "../live/story.live.ts";
import { blocksView, spansView } from "./blocks.view.ts";

/** Other schemes are shown, and lead nowhere. */
const WEB = /^https?:\/\//i;

export interface Shown {
  debate: Debate;
  use: ExhibitUse;
  /** Of the story. */
  turns: Turn[];
  /** Words that are searched for; without them, quotations are marked. */
  words?: string[];
  /** There are no links to other pages of the service. */
  alone?: boolean;
  /** At its end. */
  more?: unknown;
}

/** In a report. */
export function exhibitsView(debate: Debate, entries: Entry[]) {
  const { exhibits = [] } = debate;
  if (exhibits.length === 0) return nothing;
  const useOf = usesIn(debate, entries);
  return html`<details class="exhibits"><summary>${wordsIn(debate).say("Exhibits")} (${exhibits.length})</summary>${exhibits.map(
    (exhibit) => exhibitView(exhibit, { debate, ...useOf(exhibit.id), alone: true }),
  )}</details>`;
}

export function usesIn(debate: Debate, entries: Entry[]): (id: string) => Pick<Shown, "use" | "turns"> {
  const turns = entries.flatMap(({ turn }) => turn ?? []);
  const lookups = entries.flatMap(({ kind, event: { turnId, participantId }, lookups: tools }) => {
    const participant = kind === "lookups" ? null : nameOf(debate, participantId);
    return turnId && tools ? [{ turnId, participant, tools }] : [];
  });
  const useOf = exhibitUses({ turns, lookups, result: debate.result });
  return (id) => ({ use: useOf(id), turns });
}

export function exhibitView(exhibit: Exhibit, { debate, use, turns, words, alone = false, more = nothing }: Shown) {
  const { id, title, text } = exhibit;
  const tale = { ...taleOf(debate), turns };
  const { say } = tale.words;
  const citing = new Set(use.citedBy.map(({ participant }) => participant));
  const quotations = use.citedBy.flatMap(({ quoted }) => quoted.flatMap((one) => (one.found ? [one.text] : [])));
  const note = passageNote(exhibit, tale.words);
  const passage = note
    ? html`<p class="quiet">${note}</p>`
    : html`<div class="prose raw" dir="auto">${marked(text, words ?? quotations)}</div>`;
  const facts = factsOf(exhibit, { debate, use, alone, tale });
  // A link opens what it leads into.
  return html`<details class="exhibit" ?open=${words !== undefined}><summary><span id=${`${id}-title`}>${id}: <bdi>${marked(title, words)}</bdi></span>${citing.size > 0 ? html`<span class="quiet"> · ${say("Cited by")} <bdi>${[...citing].join(", ")}</bdi></span>` : nothing}</summary>
    <section id=${id} tabindex="-1" aria-labelledby=${`${id}-title`}>
      ${facts.length > 0 ? html`<p class="quiet">${facts.map((fact, i) => html`${i > 0 ? " · " : nothing}${fact}`)}</p>` : nothing}
      ${passage}
      ${more}${blocksView(exhibitUseBlocks(id, use, tale), debate)}</section></details>`;
}

function factsOf(
  { source, url, debate: from }: Exhibit,
  { debate, use, alone, tale }: Pick<Shown, "debate" | "use" | "alone"> & { tale: Tale },
) {
  const { say } = tale.words;
  return [
    ...(source ? [html`${say("Source: ")}<bdi>${source}</bdi>`] : []),
    ...(url
      ? [
          WEB.test(url)
            ? html`<a href=${url} rel="noopener noreferrer nofollow" target="_blank"><bdi>${url}</bdi></a>`
            : html`<bdi>${url}</bdi>`,
        ]
      : []),
    ...(from
      ? [alone ? html`<bdi>${from}</bdi>` : html`<a href=${`/debates/${encodeURIComponent(from)}`}>${from}</a>`]
      : []),
    ...(use.foundFor.length > 0 ? [spansView(foundFor(use, tale), debate)] : []),
  ];
}

/** A text with what is looked for set apart. */
export function marked(text: string, phrases: string[] = []) {
  const places = phrases.length > 0 ? placesOf(text, phrases) : [];
  if (places.length === 0) return text;
  const parts = places.map(
    ({ from, to }, i) => html`${text.slice(places[i - 1]?.to ?? 0, from)}<mark>${text.slice(from, to)}</mark>`,
  );
  return [...parts, text.slice(places.at(-1)?.to)];
}
