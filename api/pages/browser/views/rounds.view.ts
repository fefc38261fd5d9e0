/** Links to the rounds of a debate that is too long to scroll through. */

import { wordsIn } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";

const LONG = 20;
const MOST_LINKS = 50;
const STEPS = [1, 2, 5];

/** Whether `roundLinks` has any. */
export function hasRoundLinks({ round }: Debate) {
  return round >= LONG;
}

export function roundLinks(debate: Debate) {
  if (!hasRoundLinks(debate)) return nothing;
  const { round: last } = debate;
  const step = STEPS.find((each) => last / each <= MOST_LINKS) ?? 10;
  const rounds = [1, ...Array.from({ length: Math.floor(last / step) }, (_, i) => (i + 1) * step)];
  const { say } = wordsIn(debate);
  return html`<nav class="rounds" id="rounds" aria-label=${say("Rounds")}><span class="quiet">${say("Rounds")}</span>${[...new Set(rounds)].map((round) => html`<a href=${`#round-${round}`}>${round}</a>`)}</nav>`;
}
