/** Ballots by judge and order. Pure. */
import type { Ballot } from "../base/wire.page-base.ts";

/** Each judge's ballots, in the order of the columns. A model that sits twice has a row for each seat. */
export function gridOf(ballots: Ballot[]) {
  const cast = ["given", "reversed"] as const;
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

/** A ballot's id is `…b<seat>-<order>`. */
function seatOf({ id, judge }: Ballot) {
  return `${/-b(\d+)-/.exec(id)?.[1] ?? ""} ${judge}`;
}

/** Every participant's mean score by the valid ballots. */
export function meansOf(ballots: Ballot[]): Map<string, number> {
  const scores = Map.groupBy(
    ballots.filter(({ valid }) => valid).flatMap(({ scores: given }) => Object.entries(given)),
    ([id]) => id,
  );
  return new Map([...scores].map(([id, all]) => [id, all.reduce((sum, [, score]) => sum + score, 0) / all.length]));
}
