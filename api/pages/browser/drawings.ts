/**
 * The debate in pictures, each with its numbers in a table. Pure templates, which the page and, for reports, the server
 * render.
 */
import { html } from "./lib/lit-html/lit-html.js";
import { ballotsPicture } from "./pictures/ballots.picture.ts";
import { callsPicture } from "./pictures/calls.picture.ts";
import { costPicture } from "./pictures/cost.picture.ts";
import type { Drawn } from "./pictures/drawn.ts";
import { positionsPicture } from "./pictures/positions.picture.ts";
import { progressPicture } from "./pictures/progress.picture.ts";
import { rulingsPicture } from "./pictures/rulings.picture.ts";
import { scoresPicture } from "./pictures/scores.picture.ts";
import { stancesPicture } from "./pictures/stances.ts";
import { trendsPicture } from "./pictures/trends.picture.ts";
import { votesPicture } from "./pictures/votes.picture.ts";

/** In their order on the page, which draws one at a time. */
export const PICTURES = [
  scoresPicture,
  trendsPicture,
  progressPicture,
  positionsPicture,
  stancesPicture,
  votesPicture,
  ballotsPicture,
  rulingsPicture,
  callsPicture,
  costPicture,
];

export function drawingsView(input: Drawn) {
  return html`${PICTURES.map((picture) => picture(input))}`;
}
