/** Each participant's position by round, and the causes of changes, as the judge found them. Pure. */

import type { Assessment, Debate } from "../base/wire.page-base.ts";
import type { Entry } from "../live/story.live.ts";
import { assessmentsIn } from "./scores.figure.ts";

/** Rounds, both included. */
export interface Stretch {
  from: number;
  to: number;
  text: string;
}

export type Flip = { round: number } & NonNullable<Assessment["flips"]>[number];

/** null if no judge reported changes of position. */
export function positionsOver({ participants }: Debate, entries: Entry[]) {
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

/** The flips are of one participant. */
function stretches(flips: Flip[], { position, last }: { position: string; last: number }): Stretch[] {
  const begins = [{ round: 1, text: position }, ...flips.map(({ round, to }) => ({ round, text: to }))];
  const all = begins.map(({ round, text }, i) => ({ from: round, to: (begins[i + 1]?.round ?? last + 1) - 1, text }));
  return all.filter(({ from, to }) => from <= to);
}

function range(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
