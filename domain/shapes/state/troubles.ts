/** What keeps participants from speaking while it happens: attempts that failed and are not made good yet. */

import { isTerminal } from "../lifecycle.shape.ts";
import type { DebateState, ParticipantState, Trouble } from "./state.ts";

/** Of `turn.failed`. */
interface FailedAttempt {
  turnId: string;
  kind: string;
  attempt: number;
  waitMs: number | null;
  attempts?: number | undefined;
}

const STATUSES: Record<string, Trouble["status"]> = {
  rate_limit: "rate_limited",
  context_overflow: "context_exceeded",
};
/** The first that a participant has is its status. */
const ORDER: Trouble["status"][] = ["context_exceeded", "error", "rate_limited"];

/** null for an attempt that a pause cut short: nothing is wrong with it. */
export function troubleOf({ turnId: id, kind, ...failed }: FailedAttempt, at: string): Trouble | null {
  if (kind === "interrupted") return null;
  const { attempt, waitMs, attempts } = failed;
  return { id, status: STATUSES[kind] ?? "error", attempt, at, waitMs, ...(attempts !== undefined && { attempts }) };
}

/** After the end nothing is wrong any more, in whatever order the last events come. */
export function withTrouble(state: DebateState, participantId: string, trouble: Trouble): DebateState {
  if (isTerminal(state.status)) return state;
  return changed(state, (p) => (p.id === participantId ? besides([trouble], p.troubles) : p.troubles));
}

/**
 * The turn or act is made, asked for again, or given up.
 *
 * @example
 * const trouble = { id: "g1-r1-t1", status: "rate_limited", attempt: 1, at: "2026-11-21T12:00:00Z", waitMs: 500 };
 * const troubled = withTrouble(state, "p1", trouble);
 * troubled.participants[0].status // → "rate_limited"
 * withoutTrouble(troubled, "g1-r1-t1").participants[0].status // → state.participants[0].status
 */
export function withoutTrouble(state: DebateState, id: string): DebateState {
  return changed(state, ({ troubles }) => troubles?.filter((trouble) => trouble.id !== id));
}

/** No call is under way, and none waits. */
export function untroubled(state: DebateState): DebateState {
  return changed(state, () => undefined);
}

/** The status that these troubles make, and the one that makes it: of several alike, the one that lasts longest. */
export function worstOf(troubles: Trouble[]): Trouble | null {
  const until = ({ at, waitMs }: Trouble) => Date.parse(at) + (waitMs ?? 0);
  const rank = ({ status }: Trouble) => ORDER.indexOf(status);
  return troubles.toSorted((a, b) => rank(a) - rank(b) || until(b) - until(a))[0] ?? null;
}

/** In the order of their ids: the log may have simultaneous turns in another order than the workflow received them. */
export function besides(newer: Trouble[], troubles: Trouble[] = []): Trouble[] {
  const others = troubles.filter((trouble) => !newer.some(({ id }) => id === trouble.id));
  return [...others, ...newer].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

type Change = (p: ParticipantState) => Trouble[] | undefined;

function changed(state: DebateState, change: Change): DebateState {
  const isCalm = state.participants.every((p) => change(p) === p.troubles);
  return isCalm ? state : { ...state, participants: state.participants.map((p) => troubled(p, change(p))) };
}

/** Who is out has no other status. */
function troubled({ troubles: _before, ...p }: ParticipantState, troubles: Trouble[] = []): ParticipantState {
  if (p.status === "failed" || troubles.length === 0)
    return { ...p, status: p.status === "failed" ? "failed" : "active" };
  return { ...p, status: worstOf(troubles)?.status ?? "active", troubles };
}
