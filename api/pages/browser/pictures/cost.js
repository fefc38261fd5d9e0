// @ts-check
/** What had been spent, over time, against the limit. */
import { costOver } from "../figures.js";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { money, seconds } from "../words.js";
import { FOOT, HEIGHT, LEFT, scale } from "./axes.js";
import { numbers } from "./numbers.js";

/** @param {import("../drawings.js").Drawn} input */
export function costPicture({ debate, entries, width }) {
  const spent = costOver(entries);
  const total = spent.at(-1)?.usd ?? 0;
  const [start, end] = [spent[0]?.at ?? 0, spent.at(-1)?.at ?? 0];
  if (total === 0 || end === start) return nothing;
  const { limitUsd } = debate.cost;
  const most = Math.max(total, limitUsd ?? 0);
  const right = width - 12;
  const left = LEFT + 24;
  const x = scale({ from: start, to: end, start: left, end: right });
  const y = scale({ from: 0, to: most, start: HEIGHT - FOOT, end: 14 });
  const steps = spent.map(({ at, usd }, i) => (i === 0 ? `M${x(at)},${y(usd)}` : `H${x(at)} V${y(usd)}`));
  return html`<figure><figcaption><h3>What it had cost</h3></figcaption>
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img" aria-label="Cost over time; the table below has the numbers">
      ${[0, most].map((usd) => svg`<line class="grid" x1=${left} x2=${right} y1=${y(usd)} y2=${y(usd)}></line><text x=${left - 8} y=${y(usd) + 4} text-anchor="end">${exact(usd)}</text>`)}
      ${limitUsd === null ? nothing : svg`<text x=${right} y=${y(limitUsd) - 4} text-anchor="end">the limit</text>`}
      <path class="line" d=${steps.join(" ")}></path>
      <text x=${left} y=${HEIGHT - 4}>0 s</text><text x=${right} y=${HEIGHT - 4} text-anchor="end">${seconds(end - start)}</text>
    </svg>
    ${numbers(
      ["After", "Spent"],
      spent.map(({ at, usd }) => [seconds(at - start), exact(usd)]),
    )}</figure>`;
}

/** @param {number} usd Of small sums the cents alone would say nothing. */
function exact(usd) {
  return usd === 0 || usd >= 1 ? money(usd) : `$${usd.toPrecision(2)}`;
}
