/** Exhibits: the passage, where it is from, who cites it, and which claims it bears on. */

import { type ExhibitUse, exhibitUses } from "../../../../domain/rules/exhibits/uses.rules.ts";
import { statusOf } from "../../../../domain/show/report/claims.report.ts";
import { cited, langOf, nameOf } from "../base/cast.page-base.ts";
import { wordsIn, woven } from "../base/say.ts";
import type { Debate, Exhibit } from "../base/wire.page-base.ts";
import { placesOf } from "../figures/passages.figure.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Entry } from "../live/story.live.ts";

/** Other schemes are shown, and lead nowhere. */
const WEB = /^https?:\/\//i;

export interface Shown {
  debate: Debate;
  use: ExhibitUse;
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
    (exhibit) => exhibitView(exhibit, { debate, use: useOf(exhibit.id), alone: true }),
  )}</details>`;
}

export function usesIn(debate: Debate, entries: Entry[]): (id: string) => ExhibitUse {
  const turns = entries.flatMap(({ turn }) => turn ?? []);
  const lookups = entries.flatMap(({ kind, event: { turnId, participantId }, lookups: tools }) => {
    const participant = kind === "lookups" ? null : nameOf(debate, participantId);
    return turnId && tools ? [{ turnId, participant, tools }] : [];
  });
  return exhibitUses({ turns, lookups, result: debate.result });
}

export function exhibitView(exhibit: Exhibit, { debate, use, words, alone = false, more = nothing }: Shown) {
  const { id, title, text, image } = exhibit;
  const { say } = wordsIn(debate);
  const citing = new Set(use.citedBy.map(({ participant }) => participant));
  const quotations = use.citedBy.flatMap(({ quoted }) => quoted.flatMap((one) => (one.found ? [one.text] : [])));
  const said = image
    ? say("An image of {width} × {height} pixels.", image)
    : text === "" && say("Nothing of it was quoted.");
  const passage = said
    ? html`<p class="quiet">${said}</p>`
    : html`<div class="prose raw" dir="auto">${marked(text, words ?? quotations)}</div>`;
  const facts = factsOf(exhibit, { debate, use, alone });
  // A link opens what it leads into.
  return html`<details class="exhibit" ?open=${words !== undefined}><summary><span id=${`${id}-title`}>${id}: <bdi>${marked(title, words)}</bdi></span>${citing.size > 0 ? html`<span class="quiet"> · ${say("Cited by")} <bdi>${[...citing].join(", ")}</bdi></span>` : nothing}</summary>
    <section id=${id} tabindex="-1" aria-labelledby=${`${id}-title`}>
      ${facts.length > 0 ? html`<p class="quiet">${facts.map((fact, i) => html`${i > 0 ? " · " : nothing}${fact}`)}</p>` : nothing}
      ${passage}
      ${more}${usesView(id, { debate, use })}</section></details>`;
}

function factsOf(
  { source, url, debate: from }: Exhibit,
  { debate, use, alone }: Pick<Shown, "debate" | "use" | "alone">,
) {
  const { say } = wordsIn(debate);
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
    ...(use.foundFor.length > 0
      ? [woven(say("Found for {whom}"), { whom: joined(use.foundFor.map((one) => whom(debate, one))) })]
      : []),
  ];
}

function whom(debate: Debate, { turnId, participant }: ExhibitUse["foundFor"][number]) {
  const words = wordsIn(debate);
  return participant === null ? words.say("the judge") : html`<bdi>${participant}</bdi> (${cited(turnId, words)})`;
}

function usesView(id: string, { debate, use: { citedBy, claims } }: Pick<Shown, "debate" | "use">) {
  const words = wordsIn(debate);
  const { say } = words;
  const citations = citedBy.map(
    ({ turnId, participant, quoted }) =>
      html`<li><bdi class="name">${participant}</bdi> (${cited(turnId, words)})${quoted.map(
        ({ text, found }) =>
          html` · “<bdi lang=${langOf(debate)}>${text}</bdi>”${found ? nothing : html` <strong class="amiss">${say("not found in")} ${id}</strong>`}`,
      )}</li>`,
  );
  const resting = claims.map(
    ({ claim, turnIds, ...check }) =>
      html`<li dir="auto"><strong>${say(statusOf(check))}:</strong> ${apart(debate, claim)}${turnIds.length > 0 ? html` (${joined(turnIds.map((turnId) => cited(turnId, words)))})` : nothing}</li>`,
  );
  return html`${part(say("Cited by"), citations)}${part(say("Claims that it bears on"), resting)}`;
}

function part(heading: string, items: unknown[]) {
  return items.length > 0 ? html`<h4>${heading}</h4><ul>${items}</ul>` : nothing;
}

function joined(parts: unknown[]) {
  return parts.map((one, i) => html`${i > 0 ? ", " : nothing}${one}`);
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

function apart(debate: Debate, text: string) {
  return html`<bdi lang=${langOf(debate)}>${cited(text, wordsIn(debate))}</bdi>`;
}
