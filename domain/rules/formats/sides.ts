/** Debates for and against a motion: sides, their order, and problems of a request. */

import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import type { VoteSide } from "../../shapes/schemas/vote.schema.ts";
import type { RequestFields } from "../request/request.ts";

const VOTE_SIDES = ["for", "against"] as const;

/** The participants of one side, in the order of the request. */
export function onSide<T extends { side?: string | undefined }>(participants: readonly T[], side: VoteSide): T[] {
  return participants.filter((p) => p.side === side);
}

/** For and against take turns, for first, whatever the order of the request: F1 A1 F2 A2. */
export function alternating<T extends { side?: string | undefined }>(participants: readonly T[]): T[] {
  const [pro, con] = VOTE_SIDES.map((side) => onSide(participants, side));
  const seats = Array.from({ length: Math.max(pro?.length ?? 0, con?.length ?? 0) }, (_, i) => [pro?.[i], con?.[i]]);
  return seats.flat().filter((p) => p !== undefined);
}

/** Checks that everybody has a side, and that each side has 1 to `atMost` participants. */
export function sideProblems(input: {
  format: string;
  atMost: number;
  participants: RequestFields["participants"];
}): Problem[] {
  const { format, atMost, participants } = input;
  const stands = (i: number) => VOTE_SIDES.find((side) => side === participants[i]?.side);
  const missing = participants.flatMap((_, i): Problem[] =>
    stands(i) ? [] : [{ pointer: `/participants/${i}/side`, detail: `${format} needs a side here: for or against` }],
  );
  const surplus = participants.flatMap((_, i): Problem[] => {
    const side = stands(i);
    const before = side ? onSide(participants.slice(0, i), side).length : 0;
    if (before < atMost) return [];
    return [{ pointer: `/participants/${i}/side`, detail: `${format} takes at most ${atMost} "${side}", not more` }];
  });
  const empty = VOTE_SIDES.filter((side) => onSide(participants, side).length === 0);
  if (missing.length > 0 || participants.length === 0 || empty.length === 0) return [...missing, ...surplus];
  return [...surplus, { pointer: "/participants", detail: `${format} needs somebody with the side "${empty[0]}"` }];
}
