/** Counts rankings by Borda: the last place counts 0, each place above it one more, and tied places share the mean. */
import type { Ranking, Standing } from "../../shapes/schemas/council.schema.ts";

type Answer = Pick<Standing, "participantId" | "turnId">;

/**
 * By the mean, the best first; equal means share a place. Means are compared since somebody may have dropped out, and
 * then answers are in different numbers of rankings.
 *
 * @example
 * standings([{ places: [["p2"], ["p1"]] }], [{ participantId: "p1" }, { participantId: "p2" }])[0].participantId // → "p2"
 */
export function standings(rankings: Pick<Ranking, "places">[], answers: Answer[]): Standing[] {
  const points = rankings.map(({ places }) => pointsIn(places));
  const counted = answers.map(({ participantId, turnId }) => {
    const got = points.flatMap((of) => of.get(participantId) ?? []);
    const sum = got.reduce((a, b) => a + b, 0);
    return { participantId, turnId, points: sum, mean: got.length === 0 ? null : rounded(sum / got.length) };
  });
  const placed = counted.map((one) => ({ ...one, place: placeOf(one.mean, counted) }));
  return placed.toSorted((a, b) => (b.mean ?? -1) - (a.mean ?? -1));
}

/** What one ranking gives to each. */
function pointsIn(places: string[][]): Map<string, number> {
  let below = places.flat().length;
  const points = new Map<string, number>();
  for (const tied of places) {
    below -= tied.length;
    // They take the places from `below` up: the mean of an arithmetic series.
    for (const id of tied) points.set(id, below + (tied.length - 1) / 2);
  }
  return points;
}

function placeOf(mean: number | null, all: Pick<Standing, "mean">[]): number | null {
  if (mean === null) return null;
  return 1 + all.filter((other) => other.mean !== null && other.mean > mean).length;
}

/** To thousandths. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
