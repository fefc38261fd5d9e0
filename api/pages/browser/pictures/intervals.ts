/** Shares with their intervals, a row for each arm of an experiment. */
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import type { Experiment } from "../wire.ts";
import { scale, short } from "./axes.ts";

type Arm = Experiment["table"]["arms"][number];

const ROW_PX = 26;
const FOOT_PX = 22;
const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** Characters of a name, and pixels for them. */
const NAME = { most: 20, px: 160 };

export function intervals(arms: Arm[], width: number) {
  const height = arms.length * ROW_PX + FOOT_PX;
  const x = scale({ from: 0, to: 1, start: NAME.px, end: width - 24 });
  return html`<svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label="Right answers of each arm with their intervals; the table below has the numbers">
    ${TICKS.map((tick) => svg`<line class="grid" x1=${x(tick)} x2=${x(tick)} y1="0" y2=${height - FOOT_PX}></line><text x=${x(tick)} y=${height - 6} text-anchor="middle">${100 * tick} %</text>`)}
    ${arms.map((arm, i) => rowOf(arm, { x, y: i * ROW_PX + ROW_PX / 2 }))}
  </svg>`;
}

function rowOf({ arm, accuracy }: Arm, { x, y }: { x: (share: number) => number; y: number }) {
  const { share, low, high } = accuracy;
  const known = share !== null && low !== null && high !== null;
  return svg`<g><text class="label" x=${NAME.px - 10} y=${y + 4} text-anchor="end">${short(arm, NAME.most)}</text>
    ${known ? svg`<line class="line" x1=${x(low)} x2=${x(high)} y1=${y} y2=${y}></line><circle class="dot" cx=${x(share)} cy=${y} r="4"></circle>` : nothing}</g>`;
}
