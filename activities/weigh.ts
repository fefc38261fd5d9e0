import { type BillableCall, concludingCalls } from "../domain/budget/concluding.ts";
import { NOTHING } from "../domain/budget/ledger.ts";
import { type Sized, weighed } from "../domain/budget/weighing.ts";
import { inputTokens, worstAttempt } from "../domain/budget/weight.ts";
import type { DebateState } from "../domain/debate-state.ts";
import type { Amount, DebatePlan } from "../domain/plan.ts";
import type { DebateKey } from "../store/port/debates.ts";
import { composeTurn } from "./compose-turn.ts";
import type { Composed } from "./composed.ts";
import { composers } from "./composers.ts";
import type { ActivityDeps } from "./index.ts";

export interface WeighInput {
  debate: DebateKey;
  plan: DebatePlan;
  state: DebateState;
  /** As in the publications, the state has no assessments. */
  assessed: number;
  /** Of the step that is to be made. */
  calls: BillableCall[];
}

export interface Weighed {
  /** By the call's id: one attempt at the most. */
  worst: Record<string, Amount>;
  /** For all of the conclusion's calls that are not in this step, over the longest transcript that it can leave. */
  ringFence: Amount;
}

/** Counts what the calls of a step may take, and the conclusion after them. No model is asked, nothing is written. */
export const weigh =
  (deps: ActivityDeps) =>
  async (input: WeighInput): Promise<Weighed> => {
    const { plan, state, calls } = input;
    const step = await Promise.all(calls.map((call) => composed(deps, input, call)));
    const ids = new Set(calls.map(({ id }) => id));
    const last = concludingCalls(plan, state).map((together) => together.filter(({ id }) => !ids.has(id)));
    const ending = await Promise.all(last.map((some) => Promise.all(some.map((call) => composed(deps, input, call)))));
    const sized = sizedBy(deps);
    const { worst, ringFence } = weighed(
      step.map(sized),
      ending.map((together) => together.map(sized)),
    );
    return { worst: Object.fromEntries(calls.map(({ id }, i) => [id, worst[i] ?? NOTHING])), ringFence };
  };

const sizedBy =
  ({ catalogue }: ActivityDeps) =>
  ({ model, prompt, fitting }: Composed): Sized => ({
    maxOutput: model.maxOutputTokens,
    // However long the transcript gets, a prompt is made to fit into its window.
    worst: (more) =>
      worstAttempt(model, Math.min(inputTokens(model, prompt, more), fitting.capacity ?? Infinity), catalogue),
  });

function composed(deps: ActivityDeps, { debate, state, assessed }: WeighInput, call: BillableCall): Promise<Composed> {
  if ("turn" in call) return composeTurn(deps, { debate, turn: call.turn, state });
  const { act } = call;
  if (act.by === "service") throw new Error(`no model is asked for ${act.id}`);
  const { id, name, by, summary, panelist } = act;
  const whose = {
    ...(typeof by !== "string" && { participantId: by.participantId }),
    ...(summary && { summary }),
    ...(panelist && { panelist }),
  };
  const { generation, round, endedBy } = state;
  return composers[name](deps, { debate, state, id, generation, round, ...whose, assessed, endedBy });
}
