/** Spending in money and tokens over time, with the limits. */

import { money, percent, seconds, whole } from "../../../../domain/base/words/figures.words.ts";
import { type Text, type Words, wordsIn } from "../base/say.ts";
import { spentOver } from "../figures/spending.figure.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { FOOT, LEFT, scale } from "./axes.ts";
import type { Drawn } from "./drawn.ts";
import { numbers } from "./numbers.picture.ts";

const HEIGHT = 140;
/** A limit above this multiple of the spending is not drawn: it would flatten the line. */
const IN_SIGHT = 4;

export function costPicture({ debate, entries, width }: Drawn) {
  const { start, spent } = spentOver(entries);
  if (spent.length === 0) return nothing;
  const { limitUsd, warnAtUsd, maxTokens = null, unsettledUsd = 0 } = debate.cost;
  const cachedShare = debate.cost.cachedShare ?? 0;
  const none = { at: start, value: 0 };
  const words = wordsIn(debate);
  const { say } = words;
  const exact = (sum: number) => money(sum, words);
  const usd = [none, ...spent.map(({ at, usd: value }) => ({ at, value }))];
  const tokens = [none, ...spent.map(({ at, tokens: value }) => ({ at, value }))];
  const hasPrice = (usd.at(-1)?.value ?? 0) > 0;
  return html`<figure><figcaption><h3>${say("What it had cost")}</h3></figcaption>
    ${hasPrice ? stairs({ points: usd, limit: limitUsd, warnAt: warnAtUsd, shown: exact, name: "Cost", width, words }) : html`<p class="quiet">${say("It cost no money, or its price is not known.")}</p>`}
    ${debate.cost.totalUsd === null && hasPrice ? html`<p class="quiet">${say("At least: the prices of some models are not known.")}</p>` : nothing}
    ${stairs({ points: tokens, limit: maxTokens, warnAt: null, shown: (count) => brief(count, words), name: "Tokens", width, words })}
    ${cachedShare > 0 ? html`<p class="quiet">${say("Of the tokens that went in, providers had cached {share}.", { share: percent(cachedShare) })}</p>` : nothing}
    ${unsettledUsd > 0 ? html`<p class="quiet">${say("Against the limit also {sum} counts: of calls whose end is not known.", { sum: exact(unsettledUsd) })}</p>` : nothing}
    ${numbers(
      ["After", "Spent", "Tokens"],
      spent.map(({ at, usd: sum, tokens: used }) => [seconds(at - start, words), exact(sum), whole(used, words)]),
      words,
    )}</figure>`;
}

interface Stairs {
  points: { at: number; value: number }[];
  limit: number | null;
  warnAt: number | null;
  shown: (value: number) => string;
  name: Text;
  width: number;
  words: Words;
}

function stairs({ points, limit, warnAt, shown, name, width, words }: Stairs) {
  const { say } = words;
  const what = say(name);
  const total = points.at(-1)?.value ?? 0;
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1];
  const lines = [
    ...(limit === null ? [] : [{ value: limit, name: say("limit") }]),
    ...(warnAt === null ? [] : [{ value: warnAt, name: say("warning") }]),
  ].filter(({ value }) => value <= total * IN_SIGHT);
  const most = Math.max(total, ...lines.map(({ value }) => value));
  const right = width - 12;
  const left = LEFT + 30;
  const x = scale({ from: start, to: end, start: left, end: right });
  const y = scale({ from: 0, to: most, start: HEIGHT - FOOT, end: 16 });
  const steps = points.map(({ at, value }, i) => (i === 0 ? `M${x(at)},${y(value)}` : `H${x(at)} V${y(value)}`));
  return html`<p class="quiet">${what}: ${shown(total)}${limit === null ? say(", no limit") : say(" of {limit}, {share} of the limit", { limit: shown(limit), share: percent(total / limit) })}</p>
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img" aria-label=${say("{what} over time; the table below has the numbers", { what })}>
      ${[0, total].map((value) => svg`<line class="grid" x1=${left} x2=${right} y1=${y(value)} y2=${y(value)}></line><text x=${left - 8} y=${y(value) + 4} text-anchor="end">${shown(value)}</text>`)}
      ${lines.map(({ value, name: which }) => svg`<line class="limit" x1=${left} x2=${right} y1=${y(value)} y2=${y(value)}></line><text x=${left + 4} y=${y(value) - 4}>${which}: ${shown(value)}</text>`)}
      <path class="line" d=${steps.join(" ")}></path>
      <text x=${left} y=${HEIGHT - 4}>0 s</text><text x=${right} y=${HEIGHT - 4} text-anchor="end">${seconds(end - start, words)}</text>
    </svg>`;
}

function brief(tokens: number, words: Words) {
  return tokens < 10_000 ? whole(tokens, words) : `${words.digits(tokens / 1_000, tokens < 100_000 ? 1 : 0)}k`;
}
