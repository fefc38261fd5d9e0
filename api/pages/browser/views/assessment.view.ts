/** The judge's assessment of a round: scores first, reasons on demand. */
import { cited, langOf, listed, mannerOf, nameOf, paragraphs, voice } from "../base/cast.page-base.ts";
import { type Words, wordsIn, woven } from "../base/say.ts";
import type { Assessment, Debate } from "../base/wire.page-base.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import type { Entry } from "../live/story.live.ts";

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
  const words = wordsIn(debate);
  const { say } = words;
  const manner = mannerOf(debate);
  const { lang } = manner;
  const flags = FLAGS.filter(([name]) => assessment.flags[name]).map(([, text]) => say(text));
  return html`<section class="aside">
    <h3>${say("The judge on round {round}", { round: entry.round ?? 0 })}</h3>
    <p>${say("Quality {score} of 10", { score: assessment.qualityScore })}${flags.length ? say("; the debate {flags}", { flags: flags.join(", ") }) : nothing}${assessment.shouldContinue ? nothing : say("; it could end here")}.</p>
    ${barTable(
      debate,
      assessment.assessments.map(({ participant, score }) => ({ id: participant, score, most: 10 })),
    )}
    ${flipList(debate, assessment.flips)}
    <details><summary>${say("Reasons")}</summary>
      ${paragraphs(assessment.reasoning, manner)}
      ${assessment.assessments.map(
        ({ participant, strengths, weaknesses }) =>
          html`<h4 class=${voice(debate, participant)}><span class="name">${nameOf(debate, participant)}</span></h4>
            <ul>${strengths.map((s) => html`<li class="strength" dir="auto" lang=${lang}>${cited(s, words)}</li>`)}${weaknesses.map((w) => html`<li class="weakness" dir="auto" lang=${lang}>${cited(w, words)}</li>`)}</ul>`,
      )}
      ${listed(say("Where they agree"), assessment.agreementAreas, { level: "h4", ...manner })}
      ${listed(say("Recommended"), assessment.recommendations, { level: "h4", ...manner })}
    </details>
    ${more(entry)}
  </section>`;
}

/** Changes of position, with their causes. */
function flipList(debate: Debate, flips: Assessment["flips"]) {
  if (!flips?.length) return nothing;
  const words = wordsIn(debate);
  const { say } = words;
  const lang = langOf(debate);
  return html`<ul>${flips.map(({ participant, from, to, cause, prompted, position }) => {
    const name = html`<span class=${`name ${voice(debate, participant)}`}>${nameOf(debate, participant)}</span>`;
    const why = prompted ? woven(say("because of {cause}"), { cause: cited(cause ?? "", words) }) : say("unprompted");
    const parts = { name, from: html`<bdi lang=${lang}>${from}</bdi>`, to: html`<bdi lang=${lang}>${to}</bdi>`, why };
    const changed =
      position === "held"
        ? say("{name} left the position that it was to hold, from “{from}” to “{to}”, {why}.")
        : say("{name} changed position, from “{from}” to “{to}”, {why}.");
    return html`<li dir="auto">${woven(changed, parts)}</li>`;
  })}</ul>`;
}

/** Scores as a table with a bar beside each number. */
export function barTable(debate: Debate, rows: { id: string; score: number; most: number }[]) {
  const { say } = wordsIn(debate);
  return html`<table class="bars"><caption class="unseen">${say("Scores")}</caption>
    <thead class="unseen"><tr><th scope="col">${say("Participant")}</th><th scope="col">${say("Score")}</th><th scope="col">${say("As a bar")}</th></tr></thead>
    <tbody>${rows.map(
      ({ id, score, most }) => html`<tr class=${voice(debate, id)}>
        <th scope="row"><span class="name">${nameOf(debate, id)}</span></th>
        <td class="number">${exact(score, wordsIn(debate))}</td>
        <td class="bar">${bar(score / most)}</td></tr>`,
    )}</tbody></table>`;
}

/** A score with the digits it has, two at most. */
function exact(score: number, { digits }: Words) {
  const two = digits(score, 2);
  return two.endsWith("0") ? digits(score, 1) : two;
}

/** `share`: 0–1. */
function bar(share: number) {
  const width = Math.round(Math.max(0, Math.min(1, share)) * 1000) / 10;
  return html`<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${svg`<rect class="track" width="100" height="4"></rect><rect class="fill" width=${width} height="4"></rect>`}</svg>`;
}
