// @ts-check
/**
 * Who held which position in which round, and why it changed, as the judge found it. Pure.
 *
 * @typedef {{ from: number, to: number, text: string }} Stretch Rounds, both included.
 * @typedef {import("../wire.d.ts").Assessment} Assessment
 * @typedef {{ round: number } & NonNullable<Assessment["flips"]>[number]} Flip
 */
import { assessmentsIn } from "./scores.js";

/**
 * null where no judge said whether positions changed.
 *
 * @param {import("../wire.d.ts").Debate} debate
 * @param {import("../story.js").Entry[]} entries
 * @returns {{ rounds: number[], flips: Flip[], held: Map<string, Stretch[]> } | null}
 */
export function positionsOver({ participants }, entries) {
  const asked = assessmentsIn(entries).filter(({ flips }) => flips !== undefined);
  if (asked.length === 0) return null;
  const rounds = range(1, asked.at(-1)?.round ?? 1);
  const flips = asked.flatMap(({ round, flips: found = [] }) => found.map((flip) => ({ round, ...flip })));
  const last = rounds.length;
  return {
    rounds,
    flips,
    held: new Map(
      participants.map(({ id, position }) => [
        id,
        stretches(
          flips.filter(({ participant }) => participant === id),
          { position, last },
        ),
      ]),
    ),
  };
}

/**
 * @param {Flip[]} flips Of one participant.
 * @param {{ position: string, last: number }} about
 * @returns {Stretch[]}
 */
function stretches(flips, { position, last }) {
  const begins = [{ round: 1, text: position }, ...flips.map(({ round, to }) => ({ round, text: to }))];
  const all = begins.map(({ round, text }, i) => ({ from: round, to: (begins[i + 1]?.round ?? last + 1) - 1, text }));
  return all.filter(({ from, to }) => from <= to);
}

/**
 * @param {number} from
 * @param {number} to
 */
function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
