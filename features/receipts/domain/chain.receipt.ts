/**
 * Chains events by hash: each hash covers the one before, so a change, a gap or another order shows. Deltas are no part of
 * it, because they are deleted later: an export now and one in a year have the same hashes.
 */
import { canonicalJson, type Sha256 } from "./canonical.ts";

export interface Link {
  id: number;
  type: string;
  at: string;
  data: unknown;
}

/** What the first event follows. */
export function rootOf(debateId: string, sha256: Sha256): string {
  return sha256(debateId);
}

/** The hash of an event that follows the one with the hash `previous`. */
export function hashOfEvent({ id, type, at, data }: Link, previous: string, sha256: Sha256): string {
  return sha256(canonicalJson({ previous, id, type, at, data }));
}

/** The events with their hashes. */
export function chained<E extends Link>(debateId: string, events: E[], sha256: Sha256): (E & { hash: string })[] {
  let previous = rootOf(debateId, sha256);
  return events.map((event) => {
    previous = hashOfEvent(event, previous, sha256);
    return { ...event, hash: previous };
  });
}
