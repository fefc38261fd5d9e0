/** Values with their intervals, a row each: shares of an experiment's arms, strengths of models. */
import { percent } from "../../../../domain/base/words/figures.words.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { scale, short } from "./axes.ts";

export interface IntervalRow {
  name: string;
  /** null: unknown. */
  value: number | null;
  low: number | null;
  high: number | null;
}

/** From the first tick to the last. */
interface Axis {
  ticks: number[];
  say: (tick: number) => string;
}

const ROW_PX = 26;
const FOOT_PX = 22;
/** Characters of a name, and pixels for them. */
const NAME = { most: 20, px: 160 };

export const SHARES: Axis = { ticks: [0, 0.25, 0.5, 0.75, 1], say: (tick) => percent(tick) };

/** Whole steps, at most six, that include every bound and 0. */
export function stepsFor(rows: IntervalRow[]): Axis {
  const bounds = rows.flatMap(({ value, low, high }) => [value ?? 0, low ?? 0, high ?? 0]);
  const [least, most] = [Math.floor(Math.min(-1, ...bounds)), Math.ceil(Math.max(1, ...bounds))];
  const step = Math.ceil((most - least) / 6);
  const first = step * Math.floor(least / step);
  const ticks = Array.from({ length: Math.ceil((most - first) / step) + 1 }, (_, i) => first + i * step);
  return { ticks, say: (tick) => String(tick).replace("-", "−") };
}

export function intervals(rows: IntervalRow[], { width, label, axis }: { width: number; label: string; axis: Axis }) {
  const height = rows.length * ROW_PX + FOOT_PX;
  const { ticks, say } = axis;
  const x = scale({ from: ticks[0] ?? 0, to: ticks.at(-1) ?? 1, start: NAME.px, end: width - 24 });
  return html`<svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label=${`${label}; the table below has the numbers`}>
    ${ticks.map((tick) => svg`<line class="grid" x1=${x(tick)} x2=${x(tick)} y1="0" y2=${height - FOOT_PX}></line><text x=${x(tick)} y=${height - 6} text-anchor="middle">${say(tick)}</text>`)}
    ${rows.map((row, i) => rowOf(row, { x, y: i * ROW_PX + ROW_PX / 2 }))}
  </svg>`;
}

function rowOf({ name, value, low, high }: IntervalRow, { x, y }: { x: (value: number) => number; y: number }) {
  const bounded = low !== null && high !== null;
  return svg`<g><text class="label" x=${NAME.px - 10} y=${y + 4} text-anchor="end">${short(name, NAME.most)}</text>
    ${bounded ? svg`<line class="line" x1=${x(low)} x2=${x(high)} y1=${y} y2=${y}></line>` : nothing}
    ${value === null ? nothing : svg`<circle class="dot" cx=${x(value)} cy=${y} r="4"></circle>`}</g>`;
}
