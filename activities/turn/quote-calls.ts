import { MODEL_ACTS } from "../../domain/play/acts/registry.act.ts";
import type { Quote } from "../../domain/play/admission.play.ts";
import { type BillableCall, concludingCalls } from "../../domain/play/budget/concluding.ts";
import { attemptsOf, NOTHING } from "../../domain/play/budget/ledger.budget.ts";
import { quoteStep, type Sized } from "../../domain/play/budget/quote.budget.ts";
import { inputTokens, mostSaid, worstAttempt, worstWithTools } from "../../domain/play/budget/worst-case.ts";
import type { DebatePlan } from "../../domain/shapes/plan/plan.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import { participantOf } from "../../domain/shapes/state/steps.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import { compose } from "../acts/compose.activity.ts";
import type { ActivityDeps } from "../base/deps.ts";
import type { Composed } from "../calls/model-call.activity.ts";
import { composeTurn } from "./compose-turn.ts";

export interface QuoteInput {
  debate: DebateKey;
  plan: DebatePlan;
  state: DebateState;
  /** As in publications, the state has no assessments: this is their number. */
  assessed: number;
  /** The calls of the next step. */
  calls: BillableCall[];
}

/**
 * Quotes the calls of a step, and those of the conclusion after it. Calls no model, writes nothing. Histories name it
 * `weigh`.
 */
export const quoteCalls =
  (deps: ActivityDeps) =>
  async (input: QuoteInput): Promise<Quote> => {
    const { plan, state, calls } = input;
    const step = await Promise.all(calls.map((call) => composed(deps, input, call)));
    const ids = new Set(calls.map(({ id }) => id));
    const last = concludingCalls(plan, state).map((together) => together.filter(({ id }) => !ids.has(id)));
    const ending = await Promise.all(last.map((some) => Promise.all(some.map((call) => composed(deps, input, call)))));
    const sized = sizedBy(deps);
    const { worst, ringFence } = quoteStep(
      step.map(sized),
      ending.map((together) => together.map(sized)),
      attemptsOf(plan),
    );
    return { worst: Object.fromEntries(calls.map(({ id }, i) => [id, worst[i] ?? NOTHING])), ringFence };
  };

const sizedBy =
  ({ catalogue }: ActivityDeps) =>
  ({ model, prompt, fitting, tooling, toLookUp = 0, mostSaid: shown = Infinity }: Composed): Sized => ({
    maxOutput: Math.min(shown, mostSaid(model, tooling)) + toLookUp,
    worst: (more) => {
      const { capacity } = fitting;
      const all = toLookUp > 0 ? [toLookUp, ...more] : more;
      // However long the transcript gets, a prompt is shortened to fit its window.
      const input = Math.min(inputTokens(model, prompt, all), capacity ?? Infinity);
      return tooling
        ? worstWithTools(model, { input, tooling, capacity: capacity ?? Infinity }, catalogue)
        : worstAttempt(model, input, catalogue);
    },
  });

function composed(deps: ActivityDeps, { debate, state, assessed }: QuoteInput, call: BillableCall): Promise<Composed> {
  if ("turn" in call) return composeTurn(deps, { debate, turn: call.turn, state });
  const { act } = call;
  if (act.by === "service") throw new Error(`no model is asked for ${act.id}`);
  const { id, name, summary, panelist } = act;
  const { generation, round, endedBy } = state;
  return compose(deps, MODEL_ACTS[name], {
    debate,
    state,
    id,
    generation,
    round,
    assessed,
    endedBy,
    ...participantOf(act),
    ...(summary && { summary }),
    ...(panelist && { panelist }),
  });
}
