/** Changes of the state that several types of events share. */

import type { Degradation } from "../schemas/faults.schema.ts";
import type { UnreachableServer } from "../schemas/unreachable-server.ts";
import { addSpend, type Billed, NO_SPEND, spendOf } from "./costs.state.ts";
import type { DebateState, ParticipantState } from "./state.ts";

export function changeParticipant(
  state: DebateState,
  id: string,
  change: (p: ParticipantState) => ParticipantState,
): DebateState {
  return { ...state, participants: state.participants.map((p) => (p.id === id ? change(p) : p)) };
}

/**
 * Adds what a turn or an act of a participant was billed.
 *
 * @example
 * import { NO_USAGE, totalOf } from "./costs.state.ts";
 * totalOf(withSpend(state, "p1", { usage: NO_USAGE, costUsd: 0.25 })).costMicroUsd // → 250000
 */
export function withSpend(state: DebateState, participantId: string, billed: Billed): DebateState {
  const spend = spendOf(billed);
  return changeParticipant(state, participantId, (p) => ({ ...p, spend: addSpend(p.spend, spend) }));
}

/**
 * Adds what an act of the judge was billed.
 *
 * @example
 * import { NO_USAGE } from "./costs.state.ts";
 * withJudgeSpend(state, { usage: NO_USAGE, costUsd: 0.25 }).judge.costMicroUsd // → 250000
 */
export function withJudgeSpend(state: DebateState, billed: Billed): DebateState {
  return { ...state, judge: addSpend(state.judge, spendOf(billed)) };
}

/** Charges a model of the judge's panel, or the judge where no model is named. */
export function withBenchSpend(state: DebateState, billed: Billed, model: string | undefined): DebateState {
  if (model === undefined) return withJudgeSpend(state, billed);
  const panel = state.panel ?? [];
  const before = panel.find((p) => p.model === model)?.spend ?? NO_SPEND;
  const spend = addSpend(before, spendOf(billed));
  return { ...state, panel: [...panel.filter((p) => p.model !== model), { model, spend }] };
}

export function withAttempt(state: DebateState, id: string, attempt: number): DebateState {
  return { ...state, attempts: { ...state.attempts, [id]: Math.max(state.attempts[id] ?? 0, attempt) } };
}

export function withDegradation(state: DebateState, degradation: Degradation | undefined): DebateState {
  return degradation ? { ...state, degraded: [...state.degraded, degradation] } : state;
}

/** Each server that could not be reached is lost once for whoever has its tools. */
export function withUnreachable(
  state: DebateState,
  servers: readonly Pick<UnreachableServer, "server" | "why">[] = [],
  { whose, ...about }: { whose: string; round: number; participantId?: string },
): DebateState {
  const lost = servers.map(({ server, why }) => ({
    what: `tools of the MCP server ${server}, for ${whose}`,
    why,
    ...about,
  }));
  return lost.reduce(
    (now, one) =>
      now.degraded.some(({ what, participantId }) => what === one.what && participantId === one.participantId)
        ? now
        : withDegradation(now, one),
    state,
  );
}

/** Indexes in ascending order, each once. */
export function withIndex(indexes: number[], index: number): number[] {
  return [...new Set([...indexes, index])].toSorted((a, b) => a - b);
}
