/** A participant with `enabled: false` stays in the request and takes no part: it has no id, seat, turn or cost. */
import type { Problem } from "../../shapes/schemas/faults.schema.ts";

interface Seat {
  enabled?: unknown;
}

/**
 * Whether a seat of the request takes part: it may be switched off.
 *
 * @example
 * takesPart({}) // → true
 * takesPart({ enabled: false }) // → false
 */
export function takesPart({ enabled }: Seat): boolean {
  return enabled !== false;
}

/** The request of those who take part. */
export function ofThoseTakingPart<R extends { participants?: Seat[] | undefined }>(request: R): R {
  const { participants } = request;
  return (participants?.every(takesPart) ?? true)
    ? request
    : { ...request, participants: participants?.filter(takesPart) };
}

const AT_PARTICIPANT = /^\/participants\/(\d+)/;

/** Problems of those who take part, pointing to the participants as they were sent. */
export function pointersAsSent(problems: Problem[], sent: unknown): Problem[] {
  const pointers = sentPointers(
    problems.map(({ pointer }) => pointer),
    { participants: sent },
  );
  return problems.map(({ detail }, i) => ({ pointer: pointers[i] ?? "", detail }));
}

/**
 * Pointers to those who take part as pointers into the request that was sent. Participants that Parley adds follow all that
 * were sent.
 */
export function sentPointers(pointers: string[], request: { participants?: unknown } = {}): string[] {
  const sent = Array.isArray(request.participants) ? (request.participants as Seat[]) : [];
  const places = sent.flatMap((seat, i) => (takesPart(seat) ? [i] : []));
  const place = (index: number) => places[index] ?? index + sent.length - places.length;
  return pointers.map((pointer) =>
    pointer.replace(AT_PARTICIPANT, (_, index: string) => `/participants/${place(Number(index))}`),
  );
}
