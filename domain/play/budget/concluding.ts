/** The calls of a debate's conclusion if it began now, as its protocol lists them. */

import { actsAfterResult } from "../../rules/protocols/output.protocol.ts";
import { next } from "../../rules/protocols/registry.protocol.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ActSpec, TurnSpec } from "../../shapes/state/steps.ts";

/** A turn or an act of a model. */
export type BillableCall = { id: string } & ({ turn: TurnSpec } | { act: ActSpec });

/** More steps mean that the protocol never concludes, which is a bug. */
const STEPS = 20;

/**
 * The conclusion's budget is ring-fenced before every other step. Calls of one step are grouped. Acts before the last
 * step (a vote, a summary) count as done, so that the protocol continues.
 */
export function concludingCalls(plan: DebatePlan, state: DebateState): BillableCall[][] {
  const steps: BillableCall[][] = [];
  let now = begun(state);
  for (let n = 0; n < STEPS; n++) {
    const step = next(plan, now);
    if (step.kind === "conclude") {
      const last = step.turn ? [{ id: step.turn.id, turn: step.turn }] : [];
      const acts = billableActs(state, [
        ...(step.ballots ?? []),
        ...(step.beside ?? []),
        ...(state.result ? [] : [step.act]),
      ]);
      const conclusion = billableActs(state, step.conclusion ? [step.conclusion] : []);
      const after = actsAfterResult(plan, now).map((act) => billableActs(state, [act]));
      return [...steps, last, acts, conclusion, ...after].filter((calls) => calls.length > 0);
    }
    if (step.kind === "awaitTwin") {
      now = { ...now, twin: { id: null, over: true } };
      continue;
    }
    if (step.kind !== "acts" && step.kind !== "skip") break;
    const acts = step.kind === "acts" ? step.acts : [step.act];
    if (step.kind === "acts") steps.push(billableActs(state, acts));
    now = { ...now, skipped: [...(now.skipped ?? []), ...acts.map(({ id }) => id)] };
  }
  throw new Error(`the conclusion of ${plan.format} is not in sight`);
}

/** As if the debate concluded now with at least one turn. */
function begun(state: DebateState): DebateState {
  const wholeTurns = Math.max(1, state.wholeTurns);
  return { ...state, status: "concluding", roundOver: true, endedBy: state.endedBy ?? "budget", wholeTurns };
}

/** Excludes service acts, and the judge's if the debate continues without one. */
export function billableActs({ withoutJudge }: Pick<DebateState, "withoutJudge">, acts: ActSpec[]): BillableCall[] {
  return acts
    .filter(({ by }) => by !== "service" && !(by === "judge" && withoutJudge))
    .map((act) => ({ id: act.id, act }));
}
