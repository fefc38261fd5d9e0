// @ts-check
/** Where things lie in a picture: scales from values to pixels, and labels that keep out of each other's way. */
import { nothing, svg } from "../lib/lit-html/lit-html.js";

export const LEFT = 42;
export const FOOT = 22;
const LABEL_PX = 15;
/** More rounds than this are not all named. */
const NAMED_ROUNDS = 12;

/**
 * @param {{ from: number, to: number, start: number, end: number }} input Values from–to lie at start–end.
 * @returns {(value: number) => number} Pixels, to a tenth.
 */
export function scale({ from, to, start, end }) {
  const span = to - from || 1;
  return (value) => Math.round((start + ((value - from) / span) * (end - start)) * 10) / 10;
}

/**
 * @param {string} name
 * @param {number} most Characters.
 */
export function short(name, most) {
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name;
}

/**
 * The names of rounds below a picture.
 *
 * @param {number[]} rounds
 * @param {{ x: (i: number) => number, y: number }} at
 */
export function roundNames(rounds, { x, y }) {
  const every = Math.ceil(rounds.length / NAMED_ROUNDS);
  return rounds.map((round, i) =>
    i % every === 0 ? svg`<text x=${x(i)} y=${y} text-anchor="middle">${round}</text>` : nothing,
  );
}

/**
 * Labels that would lie upon one another, moved apart.
 *
 * @param {{ id: string, y: number }[]} labels
 */
export function spread(labels) {
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
