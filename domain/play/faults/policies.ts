/**
 * The remedy for a fault after its retries (docs/design/debate.md#111-faults-policies-decisions), by policy or by the
 * owner's decision. `remedies.ts` carries it out.
 */

import { readerKey, squeezed } from "../../rules/context/context-state.ts";
import { formatOf } from "../../rules/formats/registry.format.ts";
import { onSide } from "../../rules/formats/sides.ts";
import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import { droppedFrom } from "../../rules/state/situation.ts";
import type { ChosenModel } from "../../shapes/catalogue/model-ref.ts";
import { type Room } from "../../shapes/context/room.shape.ts";
import type { FaultKind } from "../../shapes/faults/kinds.shape.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { TurnSpec } from "../../shapes/state/steps.ts";
import { canConclude } from "./budget-decision.ts";

export type Remedy =
  | { kind: "error" }
  | { kind: "retry" }
  /** With `ends`, too few are left, and the debate concludes. */
  | { kind: "drop"; ends: boolean }
  /** The debate continues without the judge's act. */
  | { kind: "skip" }
  | { kind: "replace"; model: ChosenModel }
  /** The prompt is shortened to at most `capacity` tokens. */
  | { kind: "squeeze"; strategy: "summarize" | "truncate"; capacity: number }
  /** `drops`: the participant who failed is out. */
  | { kind: "end"; drops: boolean }
  /** Continues with a higher limit. */
  | { kind: "raise" }
  | { kind: "abandon" }
  | { kind: "ask" };

export interface Now {
  plan: DebatePlan;
  state: DebateState;
}

/** `participantId`: the participant who failed; missing: the judge. */
export interface Failure {
  kind: FaultKind;
  participantId?: string | undefined;
  /** Present if the prompt did not fit. */
  room?: Room | undefined;
  /** Left out where it was no turn. */
  turn?: Pick<TurnSpec, "sees"> | undefined;
}

const ERROR: Remedy = { kind: "error" };

/** What another model may do where one fails: the rest are faults of the debate, of its limits or of our own code. */
const OF_ONE_MODEL: readonly FaultKind[] = [
  "network",
  "rate_limit",
  "api_error",
  "timeout",
  "invalid_response",
  "authentication",
  "validation",
  "content_filter",
];

/** Before any policy: another model of the participant's is left, and may do what this one cannot. */
export function hasFallback({ plan }: Pick<Now, "plan">, { kind, participantId }: Failure): boolean {
  const seat = plan.participants.find(({ id }) => id === participantId);
  return seat?.fallbacksLeft !== undefined && OF_ONE_MODEL.includes(kind);
}

/** By the debate's policies. A refused key or request is the owner's to fix: always `error`. */
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
      return canConclude(now.state) ? { kind: "end", drops: canAnswer(now, participantId) } : ERROR;
    default:
      return canDrop(now, participantId) ? { kind: "drop", ends: !goesOnWithout(now, participantId) } : ERROR;
  }
}

/** null for another strategy, without older turns, or if shortening has already failed. */
export function squeezeFor(
  { state }: Now,
  { participantId, room, turn }: Omit<Failure, "kind">,
  strategy: string,
): Remedy | null {
  if ((strategy !== "summarize" && strategy !== "truncate") || !room) return null;
  // The newest turn is never left out.
  if ((turn?.sees.count ?? state.wholeTurns) < 2) return null;
  const capacity = squeezed(state, readerKey(participantId), room);
  return capacity === null ? null : { kind: "squeeze", strategy, capacity };
}

function judgeRemedy(now: Now, kind: FaultKind): Remedy {
  const { policies } = now.plan;
  switch (kind === "context_overflow" ? policies?.onContextOverflow : policies?.onJudgeFailure) {
    case "continue":
      return { kind: "skip" };
    case "end":
      return canConclude(now.state)
        ? { kind: "end", drops: false }
        : now.state.status === "concluding"
          ? { kind: "skip" }
          : ERROR;
    case "fallback": {
      const model = policies?.fallbackJudges[now.state.fallbacksUsed ?? 0];
      return model ? { kind: "replace", model } : { kind: "ask" };
    }
    default:
      return { kind: "ask" };
  }
}

/** The others can continue, or a whole round exists to conclude on. */
export function canDrop(now: Now, participantId: string): boolean {
  if (now.state.status === "concluding") return false;
  return (
    goesOnWithout(now, participantId) ||
    (canConclude(now.state) && wholeRounds(now.state) > 0 && canAnswer(now, participantId))
  );
}

function wholeRounds({ round, roundOver }: DebateState): number {
  return roundOver ? round : round - 1;
}

/** At least two are left, or as few as the format takes, one on each side, and every role that the rounds need. */
export function goesOnWithout({ plan, state }: Now, participantId: string): boolean {
  const out = droppedFrom(state);
  const left = plan.participants.filter((p) => p.id !== participantId && !out.has(p.id));
  const { sides, participants } = formatOf(plan);
  if (protocolOf(plan).seats.fixed) return left.length === plan.participants.length;
  if (sides && (onSide(left, "for").length === 0 || onSide(left, "against").length === 0)) return false;
  return left.length >= Math.min(2, participants.min);
}

/** Some conclusions are one role's turn, such as the synthesizer's. */
export function canAnswer({ plan }: Now, participantId: string): boolean {
  const { by } = protocolOf(plan).conclusion;
  return by === undefined || plan.participants.find((p) => p.id === participantId)?.role !== by;
}
