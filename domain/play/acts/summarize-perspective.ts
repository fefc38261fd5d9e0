/** A reader's own view of a dialectic debate in brief: an agent's by its own model, or the judge's, blind. */

import { buildJudgeSummaryPrompt } from "../../prompts/for-judge/judge-summary.ts";
import { ownView } from "../../prompts/parts/perspective.ts";
import { readSummary } from "../../prompts/summary/frame.prompt.ts";
import { buildPerspectiveSummaryPrompt, viewLength } from "../../prompts/summary/perspective-summary.ts";
import { readerKey } from "../../rules/context/context-state.ts";
import { rulesFor } from "../../rules/protocols/dialectic-summaries.ts";
import { verbatim } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Summary } from "../../shapes/schemas/summary.schema.ts";
import { participantOf } from "../../shapes/state/steps.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { charactersOf } from "../assumptions/cases.ts";
import { defineAct, type Scene } from "./act.ts";
import { reportsSummary, SUMMARY_TEMPERATURE } from "./summary.act.ts";

export const summarizePerspective = defineAct({
  name: "summarizePerspective",
  reads: ({ participantId }) => (participantId === undefined ? "blind transcript" : "transcript"),
  earlier: ({ state, participantId }) =>
    participantId === undefined ? undefined : state.dialectic?.summaries[participantId],
  temperature: SUMMARY_TEMPERATURE,
  fits: ({ asked: { participantId }, turns, shown: { earlier } }) =>
    participantId === undefined ? turns : ownView(turns, participantId, earlier?.round),
  prompt: (shown, { participantId }, view) =>
    participantId === undefined
      ? buildJudgeSummaryPrompt({ ...shown, view })
      : buildPerspectiveSummaryPrompt({ ...shown, participantId, turns: verbatim(shown.turns, view) }),
  read: (text, { asked, config }) => {
    const most = longest(config, asked.participantId);
    return readSummary(text, { size: (part) => part.length, most, unit: "characters" });
  },
  make: ({ value: said, scene, model, bill }): Summary => {
    const { id, round, participantId = null } = scene.asked;
    const text = scene.blind.reveal(said);
    const sizes = { before: lengthBefore(scene), after: said.length };
    return { id, participantId, round, text, ...sizes, method: "model", model, ...bill };
  },
  ...reportsSummary,
  assumed: {
    // Four characters a token.
    tokens: (config, participantId) => Math.min(400, Math.ceil(longest(config, participantId) / 4)),
    // In the worst case every summary fails: it costs as much, and the whole view is read.
    events: (act, { state, of }, said) => {
      const { round } = state;
      const { participantId = null } = participantOf(act);
      if (of.name === "worst") {
        const degradation = { what: "a summary", why: "assumed", ...participantOf(act), round };
        return [eventOf("act.skipped", { round, actId: act.id, degradation })];
      }
      const made = { model: "", latencyMs: 0, attempt: 1, at: "", method: "model" as const, ...FREE };
      const sizes = { before: state.dialectic?.views[readerKey(participantId)] ?? 0, after: charactersOf(said) };
      const summary = { id: act.id, participantId, round, ...sizes, ...made };
      return [eventOf("context.summarized", { round, participantId, summary })];
    },
  },
});

/** Characters of the summary at most. */
function longest({ dialectic }: DebateConfig, participantId: string | undefined): number {
  if (!dialectic) throw new Error("only a dialectic debate has summaries of a reader's own view");
  return participantId === undefined ? dialectic.summaries.maxLength : rulesFor(dialectic, participantId).maxLength;
}

/** Characters of what is summarised, as its reader sees it: to the judge everybody is a label. */
function lengthBefore({ asked: { participantId }, shown: { turns, earlier } }: Scene): number {
  if (participantId === undefined) return turns.reduce((sum, { text }) => sum + text.length, 0);
  return viewLength({ turns, participantId, earlier });
}
