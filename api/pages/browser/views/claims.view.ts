/** The claims that were checked against the exhibits before the ballots. */

import { CONCLUSION_WORDS as WORDS } from "../../../../domain/show/report/conclusion-words.report.ts";
import { cited } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate, Result } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { apart, exhibitLink } from "./conclusion.view.ts";

type Claim = NonNullable<Extract<Result, { type: "verdict" }>["claims"]>[number];

export function claimsView(debate: Debate, result: Result) {
  if (result.type !== "verdict" || !result.claims?.length) return nothing;
  return html`<h3 id="claims">${wordsIn(debate).say(WORDS.claims)}</h3>
    <ul class="claims">${result.claims.map((claim) => claimView(debate, claim))}</ul>`;
}

function claimView(
  debate: Debate,
  { claim, turnIds, refs, missingRefs = [], status, unverifiedBecause, quotes, why }: Claim,
) {
  const words = wordsIn(debate);
  const { say } = words;
  const places = [...turnIds.map((id) => cited(id, words)), ...refs.map((ref) => exhibitLink(debate, ref))];
  const noSuch = html`${say(WORDS.unverified.no_such_exhibit)}: <bdi>${missingRefs.join(", ")}</bdi>`;
  const isMissing = unverifiedBecause === "no_such_exhibit";
  return html`<li dir="auto"><strong>${say(WORDS.statuses[status])}:</strong> ${apart(debate, claim)} (${places.map((place, i) => html`${i > 0 ? ", " : nothing}${place}`)})
    ${quotes.map(({ ref, text }) => html` <span>· ${exhibitLink(debate, ref)}: “<bdi>${text}</bdi>”</span>`)}
    <span class="quiet">· ${unverifiedBecause ? (isMissing ? noSuch : say(WORDS.unverified[unverifiedBecause])) : apart(debate, why)}${missingRefs.length > 0 && !isMissing ? html` · ${noSuch}` : nothing}</span></li>`;
}
