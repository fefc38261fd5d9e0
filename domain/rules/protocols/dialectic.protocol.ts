/**
 * The dialectic protocol: agents propose, criticise one another's proposals and refine their own; the judge makes one
 * solution of it. From round 2 on, the refinements of the round before are the proposals.
 *
 * A round's indexes: proposals 1 to n (unused from round 2 on), then critiques by critic and target, then refinements.
 * An index does not change when another agent drops out.
 */

import { defaultOf, partOf } from "../../shapes/options.shape.ts";
import type { DebatePlan, DialecticPlan } from "../../shapes/plan/plan.ts";
import { GENERALIST, ROLE_NAMES } from "../../shapes/roles/registry.shape.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { DebateState, DialecticState } from "../../shapes/state/state.ts";
import type { Step, TurnSpec } from "../../shapes/state/steps.ts";
import { evaluationId, judgeSummaryId, solutionId, summaryId, turnId } from "../../shapes/turn-ids.ts";
import { droppedFrom } from "../state/situation.ts";
import { JUDGE, NO_DIALECTIC } from "./dialectic-state.ts";
import { rulesFor, summariesOf } from "./dialectic-summaries.ts";
import { defineProtocol } from "./protocol.ts";
import { isSkipped, orUnjudged } from "./unjudged.ts";

export const dialectic = defineProtocol({
  name: "dialectic",
  step(plan, state) {
    const now = nowOf(plan, state);
    return summarizing(now) ?? proposing(now) ?? critiquing(now) ?? refining(now) ?? evaluating(now);
  },
  end: (plan, state) => end(nowOf(plan, state)),
  convergedBy: () => "judge",
  // A request for a fixed number of rounds gets all of them.
  endsOnRepetition: ({ dialectic: rules }) => rules !== undefined && rules.termination.type !== "fixed",
  conclude: (plan, state, endedBy) => conclude(nowOf(plan, state), endedBy),
  seats: {
    field: "role",
    choices: ROLE_NAMES,
    usual: GENERALIST,
    first: ["architect", "performance"],
    position: "Works on a solution.",
  },
  stanceOn: "proposals",
  ownFields: [
    "termination",
    "participants/*/summaries",
    "participants/*/position",
    "participants/*/role",
    "judge/role",
  ],
  hasJudge: true,
  conclusion: {
    type: "solution",
    announcement: "the judge writes the solution",
    missing: "no solution was made of the proposals",
  },
  mode: "simultaneous",
  templates: 0,
  sharesPrompts: false,
  configure: (request) => ({
    dialectic: {
      termination: {
        type: request.termination?.type ?? defaultOf("termination/type"),
        threshold: request.termination?.threshold ?? defaultOf("termination/threshold"),
      },
      ...partOf("dialectic", request),
      summaries: summariesOf(request),
    },
  }),
});

/** What all steps of a round look at. */
interface Now {
  plan: DebatePlan;
  rules: DialecticPlan;
  state: DebateState;
  own: DialecticState;
  /** The agents that still take part, each with its place in the request, from 0. */
  agents: { id: string; seat: number }[];
}

function nowOf(plan: DebatePlan, state: DebateState): Now {
  const { dialectic: rules } = plan;
  if (!rules) throw new Error("a dialectic debate needs its rules");
  const out = droppedFrom(state);
  const agents = plan.participants.map(({ id }, seat) => ({ id, seat })).filter(({ id }) => !out.has(id));
  return { plan, rules, state, own: state.dialectic ?? NO_DIALECTIC, agents };
}

/** The judge's confidence counts from `minRounds` on. `maxRounds` ends every debate. */
function end({ plan, rules, state, own }: Now): EndedBy | null {
  const { type, threshold } = rules.termination;
  const found = own.evaluations.find((e) => e.round === state.round);
  if (type !== "fixed" && found && found.confidence >= threshold && state.round >= plan.minRounds)
    return type === "convergence" ? "convergence" : "judge";
  return state.round >= plan.maxRounds ? "limit" : null;
}

function conclude(now: Now, endedBy: EndedBy): Step {
  const { state } = now;
  const act = orUnjudged(state, { id: solutionId(state.generation), name: "synthesizeSolution", by: "judge" });
  return summarizingForJudge(now) ?? { kind: "conclude", endedBy, act };
}

