/**
 * The proposer–skeptic protocol (spec §1.4): rounds of a proposal and a critique, then the synthesizer's turn, whose
 * text is the answer. `next` says what to do now, from the plan and the state alone.
 */
import type { DebateState } from "../debate-state.ts";
import type { DebatePlan } from "../plan.ts";
import type { EndedBy } from "../schemas/result.ts";
import type { TurnPhase } from "../schemas/turn.ts";
import type { Step, TurnSpec } from "../steps.ts";
import { answerId, turnId } from "./ids.ts";
import { ROLES, type Role } from "./roles.ts";

const PHASES: Record<Role, TurnPhase> = { proposer: "proposal", skeptic: "critique", synthesizer: "synthesis" };

export function nextProposerSkeptic(plan: DebatePlan, state: DebateState): Step {
  if (state.endedBy) return conclude(plan, state, state.endedBy);
  if (state.roundOver) return betweenRounds(plan, state);
  if (!state.taken.includes(1)) return oneTurn("proposing", turnOf(plan, state, "proposer"));
  if (!state.taken.includes(2)) return oneTurn("critiquing", turnOf(plan, state, "skeptic"));
  return { kind: "endRound", phase: "round_complete", round: state.round };
}

function oneTurn(phase: string, turn: TurnSpec): Step {
  return { kind: "turns", phase, order: "sequential", expected: 1, turns: [turn] };
}

function betweenRounds(plan: DebatePlan, state: DebateState): Step {
  const { round } = state;
  if (round === 0) return { kind: "beginRound", round: 1, afterMs: 0 };
  if (round >= plan.maxRounds) return conclude(plan, state, "limit");
  if (round >= plan.minRounds && isContent(plan, state)) return conclude(plan, state, "convergence");
  return { kind: "beginRound", round: round + 1, afterMs: plan.durations.roundDelay };
}

const DEFAULT_EARLY_STOP_SCORE = 8;

/** The skeptic lets the proposal of this round go: it says so and scores it well, or finds nothing critical. */
function isContent(plan: DebatePlan, state: DebateState): boolean {
  const last = state.critiques.at(-1);
  if (last?.round !== state.round) return false;
  const scored = last.readyForSynthesis && last.score >= (plan.earlyStopScore ?? DEFAULT_EARLY_STOP_SCORE);
  return scored || last.critical === 0;
}

/** The synthesizer speaks once, over what there is; the answer is made from what it said. */
function conclude(plan: DebatePlan, state: DebateState, endedBy: EndedBy): Step {
  const turn = turnOf(plan, state, "synthesizer");
  const act = { id: answerId(state.generation), name: "giveAnswer", by: "service" } as const;
  return { kind: "conclude", endedBy, ...(!state.taken.includes(turn.index) && { turn }), act };
}

/** A role's place in the round is its index. */
function turnOf(plan: DebatePlan, { generation, round, wholeTurns }: DebateState, role: Role): TurnSpec {
  const index = ROLES.indexOf(role) + 1;
  const speaker = plan.participants.find((p) => p.role === role);
  if (!speaker) throw new Error(`nobody has the role ${role}`);
  const sees = { round, index, count: wholeTurns };
  return { id: turnId(generation, round, index), participantId: speaker.id, round, index, phase: PHASES[role], sees };
}
