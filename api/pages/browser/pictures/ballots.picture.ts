/** Ballots as a grid: a row for each judge, a column for each order, with the winner and the labels shown. */
import { agreementLines } from "../../../../domain/show/report/verdict.report.ts";
import { cited, langOf, nameOf, voice } from "../base/cast.page-base.ts";
import { type Words, wordsIn } from "../base/say.ts";
import type { Ballot, Debate } from "../base/wire.page-base.ts";
import { gridOf } from "../figures/ballots.figure.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { scale } from "./axes.ts";
import type { Drawn } from "./drawn.ts";
import { namesOf, numbers } from "./numbers.picture.ts";

const ORDERS = { given: "In the given order", reversed: "In the reversed order" } as const;
/** K. Krippendorff, Content Analysis (2004), p. 241: below the first nothing should be concluded, from the second on it is reliable. */
const CUSTOMARY = [
  [0, "as by chance"],
  [0.667, "tentative"],
  [0.8, "reliable"],
] as const;

/** Labels of close ticks are moved apart. */
const ANCHORS: Record<number, string> = { "-1": "start", 0.667: "end", 0.8: "start", 1: "end" };

export function ballotsPicture({ debate, width }: Drawn) {
  const { result } = debate;
  if (!result || result.ballots.length === 0) return nothing;
  const alpha = result.agreement?.alpha;
  const winner = result.type === "verdict" ? result.verdict.winner?.participant : undefined;
  const words = wordsIn(debate);
  const { say } = words;
  return html`<figure><figcaption><h3>${say("The ballots")}</h3></figcaption>
    ${ballotGrid(debate, { ballots: result.ballots, ...(winner !== undefined && { winner }) })}
    ${agreementLines(result.agreement && { ...result.agreement, alpha: null }, words).map((line) => html`<p class="quiet">${line}</p>`)}
    ${typeof alpha === "number" ? agreementScale(alpha, { width, words }) : nothing}
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

/** Krippendorff's alpha on its scale. Values below −1 are shown at −1. */
function agreementScale(alpha: number, { width, words }: { width: number; words: Words }) {
  const { say } = words;
  const shown = (value: number) => shownIn(value, words);
  const x = scale({ from: -1, to: 1, start: 10, end: width - 10 });
  const at = x(Math.max(-1, alpha));
  const spoken = say(CUSTOMARY.findLast(([least]) => alpha >= least)?.[1] ?? "worse than by chance");
  return html`<p class="quiet">${say("Agreement of the judges' score differences (Krippendorff's α): {alpha}, {meaning}", { alpha: shown(alpha), meaning: spoken })}</p>
    <svg viewBox=${`0 0 ${width} 44`} width=${width} height="44" role="img" aria-label=${say("Agreement {alpha} on a scale from −1 to 1", { alpha: shown(alpha) })}>
      <line class="line" x1=${x(-1)} x2=${x(1)} y1="14" y2="14"></line>
      ${[-1, ...CUSTOMARY.map(([least]) => least), 1].map((tick) => svg`<line class="line" x1=${x(tick)} x2=${x(tick)} y1="9" y2="19"></line><text x=${x(tick)} y="34" text-anchor=${ANCHORS[tick] ?? "middle"}>${shown(tick)}</text>`)}
      <path class="dot" d=${`M${at},14 l6,-12 h-12 z`}></path>
    </svg>`;
}

/** A number with a real minus sign. */
function shownIn(value: number, { number }: Words) {
  return number(Math.round(value * 1_000) / 1_000).replace("-", "−");
}
