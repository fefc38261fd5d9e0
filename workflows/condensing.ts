/** Calls that did not fit have said which summary they need: it is made once for all of them (spec §1.10). */
import { NO_CONTEXT } from "../domain/context/state.ts";
import type { SummaryNeed } from "../domain/debate-state.ts";
import type { ModelRef } from "../domain/plan.ts";
import { contextSummaryId } from "../domain/protocols/ids.ts";
import type { ActSpec } from "../domain/steps.ts";
import type { DebateRun } from "./run.ts";

/** The act that makes the summary; null when nobody needs one any more. The debate can do without it. */
export function condensingAct(run: DebateRun): ActSpec | null {
  const need = furthest(run.needed.splice(0));
  const { status, pausing, generation, round, context = NO_CONTEXT } = run.state;
  if (!need || pausing || (status !== "running" && status !== "concluding")) return null;
  return {
    id: contextSummaryId(generation, round, context.asked + 1),
    name: "summarizeTranscript",
    by: "summarizer",
    dispensable: `a summary of the transcript in round ${round}: older turns are left out instead`,
    summary: { ...need, model: summarizerOf(run, need) },
  };
}

/** Simultaneous calls share a summary: it reaches as far as the one that needs most. */
function furthest(needs: SummaryNeed[]): SummaryNeed | undefined {
  return needs.toSorted((a, b) => b.until.round - a.until.round || b.until.index - a.until.index)[0];
}

function summarizerOf({ plan, state }: DebateRun, { participantId }: SummaryNeed): ModelRef {
  const judge = state.withoutJudge ? null : (state.judgeModel ?? plan.judge);
  const speaker = plan.participants.find((p) => p.id === participantId) ?? plan.participants[0];
  const model = plan.summarizer ?? judge ?? speaker;
  if (!model) throw new Error("nobody can summarise");
  const { provider, model: name, priceUsdPerMTok } = model;
  return { provider, model: name, ...(priceUsdPerMTok && { priceUsdPerMTok }) };
}
