/** A participant with `enabled: false` stays in the request and takes no part: it has no id, seat, turn or cost. */
import type { Problem } from "../schemas/faults.ts";

interface Seat {
  enabled?: unknown;
}

export function takesPart({ enabled }: Seat): boolean {
  return enabled !== false;
}

/** The request of those who take part. */
export function ofThoseTakingPart<R extends { participants?: S[] | undefined }, S extends Seat>(request: R): R {
  const { participants } = request;
  return (participants?.every(takesPart) ?? true)
    ? request
    : { ...request, participants: participants?.filter(takesPart) };
}

const AT_PARTICIPANT = /^\/participants\/(\d+)/;

/**
 * Problems of those who take part, pointing to the participants as they were sent. Participants that Parley adds follow
 * all that were sent.
 */
export function pointersAsSent(problems: Problem[], sent: Seat[] = []): Problem[] {
  const places = sent.flatMap((seat, i) => (takesPart(seat) ? [i] : []));
  const disabled = sent.length - places.length;
  if (disabled === 0) return problems;
  const place = (index: number) => places[index] ?? index + disabled;
  return problems.map(({ pointer, detail }) => ({
    pointer: pointer.replace(AT_PARTICIPANT, (_, index: string) => `/participants/${place(Number(index))}`),
    detail,
  }));
}
