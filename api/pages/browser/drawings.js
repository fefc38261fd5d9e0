// @ts-check
/**
 * The debate in pictures, each with its numbers as a table beside it. Pure templates of what is known: drawn in the page
 * while somebody looks, and on the server for a report that needs no script.
 */
import { html } from "./lib/lit-html/lit-html.js";
import { callsPicture } from "./pictures/calls.js";
import { costPicture } from "./pictures/cost.js";
import { scoresPicture } from "./pictures/scores.js";

/**
 * `choose` hears which criterion the scores are drawn by; left out where nobody can choose.
 *
 * @typedef {object} Drawn
 * @property {import("./wire.d.ts").Debate} debate
 * @property {import("./story.js").Entry[]} entries
 * @property {number} width Pixels.
 * @property {string} [criterion] Left out: `overall`.
 * @property {(event: Event) => void} [choose]
 */

/** @param {Drawn} input */
export function drawingsView(input) {
  return html`${scoresPicture(input)} ${costPicture(input)} ${callsPicture(input)}`;
}
