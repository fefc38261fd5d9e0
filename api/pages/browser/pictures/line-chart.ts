/** Values by round as lines. Each line has its own mark, dash and colour, and its name at its end. */

import { ENGLISH, type Words } from "../base/say.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { FOOT, LEFT, roundNames, scale, short, spread } from "./axes.ts";

const NAME_PX = 108;
const TOP = 10;
/** A line with more points has no marks. */
const MARKED = 60;
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];

interface Line {
  name: string;
  /** The class that colours it. */
  voice?: string;
  /** By round. */
  values: (number | null)[];
}

interface LineChart {
  /** What a screen reader says of it. */
  label: string;
  rounds: number[];
  lines: Line[];
  /** From the least to the most. */
  ticks: number[];
  /** A tick in words. */
  shown?: (value: number) => string;
  width: number;
  height: number;
  words?: Words;
}

export function lineChart({ label, rounds, lines, ticks, shown = String, width, height, words = ENGLISH }: LineChart) {
  const right = width - NAME_PX;
  const x = scale({ from: 0, to: rounds.length - 1, start: LEFT + 6, end: right });
  const y = scale({ from: ticks[0] ?? 0, to: ticks.at(-1) ?? 1, start: height - FOOT, end: TOP });
  const ends = spread(lines.map(({ values }, i) => ({ id: String(i), y: y(values.findLast(isKnown) ?? 0) })));
  return html`<svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label=${words.say("{what}; the table below has the numbers", { what: label })}>
    ${ticks.map((tick) => svg`<line class="grid" x1=${LEFT} x2=${right} y1=${y(tick)} y2=${y(tick)}></line><text x=${LEFT - 6} y=${y(tick) + 4} text-anchor="end">${shown(tick)}</text>`)}
    ${roundNames(rounds, { x, y: height - 4 })}
    ${lines.map(
      ({ name, voice = "", values }, i) => svg`<g class=${voice}>
        <polyline class="line" stroke-dasharray=${DASHES[i % DASHES.length] || nothing} points=${values.flatMap((value, at) => (value === null ? [] : [`${x(at)},${y(value)}`])).join(" ")}></polyline>
        ${values.length > MARKED ? nothing : values.map((value, at) => (value === null ? nothing : mark(i, { x: x(at), y: y(value) })))}
        ${mark(i, { x: right + 12, y: ends.get(String(i)) ?? 0 })}
        <text class="label" x=${right + 20} y=${(ends.get(String(i)) ?? 0) + 4}>${short(name, 11)}</text></g>`,
    )}
  </svg>`;
}

/** The mark of a line, by its place among the lines. */
function mark(which: number, { x, y }: { x: number; y: number }) {
  switch (which % 4) {
    case 1:
      return svg`<rect class="dot" x=${x - 3} y=${y - 3} width="6" height="6"></rect>`;
    case 2:
      return svg`<path class="dot" d=${`M${x},${y - 4.5} l4,7.5 h-8 z`}></path>`;
    case 3:
      return svg`<path class="dot" d=${`M${x},${y - 4.5} l4.5,4.5 l-4.5,4.5 l-4.5,-4.5 z`}></path>`;
    default:
      return svg`<circle class="dot" cx=${x} cy=${y} r="3"></circle>`;
  }
}

function isKnown(value: number | null) {
  return value !== null;
}
