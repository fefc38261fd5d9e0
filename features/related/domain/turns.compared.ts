/** Turns of two debates beside each other, round by round. */

import type { Both } from "../../../domain/base/both.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";

export type Said = Pick<Turn, "id" | "participantId" | "participant" | "round" | "phase" | "text" | "status">;
/** null: the other debate has no such turn. */
export type TurnPair = Both<Said | null>;

export interface ComparedRound {
  round: number;
  pairs: TurnPair[];
  /** Whether each pair has the same words, as in the rounds that a fork takes over. */
  isSame: boolean;
}

/** Whose turns belong together: first those of one speaker in one phase, then the others of that phase, in their order. */
const KEYS: ((turn: Said) => string)[] = [
  ({ phase, participant }) => `${phase} ${participant}`,
  ({ phase }) => phase,
  () => "",
];

/** Rounds in their order; turns in the first debate's order, and then those that only the second one has. */
export function alignTurns([ours, theirs]: Both<readonly Said[]>): ComparedRound[] {
  const rounds = [...new Set([...ours, ...theirs].map(({ round }) => round))].toSorted((a, b) => a - b);
  return rounds.map((round) => {
    const inRound = (turns: readonly Said[]) => turns.filter((turn) => turn.round === round);
    const pairs = pairsOf(inRound(ours), inRound(theirs));
    return { round, pairs, isSame: pairs.every(isSamePair) };
  });
}

/** Whether both turns are there and have the same words. */
export function isSamePair([a, b]: TurnPair): boolean {
  return a !== null && b !== null && a.text === b.text;
}

function pairsOf(ours: Said[], theirs: Said[]): TurnPair[] {
  const partner = new Map<Said, Said>();
  const free = new Set(theirs);
  for (const key of KEYS)
    for (const turn of ours) {
      if (partner.has(turn)) continue;
      const found = [...free].find((other) => key(other) === key(turn));
      if (!found) continue;
      partner.set(turn, found);
      free.delete(found);
    }
  return [
    ...ours.map((turn): TurnPair => [turn, partner.get(turn) ?? null]),
    ...[...free].map((turn): TurnPair => [null, turn]),
  ];
}
