// @ts-check
/** Where no judge scores rounds: how good the skeptic found each proposal, or how sure the judge was after each round. */
import { confidenceIn, critiquesIn } from "../figures/trends.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { lineChart } from "./line-chart.js";
import { numbers } from "./numbers.js";

/** @param {import("../drawings.js").Drawn} input */
export function progressPicture({ entries, width }) {
  const critiques = critiquesIn(entries);
  const confidence = confidenceIn(entries);
  return html`${
    critiques.length === 0
      ? nothing
      : html`<figure><figcaption><h3>The skeptic's score of each proposal</h3></figcaption>
          ${chart(critiques, { name: "Score", ticks: [0, 5, 10], width })}
          ${numbers(
            ["Round", "Score of 10", "The skeptic"],
            critiques.map(({ round, value, ready }) => [
              round,
              value,
              ready ? "ready for the answer" : "not ready yet",
            ]),
          )}</figure>`
  }${
    confidence.length === 0
      ? nothing
      : html`<figure><figcaption><h3>How sure the judge was</h3></figcaption>
          ${chart(confidence, { name: "Confidence", ticks: [0, 50, 100], width })}
          ${numbers(
            ["Round", "Confidence"],
            confidence.map(({ round, value }) => [round, `${value} %`]),
          )}</figure>`
  }`;
}

/**
 * @param {{ round: number, value: number }[]} points
 * @param {{ name: string, ticks: number[], width: number }} about
 */
function chart(points, { name, ticks, width }) {
  const rounds = points.map(({ round }) => round);
  const lines = [{ name, values: points.map(({ value }) => value) }];
  return lineChart({ label: `${name} over the rounds`, rounds, lines, ticks, width, height: 130 });
}
