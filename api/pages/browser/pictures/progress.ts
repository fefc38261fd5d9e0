/** For formats without scored rounds: the skeptic's score of each proposal, or the judge's confidence after each round. */
import { confidenceIn, critiquesIn } from "../figures/trends.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Drawn } from "./drawn.ts";
import { lineChart } from "./line-chart.ts";
import { numbers } from "./numbers.ts";

export function progressPicture({ entries, width }: Drawn) {
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

function chart(
  points: { round: number; value: number }[],
  { name, ticks, width }: { name: string; ticks: number[]; width: number },
) {
  const rounds = points.map(({ round }) => round);
  const lines = [{ name, values: points.map(({ value }) => value) }];
  return lineChart({ label: `${name} over the rounds`, rounds, lines, ticks, width, height: 130 });
}
