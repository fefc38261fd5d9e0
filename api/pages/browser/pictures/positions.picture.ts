/** Positions by round, and their changes. */
import { flipSpans } from "../../../../domain/show/report/assessment.report.ts";
import { cited, nameOf, taleOf, voice } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { type Flip, positionsOver, type Stretch } from "../figures/positions.figure.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { spansView } from "../views/blocks.view.ts";
import { FOOT, roundNames, scale, short } from "./axes.ts";
import type { Drawn } from "./drawn.ts";
import { numbers } from "./numbers.picture.ts";

const LEFT = 84;
const LANE = 34;
/** Approximate width of a character in a lane. */
const CHARACTER_PX = 6.6;

export function positionsPicture({ debate, entries, width }: Drawn) {
  const found = positionsOver(debate, entries);
  if (!found) return nothing;
  const { rounds, flips, held } = found;
  const right = width - 8;
  const edge = scale({ from: 1, to: rounds.length + 1, start: LEFT, end: right });
  const height = held.size * LANE + FOOT;
  const words = wordsIn(debate);
  const { say } = words;
  return html`<figure><figcaption><h3>${say("Who held what")}</h3></figcaption>
    <p class="quiet">${
      flips.length === 0
        ? say("The judge found that nobody changed position.")
        : say("◆ changed position because of a turn or an exhibit, ◇ changed it without naming a cause.")
    }</p>
    <svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label=${say("Positions over the rounds; the table below has them in words")}>
      ${[...held].map(([id, stretches], lane) => svg`<g class=${voice(debate, id)}><text class="label" x="0" y=${lane * LANE + 21}>${short(nameOf(debate, id), 12)}</text>${laneView({ stretches, flips: flips.filter(({ participant }) => participant === id), edge, top: lane * LANE + 4 })}</g>`)}
      ${roundNames(rounds, { x: (i) => (edge(i + 1) + edge(i + 2)) / 2, y: height - 4 })}
    </svg>
    ${flips.length === 0 ? nothing : html`<ul>${flips.map((flip) => html`<li dir="auto">${inWords(debate, flip)}</li>`)}</ul>`}
    ${numbers(
      ["Who", "Rounds", "Position", "Because of"],
      [...held].flatMap(([id, stretches]) =>
        stretches.map(({ from, to, text }) => [
          nameOf(debate, id),
          spanOf(from, to),
          text || "–",
          causeOf(debate, { flips, id, from }),
        ]),
      ),
      words,
    )}</figure>`;
}

interface Lane {
  stretches: Stretch[];
  flips: Flip[];
  edge: (round: number) => number;
  top: number;
}

function laneView({ stretches, flips, edge, top }: Lane) {
  const middle = top + 13;
  return svg`${stretches.map(({ from, to, text }, i) => {
    const [start, end] = [edge(from), edge(to + 1)];
    const room = Math.floor((end - start - 20) / CHARACTER_PX);
    return svg`<rect class=${`held ${i % 2 ? "changed" : ""}`} x=${start + 1} y=${top} width=${Math.max(1, end - start - 2)} height="26"></rect>${room > 2 ? svg`<text class="inside" x=${start + 12} y=${top + 17}>${short(text, room)}</text>` : nothing}`;
  })}${flips.map(({ round, prompted }) => svg`<path class=${prompted ? "flip" : "flip hollow"} d=${`M${edge(round)},${middle - 8} l8,8 l-8,8 l-8,-8 z`}></path>`)}`;
}

function inWords(debate: Debate, flip: Flip) {
  const tale = taleOf(debate);
  return html`${tale.words.say("Round {round}", { round: flip.round })}: ${spansView(flipSpans(flip, tale), debate)}`;
}

function spanOf(from: number, to: number) {
  return from === to ? String(from) : `${from}–${to}`;
}

function causeOf(debate: Debate, { flips, id, from }: { flips: Flip[]; id: string; from: number }) {
  const words = wordsIn(debate);
  const flip = flips.find(({ participant, round }) => participant === id && round === from);
  if (!flip) return "–";
  return flip.prompted ? cited(flip.cause ?? "", words) : words.say("unprompted");
}
