import type { Decision } from "../../shapes/schemas/decision.ts";
import type { DebateState } from "../../shapes/state/state.ts";

type About = Pick<Decision, "kind" | "question" | "options" | "default" | "participantId">;

/** An open decision. `at`: milliseconds since the epoch. */
export function newDecision(state: DebateState, about: About, { at, timeoutMs }: { at: number; timeoutMs: number }) {
  return {
    id: `d${(state.decisionsAsked ?? 0) + 1}`,
    ...about,
    round: state.round,
    requestedAt: new Date(at).toISOString(),
    expiresAt: new Date(at + timeoutMs).toISOString(),
    made: null,
  };
}
