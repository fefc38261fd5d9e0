// @ts-check
/**
 * The debate in pictures, each with its numbers as a table beside it. Pure templates of what is known: drawn in the page
 * while somebody looks, and on the server for a report that needs no script.
 */
import { html } from "./lib/lit-html/lit-html.js";
import { ballotsPicture } from "./pictures/ballots.js";
import { callsPicture } from "./pictures/calls.js";
import { controlArmPicture } from "./pictures/control-arm.js";
import { costPicture } from "./pictures/cost.js";
import { positionsPicture } from "./pictures/positions.js";
import { progressPicture } from "./pictures/progress.js";
import { rulingsPicture } from "./pictures/rulings.js";
import { scoresPicture } from "./pictures/scores.js";
import { trendsPicture } from "./pictures/trends.js";
import { votesPicture } from "./pictures/votes.js";

/**
 * `choose` hears which criterion the scores are drawn by; left out where nobody can choose. Without `rejudgements` those
 * that the debate tells of in brief are shown by their winners alone.
 *
 * @typedef {object} Drawn
 * @property {import("./wire.d.ts").Debate} debate
 * @property {import("./story.js").Entry[]} entries
 * @property {number} width Pixels.
 * @property {string} [criterion] Left out: `overall`.
 * @property {(event: Event) => void} [choose]
 * @property {import("./wire.d.ts").Rejudgement[]} [rejudgements] As the transcript has them.
 */

/** In the order in which they stand; the page draws them one after another. */
export const PICTURES = [
  scoresPicture,
  trendsPicture,
  progressPicture,
  positionsPicture,
  votesPicture,
  ballotsPicture,
  controlArmPicture,
  rulingsPicture,
  callsPicture,
  costPicture,
];

/** @param {Drawn} input */
export function drawingsView(input) {
  return html`${PICTURES.map((picture) => picture(input))}`;
}
