/** Votes on the motion: counts before and after, and how the audience moved. */
import { cited } from "../base/cast.page-base.ts";
import type { Words } from "../base/say.ts";
import type { Result } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { title } from "../text/words.page-text.ts";

type Audience = NonNullable<Extract<Result, { type: "verdict" }>["audience"]>;

const CHOICES = ["for", "against", "undecided"] as const;

export function voteTable(rows: unknown, words: Words) {
  const caption = words.say("Votes on the motion");
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${caption}><table><caption>${caption}</caption>
    <thead><tr><th scope="col"></th>${CHOICES.map((choice) => html`<th scope="col" class="number">${title(choice, words)}</th>`)}</tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

export function voteRow(name: string, counts: Record<(typeof CHOICES)[number], number>) {
  return html`<tr><th scope="row">${name}</th>${CHOICES.map((choice) => html`<td class="number">${counts[choice]}</td>`)}</tr>`;
}

export function signed(value: number) {
  return value > 0 ? `+${value}` : String(value);
}

export function audienceView({ before, after, ...audience }: Audience, words: Words) {
  const { say, word } = words;
  const { netSwing, interval, counted, voters, switches, turns, votes } = audience;
  const missing =
    counted < voters ? ` ${say("Missing: {missing} of {voters} voters.", { missing: voters - counted, voters })}` : "";
  const figures = { swing: signed(netSwing), counted, low: signed(interval.low), high: signed(interval.high) };
  return html`${voteTable(html`${voteRow(say("Before"), before)}${voteRow(say("After"), after)}`, words)}
    <p>${say("Net swing towards the motion: {swing} of {counted} voters (95 % interval {low} to {high}).", figures)}${missing}</p>
    ${
      switches.length > 0
        ? html`<ul>${switches.map(({ from, to, voters: moved }) => html`<li>${say("{voters} moved from {from} to {to}", { voters: moved, from: word(from), to: word(to) })}</li>`)}</ul>`
        : html`<p>${say("Nobody changed its vote.")}</p>`
    }
    ${turns.length > 0 ? html`<p>${say("The turns that weighed most:")} ${turns.map(({ id, voters: named }, i) => html`${i > 0 ? ", " : nothing}${cited(say("{turn}: named by {voters}", { turn: id, voters: named }), words)}`)}</p>` : nothing}
    <details><summary>${say("Why each votes so")}</summary><ul>${votes.map(
      (vote) =>
        html`<li dir="auto">${say("Voter {voter} ({model}), {before} before and {after} after:", { voter: vote.voter, model: vote.model, before: word(vote.before), after: word(vote.after) })} ${cited(vote.reasoning, words)}</li>`,
    )}</ul></details>`;
}
