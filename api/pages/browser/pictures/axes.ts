/** Scales from values to pixels, and labels that do not overlap. */
import { nothing, svg } from "../lib/lit-html/lit-html.js";

export const LEFT = 42;
export const FOOT = 22;
const LABEL_PX = 15;
/** More rounds than this are not all named. */
const NAMED_ROUNDS = 12;
const DIGIT_PX = 8;
const GAP_PX = 1;

/** From a value to pixels, to a tenth: the values `from` to `to` lie at `start` to `end`. */
export function scale({ from, to, start, end }: { from: number; to: number; start: number; end: number }) {
  const span = to - from || 1;
  return (value: number) => Math.round((start + ((value - from) / span) * (end - start)) * 10) / 10;
}

/** A name of at most so many characters. */
export function short(name: string, most: number) {
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name;
}

/** The names of rounds below a picture. */
export function roundNames(rounds: number[], { x, y }: { x: (i: number) => number; y: number }) {
  const longest = DIGIT_PX * String(rounds.at(-1) ?? 0).length + GAP_PX;
  const every = Math.ceil(Math.max(rounds.length / NAMED_ROUNDS, longest / (x(1) - x(0))));
  return rounds.map((round, i) =>
    i % every === 0 ? svg`<text x=${x(i)} y=${y} text-anchor="middle">${round}</text>` : nothing,
  );
}

/** Moves overlapping labels apart. */
export function spread(labels: { id: string; y: number }[]) {
  let last = -LABEL_PX;
  return new Map(
    labels
      .toSorted((a, b) => a.y - b.y)
      .map(({ id, y }) => {
        last = Math.max(y, last + LABEL_PX);
        return [id, last];
      }),
  );
}
