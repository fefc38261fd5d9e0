// @ts-check
/**
 * Ballots as a grid: judges down, orders across, in each cell who won and what the judge was shown.
 *
 * @typedef {import("../drawings.js").Drawn} Drawn
 * @typedef {import("../wire.d.ts").Ballot} Ballot
 */
import { cited, nameOf, voice } from "../cast.js";
import { gridOf } from "../figures/ballots.js";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { scale } from "./axes.js";
import { numbers } from "./numbers.js";

const ORDERS = { given: "In the given order", reversed: "In the reversed order" };
/** K. Krippendorff, Content Analysis (2004), p. 241: below the first nothing should be concluded, from the second on it is reliable. */
const CUSTOMARY = /** @type {const} */ ([
  [0, "as by chance"],
  [0.667, "tentative"],
  [0.8, "reliable"],
]);

/** Ticks that stand close together are written away from each other. */
const ANCHORS = /** @type {Record<number, string>} */ ({ "-1": "start", 0.667: "end", 0.8: "start", 1: "end" });

/** @param {Drawn} input */
export function ballotsPicture({ debate, width }) {
  const { result } = debate;
  if (!result || result.ballots.length === 0) return nothing;
  const winner = result.type === "verdict" ? result.verdict.winner?.participant : undefined;
  return html`<figure><figcaption><h3>The ballots</h3></figcaption>
    ${ballotGrid(debate, { ballots: result.ballots, ...(winner !== undefined && { winner }) })}
    ${result.agreement === null ? nothing : agreementScale(result.agreement, width)}
    ${ballotTable(debate, result.ballots)}</figure>`;
}

/**
 * @param {Drawn["debate"]} debate
 * @param {{ ballots: Ballot[], winner?: string }} about `winner`: whom the result names; other ballots dissent.
 */
export function ballotGrid(debate, { ballots, winner }) {
  const { orders, rows } = gridOf(ballots);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label="Ballots by judge and order"><table class="ballots">
    <thead><tr><th scope="col">Judge</th>${orders.map((order) => html`<th scope="col">${ORDERS[order]}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ({ judge, cells }) =>
        html`<tr><th scope="row">${judge}</th>${cells.map((ballot) => cell(debate, { ballot, winner }))}</tr>`,
    )}</tbody></table></div>`;
}

/**
 * @param {Drawn["debate"]} debate
 * @param {{ ballot: Ballot | undefined, winner: string | undefined }} about
 */
function cell(debate, { ballot, winner }) {
  if (!ballot) return html`<td>–</td>`;
  const { valid, winner: theirs, blind } = ballot;
  const labels = Object.entries(blind?.labels ?? {}).map(([label, id]) => `${label}: ${nameOf(debate, id)}`);
  const order = labels.length ? html`<span class="quiet">shown ${labels.join(", ")}</span>` : nothing;
  if (!valid) return html`<td><span class="ballot spoilt">not valid</span>${order}</td>`;
  const dissents = winner !== undefined && theirs !== winner;
  return html`<td><span class=${`ballot ${theirs === null ? "" : voice(debate, theirs)}`}>${theirs === null ? "nobody" : nameOf(debate, theirs)}${dissents ? " (dissents)" : ""}</span>${order}</td>`;
}

/**
 * @param {Drawn["debate"]} debate
 * @param {Ballot[]} ballots
 */
export function ballotTable(debate, ballots) {
  const ids = [...new Set(ballots.flatMap(({ scores }) => Object.keys(scores)))];
  return numbers(
    ["Judge", "Order", "Winner", ...ids.map((id) => nameOf(debate, id)), "Because"],
    ballots.map(({ judge, order, winner, valid, scores, reasoning, invalidBecause }) => [
      judge,
      order,
      valid ? (winner === null ? "nobody" : nameOf(debate, winner)) : "not valid",
      ...ids.map((id) => scores[id]?.toFixed(1) ?? "–"),
      html`<span class="reason" dir="auto">${cited(invalidBecause ?? reasoning ?? "–")}</span>`,
    ]),
  );
}

/**
 * Krippendorff's alpha on its scale. Below −1 it does not matter by how much.
 *
 * @param {number} alpha
 * @param {number} width
 */
function agreementScale(alpha, width) {
  const x = scale({ from: -1, to: 1, start: 10, end: width - 10 });
  const at = x(Math.max(-1, alpha));
  const spoken = CUSTOMARY.findLast(([least]) => alpha >= least)?.[1] ?? "worse than by chance";
  return html`<p class="quiet">Agreement of all scores (Krippendorff's α): ${shown(alpha)}, ${spoken}</p>
    <svg viewBox=${`0 0 ${width} 44`} width=${width} height="44" role="img" aria-label=${`Agreement ${shown(alpha)} on a scale from −1 to 1`}>
      <line class="line" x1=${x(-1)} x2=${x(1)} y1="14" y2="14"></line>
      ${[-1, ...CUSTOMARY.map(([least]) => least), 1].map((tick) => svg`<line class="line" x1=${x(tick)} x2=${x(tick)} y1="9" y2="19"></line><text x=${x(tick)} y="34" text-anchor=${ANCHORS[tick] ?? "middle"}>${shown(tick)}</text>`)}
      <path class="dot" d=${`M${at},14 l6,-12 h-12 z`}></path>
    </svg>`;
}

/** @param {number} value With a minus sign, which is no hyphen. */
function shown(value) {
  return String(Math.round(value * 1_000) / 1_000).replace("-", "−");
}