/** Before the solution, the judge's own model summarises a long view, by the debate's rules. */
function summarizingForJudge({ rules, state, own }: Now): Step | null {
  if (!rules.includeFullHistory || state.withoutJudge || state.result || own.summaries[JUDGE]) return null;
  const id = judgeSummaryId(state.generation, state.round);
  const isLong = (own.views[JUDGE] ?? 0) >= (rules.summaries.threshold ?? Infinity);
  if (!isLong || isSkipped(state, id) || isSkipped(state, solutionId(state.generation))) return null;
  const dispensable = "the summary of all turns for the judge: it reads them whole";
  return { kind: "acts", phase: "summarizing", acts: [{ id, name: "summarizePerspective", by: "judge", dispensable }] };
}

/** An agent's own model summarises its view when that has grown long. */
function summarizing({ plan, rules, state, own, agents }: Now): Step | null {
  // A view that grows later in a round is summarised in the next one.
  if (!rules.includeFullHistory || own.proposedIn === state.round) return null;
  const isLong = (id: string) => (own.views[id] ?? 0) >= (rulesFor(rules, id).threshold ?? Infinity);
  const idOf = (seat: number) => summaryId(state.generation, state.round, seat + 1);
  // Failed summaries are skipped, and so are those that a cost limit did not allow.
  const isOpen = (id: string, seat: number) => !own.summarized.includes(id) && !isSkipped(state, idOf(seat));
  const long = agents.filter(({ id, seat }) => isLong(id) && isOpen(id, seat));
  if (long.length === 0) return null;
  const acts = long.map(({ id, seat }) => ({
    id: idOf(seat),
    name: "summarizePerspective" as const,
    by: { participantId: id },
    dispensable: `the summary of ${plan.participants[seat]?.name}'s view before round ${state.round}`,
  }));
  return { kind: "acts", phase: "summarizing", acts };
}

function proposing(now: Now): Step | null {
  const { state, own, agents } = now;
  if (state.round > 1) return own.proposedIn === state.round ? null : { kind: "acts", phase: "proposing", acts: [] };
  const turns = agents.map(({ id, seat }) => ({ participantId: id, index: seat + 1, phase: "proposal" as const }));
  return together(now, "proposing", { from: 1, turns });
}

/** Every agent criticises every other's proposal. */
function critiquing(now: Now): Step | null {
  const { own, agents } = now;
  const seats = now.plan.participants.length;
  const turns = agents.flatMap((critic) =>
    agents.flatMap((target) => {
      const targetId = own.standing[target.id];
      if (target === critic || targetId === undefined) return [];
      const place = critic.seat * (seats - 1) + target.seat - (target.seat > critic.seat ? 1 : 0);
      return [{ participantId: critic.id, index: seats + 1 + place, phase: "critique" as const, targetId }];
    }),
  );
  return together(now, "critiquing", { from: seats + 1, turns });
}

function refining(now: Now): Step | null {
  const seats = now.plan.participants.length;
  const from = seats * seats + 1;
  const turns = now.agents
    .filter(({ id }) => now.own.standing[id] !== undefined)
    .map(({ id, seat }) => ({ participantId: id, index: from + seat, phase: "refinement" as const }));
  return together(now, "refining", { from, turns });
}

type PlannedTurn = Pick<TurnSpec, "participantId" | "index" | "phase" | "targetId">;

/** The missing turns of a phase, in parallel. Each sees the turns before index `from`, the phase's first. */
function together(now: Now, phase: string, { from, turns }: { from: number; turns: PlannedTurn[] }): Step | null {
  const { state, own } = now;
  const { round, generation, taken } = state;
  const missing = turns.filter((turn) => !taken.includes(turn.index));
  if (missing.length === 0 || state.roundTimedOut) return null;
  const count = state.wholeBeforeRound + own.whole.filter((index) => index < from).length;
  const specs = missing.map((turn): TurnSpec => {
    const summary = own.summaries[turn.participantId];
    const id = turnId(generation, round, turn.index);
    return { id, round, sees: { round, index: from, count }, ...turn, ...(summary && { summary }) };
  });
  return { kind: "turns", phase, order: "parallel", expected: turns.length, turns: specs };
}

/** The judge evaluates a round only if that can end the debate. */
function evaluating({ rules, state, own }: Now): Step | null {
  const { round, generation } = state;
  if (rules.termination.type === "fixed" || Object.keys(own.standing).length === 0) return null;
  const id = evaluationId(generation, round);
  if (own.evaluations.some((e) => e.round === round) || isSkipped(state, id)) return null;
  return { kind: "acts", phase: "evaluating", acts: [{ id, name: "evaluateRound", by: "judge" }] };
}
