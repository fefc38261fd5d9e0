/** The judge's assessment of a round: scores first, reasons on demand. */
import { cited, listed, nameOf, paragraphs, voice } from "../cast.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import type { Entry } from "../live/story.ts";
import type { Assessment, Debate } from "../wire.ts";

const FLAGS = [
  ["repetitive", "repeats itself"],
  ["drifting", "drifts from the topic"],
  ["diminishingReturns", "brings less and less"],
  ["convergenceReached", "has converged"],
] as const;

/** `more` renders a report's additions. */
export function assessmentView(debate: Debate, entry: Entry, more: (entry: Entry) => unknown) {
  const { assessment } = entry.event;
  if (!assessment) return html``;
  const flags = FLAGS.filter(([name]) => assessment.flags[name]).map(([, words]) => words);
  return html`<section class="aside">
    <h3>The judge on round ${entry.round}</h3>
    <p>Quality ${assessment.qualityScore} of 10${flags.length ? html`; the debate ${flags.join(", ")}` : nothing}${assessment.shouldContinue ? nothing : "; it could end here"}.</p>
    ${barTable(
      debate,
      assessment.assessments.map(({ participant, score }) => ({ id: participant, score, most: 10 })),
    )}
    ${flipList(debate, assessment.flips)}
    <details><summary>Reasons</summary>
      ${paragraphs(assessment.reasoning)}
      ${assessment.assessments.map(
        ({ participant, strengths, weaknesses }) =>
          html`<h4 class=${voice(debate, participant)}><span class="name">${nameOf(debate, participant)}</span></h4>
            <ul>${strengths.map((s) => html`<li class="strength" dir="auto">${cited(s)}</li>`)}${weaknesses.map((w) => html`<li class="weakness" dir="auto">${cited(w)}</li>`)}</ul>`,
      )}
      ${listed("Where they agree", assessment.agreementAreas, "h4")}
      ${listed("Recommended", assessment.recommendations, "h4")}
    </details>
    ${more(entry)}
  </section>`;
}

/** Changes of position, with their causes. */
function flipList(debate: Debate, flips: Assessment["flips"]) {
  if (!flips?.length) return nothing;
  return html`<ul>${flips.map(
    ({ participant, from, to, cause, prompted }) =>
      html`<li dir="auto"><span class=${`name ${voice(debate, participant)}`}>${nameOf(debate, participant)}</span> changed position, from “<bdi>${from}</bdi>” to “<bdi>${to}</bdi>”, ${prompted ? html`because of ${cited(cause ?? "")}` : "unprompted"}.</li>`,
  )}</ul>`;
}

/** Scores as a table with a bar beside each number. */
export function barTable(debate: Debate, rows: { id: string; score: number; most: number }[]) {
  return html`<table class="bars"><caption class="unseen">Scores</caption>
    <thead class="unseen"><tr><th scope="col">Participant</th><th scope="col">Score</th><th scope="col">As a bar</th></tr></thead>
    <tbody>${rows.map(
      ({ id, score, most }) => html`<tr class=${voice(debate, id)}>
        <th scope="row"><span class="name">${nameOf(debate, id)}</span></th>
        <td class="number">${exact(score)}</td>
        <td class="bar">${bar(score / most)}</td></tr>`,
    )}</tbody></table>`;
}

/** A score with the digits it has, two at most. */
function exact(score: number) {
  const digits = score.toFixed(2);
  return digits.endsWith("0") ? score.toFixed(1) : digits;
}

/** `share`: 0–1. */
function bar(share: number) {
  const width = Math.round(Math.max(0, Math.min(1, share)) * 1000) / 10;
  return html`<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${svg`<rect class="track" width="100" height="4"></rect><rect class="fill" width=${width} height="4"></rect>`}</svg>`;
}
