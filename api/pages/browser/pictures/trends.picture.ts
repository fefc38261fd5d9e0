/**
 * The course of the rounds: quality and novelty by the judge, repetition as measured, and a comparison of both for every
 * round.
 */

import { percent } from "../../../../domain/base/words/figures.words.ts";
import { cited, nameOf } from "../base/cast.page-base.ts";
import { type Words, wordsIn } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { type Round, roundsIn, trendsIn } from "../figures/trends.figure.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { LEFT, scale } from "./axes.ts";
import type { Drawn } from "./drawn.ts";
import { lineChart } from "./line-chart.ts";
import { numbers } from "./numbers.picture.ts";

const ROW = 20;
const NAME_PX = 108;

/** Findings about a round: by the judge, and as measured (a number of turns or participants). */
const SIGNS: {
  what: "repeats" | "drifts" | "fades" | "converged";
  judge: (of: Round) => boolean;
  measured: (of: Round) => number;
}[] = [
  { what: "repeats", judge: ({ flags }) => flags.repetitive, measured: (of) => of.measured?.repeating.length ?? 0 },
  { what: "drifts", judge: ({ flags }) => flags.drifting, measured: (of) => of.measured?.drifting.length ?? 0 },
  {
    what: "fades",
    judge: ({ flags }) => flags.diminishingReturns,
    measured: (of) => (of.measured?.diminishing ? 1 : 0),
  },
  { what: "converged", judge: ({ flags }) => flags.convergenceReached, measured: () => 0 },
];

export function trendsPicture({ debate, entries, width }: Drawn) {
  const found = roundsIn(entries);
  if (found.length === 0) return nothing;
  const trends = trendsIn(entries, wordsIn(debate));
  const rounds = found.map(({ round }) => round);
  const novelty = found.map((of) => of.novelty);
  const repeating = found.map((of) => of.repeating);
  const words = wordsIn(debate);
  const { say } = words;
  return html`<figure><figcaption><h3>${say("Quality, novelty and repetition")}</h3></figcaption>
    <p class="quiet">${say("By the judge, of 10:")}</p>
    ${lineChart({
      words,
      label: say("Quality and novelty by the judge"),
      rounds,
      lines: [
        { name: say("Quality"), values: found.map(({ quality }) => quality) },
        ...(novelty.some((value) => value !== null) ? [{ name: say("Novelty"), values: novelty }] : []),
      ],
      ticks: [0, 5, 10],
      width,
      height: 130,
    })}
    ${
      repeating.some((value) => value !== null)
        ? html`<p class="quiet">${say("Measured, how many of the turns repeat an earlier one:")}</p>
          ${lineChart({
            words,
            label: say("Share of turns that repeat, as measured"),
            rounds,
            lines: [{ name: say("Repetition"), voice: "voice-0", values: repeating }],
            ticks: [0, 0.5, 1],
            shown: percent,
            width,
            height: 90,
          })}`
        : nothing
    }
    ${signs(found, { width, words })}
    ${trends.length ? html`<p class="quiet">${say("Over the last rounds, as measured: {trends}.", { trends: trends.join(", ") })}</p>` : nothing}
    ${table(debate, found)}</figure>`;
}

/** Rows of marks: filled dots by the judge, hollow squares as measured. Findings that never occur have no row. */
function signs(found: Round[], { width, words: { say } }: { width: number; words: Words }) {
  const rows = SIGNS.filter(({ judge, measured }) => found.some((of) => judge(of) || measured(of) > 0));
  if (rows.length === 0)
    return html`<p class="quiet">${say("Neither the judge nor what was measured says that it repeats, drifts or fades.")}</p>`;
  const right = width - NAME_PX;
  const x = scale({ from: 0, to: found.length - 1, start: LEFT + 6, end: right });
  const height = rows.length * ROW + 4;
  return html`<p class="quiet">${say("● the judge says so, □ it was measured:")}</p>
    <svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label=${say("What was said of each round; the table below has it in words")}>
    ${rows.map(({ what, judge, measured }, row) => {
      const y = row * ROW + ROW / 2;
      return svg`<line class="grid" x1=${LEFT} x2=${right} y1=${y} y2=${y}></line>
        <text class="label" x=${right + 20} y=${y + 4}>${say(what)}</text>
        ${found.map((of, i) => svg`${judge(of) ? svg`<circle class="dot" cx=${x(i) - 5} cy=${y} r="4.5"></circle>` : nothing}${measured(of) > 0 ? svg`<rect class="hollow" x=${x(i) + 3} y=${y - 4.5} width="9" height="9"></rect>` : nothing}`)}`;
    })}</svg>`;
}

function table(debate: Debate, found: Round[]) {
  const words = wordsIn(debate);
  const { say, digits } = words;
  return numbers(
    ["Round", "Quality (judge)", "Novelty (judge)", "The judge says", "Repeating (measured)", "Measured"],
    found.map(({ round, quality, novelty, flags, repeating, measured }) => [
      round,
      digits(quality, 1),
      novelty === null ? "–" : digits(novelty, 1),
      SIGNS.filter(({ judge }) => judge({ flags } as Round))
        .map(({ what }) => say(what))
        .join(", ") || "–",
      repeating === null ? "–" : percent(repeating),
      measured ? inWords(debate, measured) : "–",
    ]),
    words,
  );
}

function inWords(debate: Debate, { repeating, drifting, diminishing }: NonNullable<Round["measured"]>) {
  const words = wordsIn(debate);
  const { say } = words;
  const found = [
    ...(repeating.length ? [`${say("repeats")}: ${repeating.join(say(" and "))}`] : []),
    ...(drifting.length ? [`${say("drifts")}: ${drifting.map((id) => nameOf(debate, id)).join(", ")}`] : []),
    ...(diminishing ? [say("fades")] : []),
  ];
  return cited(found.join("; ") || "–", words);
}
