/** The result: verdict, solution or answer, with its confidence and reasons. */
import { cited, listed, nameOf, paragraphs, voice } from "../cast.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { agreementWords } from "../text/agreement.ts";
import { count, title, whole } from "../text/words.ts";
import type { Debate, Result } from "../wire.ts";
import { barTable } from "./assessment.ts";

type VerdictResult = Extract<Result, { type: "verdict" }>;

interface How {
  /** Renders untrusted Markdown. */
  prose: (text: string) => unknown;
  /** Replaces the list of ballots and the reason of the end in a report. */
  more?: unknown;
}

const ENDED_BY: Record<string, string> = {
  judge: "The judge ended it.",
  limit: "It ran to its last round.",
  convergence: "It ended because the sides had converged.",
  budget: "It ended because its budget was spent.",
  owner: "Its owner ended it.",
  policy: "A fault ended it early.",
};

export function resultView(debate: Debate, { prose, more }: How) {
  const { result } = debate;
  if (!result) return nothing;
  return html`<section class="result" id="result" aria-labelledby="result-title">
    <h2 id="result-title" tabindex="-1">${headline(debate, result)}</h2>
    ${result.contested ? html`<p class="warn">Contested: the ballots disagree, so nobody is named the winner.</p>` : nothing}
    ${bodyOf(debate, { result, prose, more })}
    ${more ?? ballots(debate, result)}
    ${listed("Dissent", result.dissent)}
    ${
      result.degraded.length
        ? html`<h3>What is missing from it</h3><ul>${result.degraded.map(({ what, why }) => html`<li>${title(what)}: ${cited(why)}</li>`)}</ul>`
        : nothing
    }
    ${more && result.type !== "unjudged" ? nothing : html`<p class="quiet">${ENDED_BY[result.endedBy] ?? nothing}</p>`}
  </section>`;
}

/** Also for the announcer. */
export function headline(debate: Debate, result: Result) {
  if (result.type === "solution") return "The solution";
  if (result.type === "answer") return "The answer";
  if (result.type === "unjudged") return "Nobody ruled";
  const { winner } = result.verdict;
  if (!winner) return result.contested ? "The verdict is contested" : "The verdict: no winner";
  return winner.side ? `The side “${winner.side}” wins` : `${nameOf(debate, winner.participant)} wins`;
}

function bodyOf(debate: Debate, { result, prose, more }: { result: Result } & How) {
  switch (result.type) {
    case "verdict":
      return verdictView(debate, result);
    case "solution": {
      const { description, implementation, tradeoffs, recommendations, confidence } = result.solution;
      return html`${more ? nothing : html`<p class="quiet">${whole(confidence)} % confident</p>`}${prose(description)}
        ${implementation ? html`<h3>How to do it</h3>${prose(implementation)}` : nothing}
        ${listed("What it costs", tradeoffs)} ${listed("Recommended", recommendations)}`;
    }
    case "answer":
      return html`${prose(result.answer.text)}${more ? nothing : html`<p class="quiet">After ${count(result.answer.rounds, "round")}${result.answer.earlyStopped ? ", because the skeptic was content" : ""}.</p>`}`;
    default:
      return html`<p>The judge failed, so there is neither a winner nor a verdict. The turns are above.</p>`;
  }
}

function verdictView(debate: Debate, { verdict, vote, controlArm }: VerdictResult) {
  return html`
    <div class="lead" dir="auto">${cited(verdict.summary)}</div>
    ${verdict.winner ? html`<p dir="auto">${cited(verdict.winner.reasoning)}</p>` : nothing}
    ${vote ? voteView(vote) : nothing}
    ${controlArm ? changeView(debate, controlArm) : nothing}
    <h3>Scores of 100</h3>
    ${barTable(
      debate,
      Object.entries(verdict.scores)
        .toSorted(([, a], [, b]) => b - a)
        .map(([id, score]) => ({ id, score, most: 100 })),
    )}
    ${criteriaTable(debate, verdict)}
    <h3>The reasons</h3>${paragraphs(verdict.reasoning)}
    ${Object.entries(verdict.keyPoints).map(
      ([id, points]) =>
        html`<h3 class=${voice(debate, id)}>What <span class="name">${nameOf(debate, id)}</span> brought</h3>
          <ul>${points.map((point) => html`<li dir="auto">${cited(point)}</li>`)}</ul>`,
    )}
    ${listed("Where they agree", verdict.areasOfAgreement)}
    ${listed("Where they do not", verdict.areasOfDisagreement)}
    ${listed("Insights", verdict.insights)}`;
}

/** How the debate changed the answers that each gave alone. */
function changeView(debate: Debate, { before, changed }: NonNullable<VerdictResult["controlArm"]>) {
  if (debate.round === 0) return html`<p>All gave the same answer, each alone, so no round was held.</p>`;
  const { winner, side, contested } = before;
  const first = side ? `the side ${side}` : winner === null ? "nobody" : nameOf(debate, winner);
  const best = contested
    ? "The ballots on the answers that each gave alone disagreed"
    : `Of the answers that each gave alone, ${first} argued best`;
  return html`<p>${best}: the debate ${changed ? "changed" : "did not change"} that.</p>`;
}

function voteView({ before, after, swing }: NonNullable<VerdictResult["vote"]>) {
  const sides = ["for", "against", "undecided"] as const;
  return html`<div class="scrolls"><table><caption>Votes on the motion</caption>
    <thead><tr><th scope="col"></th>${sides.map((side) => html`<th scope="col" class="number">${title(side)}</th>`)}</tr></thead>
    <tbody><tr><th scope="row">Before</th>${sides.map((side) => html`<td class="number">${before[side]}</td>`)}</tr>
    <tr><th scope="row">After</th>${sides.map((side) => html`<td class="number">${after[side]}</td>`)}</tr>
    <tr><th scope="row">Swing</th><td class="number">${signed(swing.for)}</td><td class="number">${signed(swing.against)}</td><td></td></tr></tbody></table></div>`;
}

function signed(value: number) {
  return value > 0 ? `+${value}` : String(value);
}

export function criteriaTable(
  debate: Debate,
  { criterionScores, criteria }: Pick<VerdictResult["verdict"], "criterionScores" | "criteria">,
) {
  const ids = Object.keys(criterionScores);
  const names = [...new Set(Object.values(criterionScores).flatMap((scores) => Object.keys(scores)))];
  if (names.length === 0) return nothing;
  return html`<details><summary>By criterion</summary><div class="scrolls" tabindex="0" role="group" aria-label="Scores by criterion"><table class="criteria">
    <thead><tr><th scope="col">Criterion</th>${ids.map((id) => html`<th scope="col" class="number">${nameOf(debate, id)}</th>`)}</tr></thead>
    ${names.map(
      (name) =>
        html`<tbody><tr><th scope="row">${title(name)}</th>${ids.map((id) => html`<td class="number">${criterionScores[id]?.[name] ?? "–"}</td>`)}</tr>
        ${criteria[name] ? html`<tr><td class="finding" colspan=${ids.length + 1} dir="auto">${cited(criteria[name])}</td></tr>` : nothing}</tbody>`,
    )}</table></div></details>`;
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
