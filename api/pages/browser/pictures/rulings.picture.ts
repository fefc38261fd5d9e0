/** The verdict beside the rulings of other judges. */
import { percent } from "../../../../domain/base/words/figures.words.ts";
import { nameOf, voice } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate, Result } from "../base/wire.page-base.ts";
import { type Ruling, rulingsOf } from "../figures/rulings.figure.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { FOOT, scale, short, spread } from "./axes.ts";
import type { Drawn } from "./drawn.ts";
import { numbers } from "./numbers.picture.ts";

const LEFT = 84;
const LANE = 34;
const STATUSES = { running: "under way", failed: "no ruling" } as const;

export function rulingsPicture({ debate, rejudgements = [], width }: Drawn) {
  const rulings = rulingsOf(debate, rejudgements);
  if (rulings.length === 0) return nothing;
  const scored = rulings.filter(({ scores }) => scores !== null);
  const words = wordsIn(debate);
  const { say, digits, number } = words;
  return html`<figure><figcaption><h3>${say("Verdicts side by side")}</h3></figcaption>
    <div class="scrolls" tabindex="0" role="group" aria-label=${say("Verdicts side by side")}><table class="ballots">
      <thead><tr><th scope="col">${say("Ruling")}</th><th scope="col">${say("Winner")}</th><th scope="col">${say("Judge")}</th></tr></thead>
      <tbody>${rulings.map((ruling) => html`<tr><th scope="row">${ruling.mark}: ${ruling.name}</th><td>${winnerOf(debate, ruling)}</td><td>${ruling.bench}</td></tr>`)}</tbody></table></div>
    ${scored.length < 2 ? nothing : html`<p class="quiet">${say("Scores of 100:")}</p>${marks({ debate, scored, width })}`}
    ${numbers(
      [
        "Ruling",
        "Judge",
        "Winner",
        "Quality",
        "Same winner: judges / orders",
        ...debate.participants.map(({ name }) => ({ name })),
      ],
      rulings.map((ruling) => [
        ruling.name,
        ruling.bench,
        winnerName(debate, ruling),
        ruling.quality === null ? "–" : number(ruling.quality),
        winnerAgreement(ruling),
        ...debate.participants.map(({ id }) => {
          const score = ruling.scores?.[id];
          return score === undefined ? "–" : digits(score, 1);
        }),
      ]),
      words,
    )}</figure>`;
}

function winnerOf(debate: Debate, ruling: Ruling) {
  const isOne = debate.participants.some(({ id }) => id === ruling.winner);
  return html`<span class=${`ballot ${isOne ? voice(debate, ruling.winner) : ""}`}>${winnerName(debate, ruling)}</span>`;
}

function winnerName(debate: Debate, { status, winner, contested }: Ruling) {
  const { say, word } = wordsIn(debate);
  if (status !== "completed") return say(STATUSES[status]);
  if (contested) return say("contested");
  if (winner === "for" || winner === "against") return say("the side {side}", { side: word(winner) });
  return winner === null ? say("nobody") : nameOf(debate, winner);
}

function marks({ debate, scored, width }: { debate: Debate; scored: Ruling[]; width: number }) {
  const x = scale({ from: 0, to: 100, start: LEFT, end: width - 14 });
  const height = debate.participants.length * LANE + FOOT;
  return html`<svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label=${wordsIn(debate).say("{what}; the table below has the numbers", { what: wordsIn(debate).say("Scores by participant and ruling") })}>
    ${debate.participants.map(({ id, name }, lane) => {
      const y = lane * LANE + LANE / 2;
      const beside = spread(scored.map(({ mark, scores }) => ({ id: mark, y: x(scores?.[id] ?? 0) })));
      return svg`<g class=${voice(debate, id)}><text class="label" x="0" y=${y + 4}>${short(name, 12)}</text>
        <line class="grid" x1=${LEFT} x2=${width - 14} y1=${y} y2=${y}></line>
        ${scored.map(({ mark, scores }) => (scores?.[id] === undefined ? nothing : svg`<line class="line" x1=${x(scores[id])} x2=${x(scores[id])} y1=${y - 5} y2=${y + 5}></line><text class="label" text-anchor="middle" x=${beside.get(mark) ?? 0} y=${y - 8}>${mark}</text>`))}</g>`;
    })}
    ${[0, 50, 100].map((score) => svg`<text x=${x(score)} y=${height - 4} text-anchor="middle">${score}</text>`)}
  </svg>`;
}

function winnerAgreement(result: Pick<Result, "agreement">): string {
  const { judges = null, orders = null } = result.agreement?.winnerAgreement ?? {};
  return `${percent(judges)} / ${percent(orders)}`;
}
