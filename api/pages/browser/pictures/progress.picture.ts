/** For formats without scored rounds: the skeptic's score of each proposal, or the judge's confidence after each round. */

import { type Text, type Words, wordsIn } from "../base/say.ts";
import { confidenceIn, critiquesIn } from "../figures/trends.figure.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Drawn } from "./drawn.ts";
import { lineChart } from "./line-chart.ts";
import { numbers } from "./numbers.picture.ts";

export function progressPicture({ debate, entries, width }: Drawn) {
  const words = wordsIn(debate);
  const { say, number } = words;
  const critiques = critiquesIn(entries);
  const confidence = confidenceIn(entries);
  return html`${
    critiques.length === 0
      ? nothing
      : html`<figure><figcaption><h3>${say("The skeptic's score of each proposal")}</h3></figcaption>
          ${chart(critiques, { name: "Score", ticks: [0, 5, 10], width, words })}
          ${numbers(
            ["Round", "Score of 10", "The skeptic"],
            critiques.map(({ round, value, ready }) => [
              round,
              number(value),
              say(ready ? "ready for the answer" : "not ready yet"),
            ]),
            words,
          )}</figure>`
  }${
    confidence.length === 0
      ? nothing
      : html`<figure><figcaption><h3>${say("How sure the judge was")}</h3></figcaption>
          ${chart(confidence, { name: "Confidence", ticks: [0, 50, 100], width, words })}
          ${numbers(
            ["Round", "Confidence"],
            confidence.map(({ round, value }) => [round, `${number(value)} %`]),
            words,
          )}</figure>`
  }`;
}

function chart(
  points: { round: number; value: number }[],
  { name, ticks, width, words }: { name: Text; ticks: number[]; width: number; words: Words },
) {
  const rounds = points.map(({ round }) => round);
  const lines = [{ name: words.say(name), values: points.map(({ value }) => value) }];
  const label = words.say("{what} over the rounds", { what: words.say(name) });
  return lineChart({ words, label, rounds, lines, ticks, width, height: 130 });
}
