/** The calls that a debate's conclusion would take if it began now: whatever its protocol says they are. */
import type { DebateState } from "../debate-state.ts";
import type { DebatePlan } from "../plan.ts";
import { next } from "../protocols/registry.ts";
import type { ActSpec, TurnSpec } from "../steps.ts";

/** A turn or an act that a model does. */
export type BillableCall = { id: string } & ({ turn: TurnSpec } | { act: ActSpec });

/** Steps of the longest conclusion: a protocol that never concludes is a bug. */
const STEPS = 20;

/**
 * The money for these is ring-fenced before every other step. Step by step, those at the same time together; acts before
 * the last step (a vote, a summary) are taken as done, so that the protocol goes on to the next.
 */
export function concludingCalls(plan: DebatePlan, state: DebateState): BillableCall[][] {
  const steps: BillableCall[][] = [];
  let now = begun(state);
  for (let n = 0; n < STEPS; n++) {
    const step = next(plan, now);
    if (step.kind === "conclude") {
      const last = step.turn ? [{ id: step.turn.id, turn: step.turn }] : [];
      const acts = billableActs(state, [...(step.ballots ?? []), ...(state.result ? [] : [step.act])]);
      return [...steps, last, acts].filter((calls) => calls.length > 0);
    }
    if (step.kind !== "acts") break;
    steps.push(billableActs(state, step.acts));
    now = { ...now, skipped: [...(now.skipped ?? []), ...step.acts.map(({ id }) => id)] };
  }
  throw new Error(`the conclusion of ${plan.format} is not in sight`);
}

/** As if the debate concluded now, with something said. */
function begun(state: DebateState): DebateState {
  const wholeTurns = Math.max(1, state.wholeTurns);
  return { ...state, status: "concluding", roundOver: true, endedBy: state.endedBy ?? "budget", wholeTurns };
}

/** Acts that cost something: the service's own do not, nor does a judge that the debate does without. */
export function billableActs({ withoutJudge }: Pick<DebateState, "withoutJudge">, acts: ActSpec[]): BillableCall[] {
  return acts
    .filter(({ by }) => by !== "service" && !(by === "judge" && withoutJudge))
    .map((act) => ({ id: act.id, act }));
}
