/** The result: the conclusion, then verdict, solution or answer, with its confidence and reasons. */

import {
  cited,
  codeLangOf,
  type Lang,
  langOf,
  listed,
  mannerOf,
  nameOf,
  paragraphs,
  voice,
} from "../base/cast.page-base.ts";
import { type Text, type Words, wordsIn, woven } from "../base/say.ts";
import type { Debate, Result } from "../base/wire.page-base.ts";
import { CONCLUSION_WORDS } from "../lib/conclusion-words.lib.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { agreementWords } from "../text/agreement.page-text.ts";
import { headline } from "../text/headline.ts";
import { count, title, whole } from "../text/words.page-text.ts";
import { barTable } from "./assessment.view.ts";
import { conclusionView } from "./conclusion.view.ts";
import { audienceView, signed, voteRow, voteTable } from "./votes.view.ts";

/** What few results have. Left out: it is not loaded yet. */
interface RareViews {
  claims?: typeof import("./claims.view.ts") | null;
  council?: typeof import("./council.view.ts") | null;
  plurality?: typeof import("./plurality.view.ts") | null;
  controlArm?: typeof import("./control-arm.view.ts") | null;
  output?: typeof import("./output.view.ts") | null;
}
type VerdictResult = Extract<Result, { type: "verdict" }>;

interface How {
  /** Renders untrusted Markdown. */
  prose: (text: string, lang: Lang) => unknown;
  rare: RareViews;
  /** Replaces the list of ballots and the reason of the end in a report. */
  more?: unknown;
}

const ENDED_BY: Record<string, string> = {
  judge: "The judge ended it.",
  limit: "It ran to its last round.",
  convergence: "It ended because the sides came together, or had little left to add.",
  budget: "It ended because its budget was spent.",
  owner: "Its owner ended it.",
  policy: "A fault ended it early.",
};

function endedWords({ type, endedBy }: Result): string {
  if (type === "plurality" && endedBy === "convergence")
    return "It ended because all answers were the same, or nobody changed one.";
  return ENDED_BY[endedBy] ?? "";
}

export function resultView(debate: Debate, { prose, more, rare }: How) {
  const { result } = debate;
  if (!result) return nothing;
  const words = wordsIn(debate);
  const { say } = words;
  return html`<section class="result" id="result" aria-labelledby="result-title">
    <h2 id="result-title" tabindex="-1">${result.conclusion ? say(CONCLUSION_WORDS.title) : headline(debate, result)}</h2>
    ${conclusionView(debate, result)}${rare.claims?.claimsView(debate, result)}
    ${result.conclusion ? html`<h2 class="ruling">${result.type === "answer" ? say("The answer in full") : headline(debate, result)}</h2>` : nothing}
    ${result.contested ? html`<p class="warn">${say(contestedWords(result))}</p>` : nothing}
    ${bodyOf(debate, { result, prose, more, rare })}
    ${rare.controlArm?.controlArmView(debate, result)}${rare.output?.outputView(debate, result)}
    ${more ?? ballots(debate, result)}
    ${listed(say("Dissent"), result.dissent, mannerOf(debate))}
    ${
      result.degraded.length
        ? html`<h3>${say("What is missing from it")}</h3><ul>${result.degraded.map(({ what, why }) => html`<li lang=${codeLangOf(debate)}>${title(what)}: ${cited(why, words)}</li>`)}</ul>`
        : nothing
    }
    ${more && result.type !== "unjudged" ? nothing : html`<p class="quiet">${words.word(endedWords(result))}</p>`}
  </section>`;
}

function contestedWords(result: Result): Text {
  if (result.type === "plurality") return "Contested: equally many gave different answers.";
  if (result.contestedBecause === "vote_and_scores")
    return "Contested: the judges’ scores oppose the votes on the motion, so nobody is named the winner.";
  return result.type === "verdict" && result.audience !== undefined
    ? "Contested: the audience did not clearly move, so nobody is named the winner."
    : "Contested: the ballots disagree, so nobody is named the winner.";
}

function bodyOf(debate: Debate, { result, prose, more, rare }: { result: Result } & How) {
  const words = wordsIn(debate);
  const { say } = words;
  switch (result.type) {
    case "verdict":
      return verdictView(debate, result);
    case "solution": {
      const { description, implementation, tradeoffs, recommendations, confidence } = result.solution;
      return html`${more ? nothing : html`<p class="quiet">${whole(confidence)} % confident</p>`}${prose(description, langOf(debate))}
        ${implementation ? html`<h3>${say("How to do it")}</h3>${prose(implementation, langOf(debate))}` : nothing}
        ${listed(say("What it costs"), tradeoffs, mannerOf(debate))} ${listed(say("Recommended"), recommendations, mannerOf(debate))}`;
    }
    case "answer":
      return html`${prose(result.answer.text, langOf(debate))}${more ? nothing : html`<p class="quiet">${afterRounds(result.answer)}</p>`}`;
    case "plurality":
      return rare.plurality?.pluralityView(debate, result.plurality) ?? nothing;
    case "council":
      return html`${prose(result.council.answer, langOf(debate))}${rare.council?.councilView(debate, result.council) ?? nothing}`;
    default:
      return html`<p>${say("The judge failed, so there is neither a winner nor a verdict. The turns are below.")}</p>`;
  }
}

