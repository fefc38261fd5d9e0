// @ts-check
/**
 * Ballots by judge and order. Pure.
 *
 * @typedef {import("../wire.d.ts").Ballot} Ballot
 */

/**
 * @param {Ballot[]} ballots
 * @returns {{ orders: Ballot["order"][], rows: { judge: string, cells: (Ballot | undefined)[] }[] }} Each judge's ballots,
 *   in the order of the columns. A model that sits twice has a row for each seat.
 */
export function gridOf(ballots) {
  const cast = /** @type {const} */ (["given", "reversed"]);
  const orders = cast.filter((order) => ballots.some((ballot) => ballot.order === order));
  const seats = Map.groupBy(ballots, seatOf);
  return {
    orders,
    rows: [...seats.values()].map((theirs) => ({
      judge: theirs[0]?.judge ?? "",
      cells: orders.map((order) => theirs.find((ballot) => ballot.order === order)),
    })),
  };
}

/** @param {Ballot} ballot Its id is `…b<seat>-<order>`. */
function seatOf({ id, judge }) {
  return `${/-b(\d+)-/.exec(id)?.[1] ?? ""} ${judge}`;
}

/**
 * Every participant's mean score by the valid ballots.
 *
 * @param {Ballot[]} ballots
 * @returns {Map<string, number>}
 */
export function meansOf(ballots) {
  const scores = Map.groupBy(
    ballots.filter(({ valid }) => valid).flatMap(({ scores: given }) => Object.entries(given)),
    ([id]) => id,
  );
  return new Map([...scores].map(([id, all]) => [id, all.reduce((sum, [, score]) => sum + score, 0) / all.length]));
}
