/** What a dialectic debate's reader has before it, to be summarised: an agent's own view, or the judge's (spec §1.10). */
import { type View, verbatim } from "../domain/context/view.ts";
import { rulesFor } from "../domain/dialectic-summaries.ts";
import { buildJudgeSummaryPrompt } from "../domain/prompts/judge-summary.ts";
import { ownView } from "../domain/prompts/perspective.ts";
import { buildPerspectiveSummaryPrompt, viewLength } from "../domain/prompts/perspective-summary.ts";
import type { Compose, Composed } from "./composed.ts";
import { fitted } from "./fitting.ts";
import { cacheKeyOf, composedForJudge, load, loadBlind } from "./judging.ts";

/** §1.5: summaries are asked for at this temperature, whatever the reader's own. */
const TEMPERATURE = 0.3;

/** Lengths are in characters as the reader sees the texts: to the judge everybody is a label. */
interface ComposedSummary extends Composed {
  /** Of the summary at most. */
  maxLength: number;
  /** Of what is summarised. */
  before: number;
  /** What was written, as it is kept. */
  reveal: (text: string) => string;
}

export const composeSummary: Compose<ComposedSummary> = (deps, call) =>
  call.participantId === undefined ? composeForJudge(deps, call) : composeForAgent(deps, call);

const composeForAgent: Compose<ComposedSummary> = async (deps, call) => {
  const { debate, state, id, participantId = "", faults } = call;
  const ref = state.dialectic?.summaries[participantId];
  const [{ config, turns }, earlier] = await Promise.all([
    load(deps, call),
    ref ? deps.store.getSummary(debate, ref) : null,
  ]);
  const speaker = config.participants.find((p) => p.id === participantId);
  if (!speaker || !config.dialectic) throw new Error(`no configuration for ${id}`);
  const view = { config, participantId, turns, earlier: earlier ?? undefined };
  const model = { ...speaker, temperature: TEMPERATURE };
  const fit = await fitted(deps, {
    ...call,
    config,
    model,
    reader: participantId,
    turns: ownView(turns, participantId, earlier?.round),
    build: (shown) =>
      buildPerspectiveSummaryPrompt({ ...view, turns: verbatim(turns, shown), ...(faults && { faults }) }),
  });
  const { maxLength } = rulesFor(config.dialectic, participantId);
  const reveal = (text: string) => text;
  return { ...fit, cacheKey: cacheKeyOf(call), config, turns, maxLength, before: viewLength(view), reveal };
};

/** All that the judge would read: blind, by its own model. */
const composeForJudge: Compose<ComposedSummary> = async (deps, call) => {
  const { id, faults } = call;
  const { blind, ...open } = await loadBlind(deps, call);
  const { dialectic } = open.config;
  if (!dialectic) throw new Error(`no configuration for ${id}`);
  const about = { config: blind.config, turns: blind.turns, faults };
  const build = (view: View) => buildJudgeSummaryPrompt({ ...about, view: blind.viewOf(view) });
  const judge = { ...open.judge, temperature: TEMPERATURE };
  const composed = await composedForJudge(deps, call, { ...open, judge, build });
  const before = blind.turns.reduce((sum, { text }) => sum + text.length, 0);
  return { ...composed, maxLength: dialectic.summaries.maxLength, before, reveal: blind.reveal };
};
