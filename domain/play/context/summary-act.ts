import { NO_CONTEXT } from "../../rules/context/context-state.ts";
import type { ChosenModel } from "../../shapes/catalogue/model-ref.ts";
import type { SummaryNeed } from "../../shapes/context/horizon.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import type { ActSpec } from "../../shapes/state/steps.ts";
import { contextSummaryId } from "../../shapes/turn-ids.ts";

/**
 * One act makes the summary that all calls of a step have asked for; null when nobody needs one any more. The debate can
 * go on without it.
 */
export function contextSummaryAct(plan: DebatePlan, state: DebateState, needs: SummaryNeed[]): ActSpec | null {
  const need = furthest(needs);
  const { status, pausing, generation, round, context = NO_CONTEXT } = state;
  if (!need || pausing || (status !== "running" && status !== "concluding")) return null;
  return {
    id: contextSummaryId(generation, round, context.asked + 1),
    name: "summarizeTranscript",
    by: "summarizer",
    dispensable: `a summary of the transcript in round ${round}: older turns are left out instead`,
    summary: { ...need, model: summarizerOf(plan, state, need) },
  };
}

/** Simultaneous calls share a summary: it reaches as far as the one that needs most. */
function furthest(needs: SummaryNeed[]): SummaryNeed | undefined {
  return needs.toSorted((a, b) => b.until.round - a.until.round || b.until.index - a.until.index)[0];
}

function summarizerOf(plan: DebatePlan, state: DebateState, { participantId }: SummaryNeed): ChosenModel {
  if (plan.summarizer) return plan.summarizer;
  const judge = state.withoutJudge ? null : (state.judgeModel ?? plan.judge);
  const speaker = plan.participants.find((p) => p.id === participantId) ?? plan.participants[0];
  const model = judge ?? speaker;
  if (!model) throw new Error("nobody can summarise");
  const { provider, model: name, priceUsdPerMTok } = model;
  return { provider, model: name, ...(priceUsdPerMTok && { priceUsdPerMTok }) };
}
