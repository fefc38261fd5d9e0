/** Ballots as a grid: a row for each judge, a column for each order, with the winner and the labels shown. */
import { agreementLines } from "../../../../domain/show/report/verdict.report.ts";
import { cited, langOf, nameOf, voice } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Ballot, Debate } from "../base/wire.page-base.ts";
import { gridOf } from "../figures/ballots.figure.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Drawn } from "./drawn.ts";
import { namesOf, numbers } from "./numbers.picture.ts";

const ORDERS = { given: "In the given order", reversed: "In the reversed order" } as const;

export function ballotsPicture({ debate }: Pick<Drawn, "debate">) {
  const { result } = debate;
  if (!result || result.ballots.length === 0) return nothing;
  const winner = result.type === "verdict" ? result.verdict.winner?.participant : undefined;
  const words = wordsIn(debate);
  const { say } = words;
  return html`<figure><figcaption><h3>${say("The ballots")}</h3></figcaption>
    ${ballotGrid(debate, { ballots: result.ballots, ...(winner !== undefined && { winner }) })}
    ${agreementLines(result.agreement, words).map((line) => html`<p class="quiet">${line}</p>`)}
    ${ballotTable(debate, result.ballots)}</figure>`;
}

/** `winner`: of the result; ballots for others dissent. */
function ballotGrid(debate: Debate, { ballots, winner }: { ballots: Ballot[]; winner?: string }) {
  const { orders, rows } = gridOf(ballots);
  const { say } = wordsIn(debate);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${say("Ballots by judge and order")}><table class="ballots">
    <thead><tr><th scope="col">${say("Judge")}</th>${orders.map((order) => html`<th scope="col">${say(ORDERS[order])}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ({ judge, cells }) =>
        html`<tr><th scope="row">${judge}</th>${cells.map((ballot) => cell(debate, { ballot, winner }))}</tr>`,
    )}</tbody></table></div>`;
}

function cell(debate: Debate, { ballot, winner }: { ballot: Ballot | undefined; winner: string | undefined }) {
  if (!ballot) return html`<td>–</td>`;
  const { say } = wordsIn(debate);
  const { valid, winner: theirs, blind } = ballot;
  const labels = Object.entries(blind?.labels ?? {}).map(([label, id]) => `${label}: ${nameOf(debate, id)}`);
  const order = labels.length
    ? html`<span class="quiet">${say("shown {labels}", { labels: labels.join(", ") })}</span>`
    : nothing;
  if (!valid) return html`<td><span class="ballot spoilt">${say("not valid")}</span>${order}</td>`;
  const dissents = winner !== undefined && theirs !== winner;
  return html`<td><span class=${`ballot ${theirs === null ? "" : voice(debate, theirs)}`}>${theirs === null ? say("nobody") : nameOf(debate, theirs)}${dissents ? say(" (dissents)") : ""}</span>${order}</td>`;
}

function ballotTable(debate: Debate, ballots: Ballot[]) {
  const ids = [...new Set(ballots.flatMap(({ scores }) => Object.keys(scores)))];
  const words = wordsIn(debate);
  const { say, word, digits } = words;
  return numbers(
    ["Judge", "Order", "Winner", ...namesOf(debate, ids), "Because"],
    ballots.map(({ judge, order, winner, valid, scores, reasoning, invalidBecause }) => [
      judge,
      word(order),
      valid ? (winner === null ? say("nobody") : nameOf(debate, winner)) : say("not valid"),
      ...ids.map((id) => (scores[id] === undefined ? "–" : digits(scores[id], 1))),
      html`<span class="reason" dir="auto" lang=${langOf(debate)}>${cited(invalidBecause ?? reasoning ?? "–", words)}</span>`,
    ]),
    words,
  );
}
