/**
 * What becomes of a fault that is beyond its retries (spec §1.11): by policy, or by what its owner decided. Pure; the
 * workflow carries the remedy out (`workflows/remedies.ts`).
 */
import { type Room, readerKey, squeezed } from "./context/state.ts";
import type { DebateState } from "./debate-state.ts";
import type { FaultKind } from "./faults.ts";
import { FORMATS_BY_NAME } from "./formats/registry.ts";
import { onSide } from "./formats/sides.ts";
import type { DebatePlan, ModelRef } from "./plan.ts";

export type Remedy =
  | { kind: "error" }
  | { kind: "retry" }
  /** With `ends`, those who are left can not go on, and it concludes on what there is. */
  | { kind: "drop"; ends: boolean }
  /** The debate does without what the judge was to do. */
  | { kind: "skip" }
  | { kind: "replace"; model: ModelRef }
  /** The prompt is made shorter: at most so many tokens. */
  | { kind: "squeeze"; strategy: "summarize" | "truncate"; capacity: number }
  | { kind: "end" }
  /** A higher limit, and on. */
  | { kind: "raise" }
  /** Cancelled, without a result. */
  | { kind: "abandon" }
  | { kind: "ask" };

export interface Now {
  plan: DebatePlan;
  state: DebateState;
}

/** `participantId`: whose fault it is; left out for the judge's. */
export interface Failure {
  kind: FaultKind;
  participantId?: string | undefined;
  /** Of a prompt that did not fit. */
  room?: Room | undefined;
}

const ERROR: Remedy = { kind: "error" };

/** By the debate's policies. A refused key and a refused request are its owner's to mend: always `error`. */
export function remedyFor(now: Now, failure: Failure): Remedy {
  const { policies } = now.plan;
  const { kind, participantId } = failure;
  if (!policies || kind === "authentication" || kind === "validation") return ERROR;
  if (kind === "context_overflow") {
    const shorter = squeezeFor(now, failure, policies.onContextOverflow);
    if (shorter) return shorter;
  }
  if (participantId === undefined) return judgeRemedy(now, kind);
  switch (kind === "context_overflow" ? policies.onContextOverflow : policies.onParticipantFailure) {
    case "ask":
    case "summarize":
    case "truncate":
      return { kind: "ask" };
    case "end":
      return canEnd(now) ? { kind: "end" } : ERROR;
    default:
      return canDrop(now, participantId) ? { kind: "drop", ends: !goesOnWithout(now, participantId) } : ERROR;
  }
}

/** null where the way is another one, or was gone in vain already. */
export function squeezeFor(
  { state }: Now,
  { participantId, room }: Omit<Failure, "kind">,
  strategy: string,
): Remedy | null {
  if ((strategy !== "summarize" && strategy !== "truncate") || !room) return null;
  const capacity = squeezed(state, readerKey(participantId), room);
  return capacity === null ? null : { kind: "squeeze", strategy, capacity };
}

function judgeRemedy(now: Now, kind: FaultKind): Remedy {
  const { policies } = now.plan;
  switch (kind === "context_overflow" ? policies?.onContextOverflow : policies?.onJudgeFailure) {
    case "continue":
      return { kind: "skip" };
    case "end":
      return canEnd(now) ? { kind: "end" } : now.state.status === "concluding" ? { kind: "skip" } : ERROR;
    case "fallback": {
      const model = policies?.fallbackJudges[now.state.fallbacksUsed ?? 0];
      return model ? { kind: "replace", model } : { kind: "ask" };
    }
    default:
      return { kind: "ask" };
  }
}

/** Something was said whole, and the debate is not concluding already. */
export function canEnd({ state }: Now): boolean {
  return state.status === "running" && state.wholeTurns > 0;
}

/** The rest can go on, or there is a whole round to conclude on. */
export function canDrop(now: Now, participantId: string): boolean {
  if (now.state.status === "concluding") return false;
  return (
    goesOnWithout(now, participantId) || (canEnd(now) && wholeRounds(now.state) > 0 && canAnswer(now, participantId))
  );
}

function wholeRounds({ round, roundOver }: DebateState): number {
  return roundOver ? round : round - 1;
}

/** Two are left at least, on each side somebody, and every role that the rounds need. */
export function goesOnWithout({ plan, state }: Now, participantId: string): boolean {
  const out = new Set(state.participants.filter((p) => p.status === "failed").map((p) => p.id));
  const left = plan.participants.filter((p) => p.id !== participantId && !out.has(p.id));
  const { sides, protocol } = FORMATS_BY_NAME[plan.format];
  if (protocol === "proposer-skeptic") return left.length === plan.participants.length;
  if (sides && (onSide(left, "for").length === 0 || onSide(left, "against").length === 0)) return false;
  return left.length >= 2;
}

/** The answer of proposer-skeptic is the synthesizer's. */
function canAnswer({ plan }: Now, participantId: string): boolean {
  return (
    plan.participants.find((p) => p.id === participantId)?.role !== "synthesizer" || plan.format !== "proposer-skeptic"
  );
}
