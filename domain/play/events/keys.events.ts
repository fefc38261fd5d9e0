/**
 * Keys under which the workflow's own events are appended to the log: `w/<n>` by its own counter, or one that says which
 * event it is, for what must not come twice. A workflow task that was lost is played again, perhaps after other
 * commands: then a counter counts otherwise than what the lost one has left in the log, and an identity does not.
 */
import { remarkNumber } from "../../shapes/state/interjections.state.ts";
import type { DraftEvent } from "./events.ts";

const OWN = "e/";
/** Events that may have come into the log between a lost task's own and the end that its repetition has seen. */
const LOOK_BACK = 500;

/** The identities of a debate's status moves so far: how often it moved by each command or transition. */
export type Moves = Record<string, number>;

/**
 * The key of an event that must not come twice; null: the workflow's counter makes it. An interjection is its number, so
 * the log takes each number once. An answer is its questions. A status move is the nth of its kind, which no other command
 * changes.
 */
export function identityKey(event: DraftEvent, { generation, moves }: { generation: number; moves: Moves }) {
  switch (event.type) {
    case "interjection.added":
      return `${OWN}${remarkNumber(event.data.interjection)}`;
    case "clarification.answered":
      return `${OWN}answers-g${generation}-${event.data.answers.map(({ questionId }) => questionId).join("-")}`;
    case "debate.status":
      return `${OWN}status-${event.data.by}-${(moves[event.data.by] ?? 0) + 1}`;
    default:
      return null;
  }
}

function isIdentity(key: string): boolean {
  return key.startsWith(OWN);
}

/** The log id above which these keys may be; `since` is below all counted ones. */
export function reachOf(keys: string[], since: number): number {
  return keys.some(isIdentity) ? Math.max(0, since - LOOK_BACK) : since;
}