function afterRounds({ rounds, earlyStopped }: Extract<Result, { type: "answer" }>["answer"]) {
  if (rounds === 0) return "All gave this answer, each alone, so no round was held.";
  return `After ${count(rounds, "round")}${earlyStopped ? ", because the skeptic was content" : ""}.`;
}

function verdictView(debate: Debate, { verdict, vote, audience }: VerdictResult) {
  const words = wordsIn(debate);
  const { say } = words;
  const manner = mannerOf(debate);
  const { lang } = manner;
  return html`
    <div class="lead" dir="auto" lang=${lang}>${cited(verdict.summary, words)}</div>
    ${verdict.winner ? html`<p dir="auto" lang=${lang}>${cited(verdict.winner.reasoning, words)}</p>` : nothing}
    ${vote ? voteView(vote, words) : nothing}
    ${audience ? audienceView(audience, words) : nothing}
    <h3>${say("Scores of 100")}</h3>
    ${barTable(
      debate,
      Object.entries(verdict.scores)
        .toSorted(([, a], [, b]) => b - a)
        .map(([id, score]) => ({ id, score, most: 100 })),
    )}
    ${criteriaTable(debate, verdict)}
    <h3>${say("The reasons")}</h3>${paragraphs(verdict.reasoning, manner)}
    ${Object.entries(verdict.keyPoints).map(
      ([id, points]) =>
        html`<h3 class=${voice(debate, id)}>${woven(say("What {name} brought"), { name: html`<span class="name">${nameOf(debate, id)}</span>` })}</h3>
          <ul>${points.map((point) => html`<li dir="auto" lang=${lang}>${cited(point, words)}</li>`)}</ul>`,
    )}
    ${listed(say("Where they agree"), verdict.areasOfAgreement, manner)}
    ${listed(say("Where they do not"), verdict.areasOfDisagreement, manner)}
    ${listed(say("Insights"), verdict.insights, manner)}`;
}

function voteView({ before, after, swing }: NonNullable<VerdictResult["vote"]>, words: Words) {
  const { say } = words;
  return voteTable(
    html`${voteRow(say("Before"), before)}${voteRow(say("After"), after)}
    <tr><th scope="row">${say("Swing")}</th><td class="number">${signed(swing.for)}</td><td class="number">${signed(swing.against)}</td><td></td></tr>`,
    words,
  );
}

export function criteriaTable(
  debate: Debate,
  { criterionScores, criteria }: Pick<VerdictResult["verdict"], "criterionScores" | "criteria">,
) {
  const ids = Object.keys(criterionScores);
  const names = [...new Set(Object.values(criterionScores).flatMap((scores) => Object.keys(scores)))];
  if (names.length === 0) return nothing;
  const words = wordsIn(debate);
  const { say, number } = words;
  return html`<details><summary>${say("By criterion")}</summary><div class="scrolls" tabindex="0" role="group" aria-label=${say("Scores by criterion")}><table class="criteria">
    <thead><tr><th scope="col">${say("Criterion")}</th>${ids.map((id) => html`<th scope="col" class="number">${nameOf(debate, id)}</th>`)}</tr></thead>
    ${names.map(
      (name) =>
        html`<tbody><tr><th scope="row">${title(name, words)}</th>${ids.map((id) => html`<td class="number">${scoreIn(criterionScores[id], name, number)}</td>`)}</tr>
        ${criteria[name] ? html`<tr><td class="finding" colspan=${ids.length + 1} dir="auto" lang=${langOf(debate)}>${cited(criteria[name], words)}</td></tr>` : nothing}</tbody>`,
    )}</table></div></details>`;
}

function scoreIn(scores: Record<string, number> | undefined, name: string, number: Words["number"]) {
  const score = scores?.[name];
  return score === undefined ? "–" : number(score);
}

function ballots(debate: Debate, result: Result) {
  const { ballots: cast } = result;
  if (cast.length < 2) return nothing;
  return html`<details ?open=${debate.result?.contested}><summary>${cast.length} ballots${agreementWords(result).map((words) => `; ${words}`)}</summary>
    <div class="scrolls" tabindex="0" role="group" aria-label="Ballots"><table><thead><tr><th scope="col">Judge</th><th scope="col">Order</th><th scope="col">Winner</th></tr></thead>
    <tbody>${cast.map(
      ({ judge, order, winner, valid }) =>
        html`<tr><td>${judge}</td><td>${order}</td><td>${valid ? (winner === null ? "nobody" : nameOf(debate, winner)) : "not valid"}</td></tr>`,
    )}</tbody></table></div></details>`;
}
