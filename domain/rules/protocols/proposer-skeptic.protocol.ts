/** The proposer–skeptic protocol: rounds of a proposal and a critique, then the synthesizer's turn, which is the answer. */

import { defaultOf } from "../../shapes/options.shape.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { TurnPhase } from "../../shapes/schemas/turn.schema.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { Step, TurnSpec } from "../../shapes/state/steps.ts";
import { answerId, turnId } from "../../shapes/turn-ids.ts";
import { defineProtocol } from "./protocol.ts";

/** In the order in which they speak. */
export const ROLES = ["proposer", "skeptic", "synthesizer"] as const;
type Role = (typeof ROLES)[number];

export const proposerSkeptic = defineProtocol({
  name: "proposer-skeptic",
  step,
  end,
  convergedBy: () => "skeptic",
  endsOnRepetition: () => true,
  conclude,
  seats: {
    field: "role",
    choices: ROLES,
    fixed: {
      proposer: { name: "Proposer", position: "Proposes an answer and mends it.", temperature: 0.7 },
      skeptic: { name: "Skeptic", position: "Looks for what is wrong with the proposal.", temperature: 0.8 },
      synthesizer: {
        name: "Synthesizer",
        position: "Writes the answer that the exchange supports.",
        temperature: 0.5,
      },
    },
  },
  stanceOn: "proposals",
  ownFields: ["participants/*/position", "participants/*/role"],
  hasJudge: false,
  conclusion: {
    type: "answer",
    announcement: "now for the answer",
    missing: "there is no answer",
    by: "synthesizer",
  },
  mode: "sequential",
  sequentialBecause: "the skeptic reads the proposal",
  templates: 3,
  // A skeptic answers by a schema of its own.
  sharesPrompts: false,
  configure: () => ({ leastEndScore: LEAST_END_SCORE }),
});

const PHASES: Record<Role, TurnPhase> = { proposer: "proposal", skeptic: "critique", synthesizer: "synthesis" };

function step(plan: DebatePlan, state: DebateState): Step | null {
  if (state.roundTimedOut) return null;
  if (!state.taken.includes(1)) return oneTurn("proposing", turnOf(plan, state, "proposer"));
  return state.taken.includes(2) ? null : oneTurn("critiquing", turnOf(plan, state, "skeptic"));
}

function oneTurn(phase: string, turn: TurnSpec): Step {
  return { kind: "turns", phase, order: "sequential", expected: 1, turns: [turn] };
}

function end(plan: DebatePlan, state: DebateState): EndedBy | null {
  if (state.round >= plan.maxRounds) return "limit";
  return state.round >= plan.minRounds && isContent(plan, state) ? "convergence" : null;
}

/** Below this score of 10 a proposal is not final, even if the skeptic finds nothing critical in it. */
const LEAST_END_SCORE = 6;

/** The skeptic calls the proposal ready and scores it well, or finds nothing critical in one that is good enough. */
function isContent(plan: DebatePlan, state: DebateState): boolean {
  const last = state.critiques.at(-1);
  if (last?.round !== state.round) return false;
  const scored = last.readyForSynthesis && last.score >= (plan.earlyStopScore ?? defaultOf("earlyStopScore"));
  return scored || (last.critical === 0 && last.score >= (plan.leastEndScore ?? 0));
}

/** The synthesizer speaks once. Its turn becomes the answer. */
function conclude(plan: DebatePlan, state: DebateState, endedBy: EndedBy): Step {
  const turn = turnOf(plan, state, "synthesizer");
  const act = { id: answerId(state.generation), name: "giveAnswer", by: "service" } as const;
  return { kind: "conclude", endedBy, ...(!state.taken.includes(turn.index) && { turn }), act };
}

/** A turn's index is its role's place in the order of speakers. */
function turnOf(plan: DebatePlan, { generation, round, wholeTurns }: DebateState, role: Role): TurnSpec {
  const index = ROLES.indexOf(role) + 1;
  const speaker = plan.participants.find((p) => p.role === role);
  if (!speaker) throw new Error(`nobody has the role ${role}`);
  const sees = { round, index, count: wholeTurns };
  return { id: turnId(generation, round, index), participantId: speaker.id, round, index, phase: PHASES[role], sees };
}
