/** The debate at a glance: who speaks, the answer, scores and cost. Beside the story on a wide screen, a bar that unfolds on a narrow one. */
import { whole } from "../../../../domain/base/words/figures.words.ts";
import { CONCLUSION_WORDS } from "../../../../domain/show/report/conclusion-words.report.ts";
import { langOf, voice } from "../base/cast.page-base.ts";
import { ENGLISH } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { scoresOver } from "../figures/scores.figure.ts";
import { guard } from "../lib/lit-html/directives/guard.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Entry } from "../live/story.live.ts";
import { spentOf } from "./status.ts";

/** So many rounds fit beside a name. */
const MOST_ROUNDS = 5;

interface Glance {
  debate: Debate;
  entries: Entry[];
  /** The line of the status, with the commands. */
  status: unknown;
  /** Whether a narrow screen shows all of it. */
  isOpen: boolean;
  onFold: () => void;
}

export function glanceView({ debate, entries, status, isOpen, onFold }: Glance) {
  return html`<aside class="beside" aria-label="At a glance">
    ${status}
    <button type="button" class="plain unfolds" aria-expanded=${isOpen ? "true" : "false"} aria-controls="glance" @click=${onFold}>${isOpen ? "Less" : "More"}<span class="unseen"> at a glance</span></button>
    <h2 class="unseen">At a glance</h2>
    <div class=${isOpen ? "glance is-open" : "glance"} id="glance">
      ${guard([debate, entries.length], () => html`${answerView(debate)}${scoresView(debate, entries)}${costView(debate)}`)}</div>
  </aside>`;
}

/** Its first lines: the whole answer stands above the story. */
function answerView(debate: Debate) {
  const { conclusion } = debate.result ?? {};
  if (!conclusion) return nothing;
  const { answer, support } = conclusion;
  return html`<section><h3>${CONCLUSION_WORDS.title}</h3>
    <p class="brief" dir="auto" lang=${langOf(debate)}><a href="#result">${answer.text}</a></p>
    <p>${CONCLUSION_WORDS.support}: <strong>${CONCLUSION_WORDS.levels[support.level]}</strong></p></section>`;
}

function scoresView(debate: Debate, entries: Entry[]) {
  const { rounds, lines } = scoresOver(entries, "overall");
  if (rounds.length === 0) return nothing;
  const shown = rounds.slice(-MOST_ROUNDS);
  return html`<section><h3>Scores by round</h3><table class="measures"><caption class="unseen">Scores of 10 by round</caption>
    <thead><tr><td></td>${shown.map((round) => html`<th scope="col" class="number">${round}</th>`)}</tr></thead>
    <tbody>${debate.participants.map(
      ({ id, name }) =>
        html`<tr class=${voice(debate, id)}><th scope="row"><span class="name" dir="auto">${name}</span></th>${(lines.get(id) ?? []).slice(-MOST_ROUNDS).map((score) => html`<td class="number">${score === null ? "–" : ENGLISH.digits(score, 1)}</td>`)}</tr>`,
    )}</tbody></table></section>`;
}

function costView({ cost, usage }: Debate) {
  return html`<section><h3>Cost</h3><p>${spentOf(cost, ENGLISH)}</p>
    <p class="quiet">${whole(usage.inputTokens + usage.outputTokens)} tokens in ${whole(usage.calls)} calls</p></section>`;
}
