// @ts-check
/**
 * What had been spent, in money and in tokens, over time and against the limits.
 *
 * @typedef {import("../drawings.js").Drawn} Drawn
 */
import { spentOver } from "../figures/spending.js";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { money, seconds, whole } from "../words.js";
import { FOOT, LEFT, scale } from "./axes.js";
import { numbers } from "./numbers.js";

const HEIGHT = 140;
/** A limit that is further away than so many times what was spent would press the line to the ground. */
const IN_SIGHT = 4;

/** @param {Drawn} input */
export function costPicture({ debate, entries, width }) {
  const { start, spent } = spentOver(entries);
  if (spent.length === 0) return nothing;
  const { limitUsd, warnAtUsd, maxTokens = null, unsettledUsd = 0 } = debate.cost;
  const none = { at: start, value: 0 };
  const usd = [none, ...spent.map(({ at, usd: value }) => ({ at, value }))];
  const tokens = [none, ...spent.map(({ at, tokens: value }) => ({ at, value }))];
  const hasPrice = (usd.at(-1)?.value ?? 0) > 0;
  return html`<figure><figcaption><h3>What it had cost</h3></figcaption>
    ${hasPrice ? stairs({ points: usd, limit: limitUsd, warnAt: warnAtUsd, shown: exact, name: "Cost", width }) : html`<p class="quiet">It cost no money, or its price is not known.</p>`}
    ${debate.cost.totalUsd === null && hasPrice ? html`<p class="quiet">At least: the prices of some models are not known.</p>` : nothing}
    ${stairs({ points: tokens, limit: maxTokens, warnAt: null, shown: brief, name: "Tokens", width })}
    ${unsettledUsd > 0 ? html`<p class="quiet">Against the limit also ${exact(unsettledUsd)} counts: of calls whose end is not known.</p>` : nothing}
    ${numbers(
      ["After", "Spent", "Tokens"],
      spent.map(({ at, usd: sum, tokens: used }) => [seconds(at - start), exact(sum), whole(used)]),
    )}</figure>`;
}

/**
 * @param {object} input
 * @param {{ at: number, value: number }[]} input.points
 * @param {number | null} input.limit
 * @param {number | null} input.warnAt
 * @param {(value: number) => string} input.shown
 * @param {string} input.name
 * @param {number} input.width
 */
function stairs({ points, limit, warnAt, shown, name, width }) {
  const total = points.at(-1)?.value ?? 0;
  const [start, end] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1];
  const lines = [
    ...(limit === null ? [] : [{ value: limit, name: "limit" }]),
    ...(warnAt === null ? [] : [{ value: warnAt, name: "warning" }]),
  ].filter(({ value }) => value <= total * IN_SIGHT);
  const most = Math.max(total, ...lines.map(({ value }) => value));
  const right = width - 12;
  const left = LEFT + 30;
  const x = scale({ from: start, to: end, start: left, end: right });
  const y = scale({ from: 0, to: most, start: HEIGHT - FOOT, end: 16 });
  const steps = points.map(({ at, value }, i) => (i === 0 ? `M${x(at)},${y(value)}` : `H${x(at)} V${y(value)}`));
  return html`<p class="quiet">${name}: ${shown(total)}${limit === null ? ", no limit" : ` of ${shown(limit)}, ${share(total / limit)} of the limit`}</p>
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img" aria-label=${`${name} over time; the table below has the numbers`}>
      ${[0, total].map((value) => svg`<line class="grid" x1=${left} x2=${right} y1=${y(value)} y2=${y(value)}></line><text x=${left - 8} y=${y(value) + 4} text-anchor="end">${shown(value)}</text>`)}
      ${lines.map(({ value, name: what }) => svg`<line class="limit" x1=${left} x2=${right} y1=${y(value)} y2=${y(value)}></line><text x=${left + 4} y=${y(value) - 4}>${what}: ${shown(value)}</text>`)}
      <path class="line" d=${steps.join(" ")}></path>
      <text x=${left} y=${HEIGHT - 4}>0 s</text><text x=${right} y=${HEIGHT - 4} text-anchor="end">${seconds(end - start)}</text>
    </svg>`;
}

/** @param {number} value 1 is the whole limit. */
function share(value) {
  return `${value < 0.1 ? (value * 100).toFixed(1) : Math.round(value * 100)} %`;
}

/** @param {number} tokens */
function brief(tokens) {
  return tokens < 10_000 ? whole(tokens) : `${(tokens / 1_000).toFixed(tokens < 100_000 ? 1 : 0)}k`;
}

/** @param {number} usd Of small sums the cents alone would say nothing. */
function exact(usd) {
  return usd === 0 || usd >= 1 ? money(usd) : `$${usd.toPrecision(2)}`;
}
