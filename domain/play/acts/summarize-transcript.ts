/** The older part of the transcript in brief, once for all readers. */

import { readSummary } from "../../prompts/summary/frame.prompt.ts";
import { buildTranscriptSummaryPrompt } from "../../prompts/summary/transcript-summary.ts";
import { fewest, newlyCovered } from "../../rules/context/strategies.ts";
import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { CallSettings, ModelRef } from "../../shapes/catalogue/model-ref.ts";
import { isBehind, type Place } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Summary } from "../../shapes/schemas/summary.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { roomOf, tokensOf, windowOf } from "../context/windows.context.ts";
import { type Asked, type Chosen, defineAct, type Scene } from "./act.ts";
import { reportsSummary, SUMMARY_TEMPERATURE } from "./summary.act.ts";

/** Of the smallest window concerned (docs/design/debate.md#110-context-window). */
const SHARE = 0.2;
/** Tokens: no summary needs more, however large the window. */
const LONGEST = 2_000;
/** Tokens of output beside the summary, for a model that thinks first. */
const THOUGHTS = 2_048;
/** Tokens of output at most. */
export const LONGEST_OUTPUT = LONGEST + THOUGHTS;

export const summarizeTranscript = defineAct({
  name: "summarizeTranscript",
  reads: () => "transcript",
  earlier: ({ state }) => state.context?.summary,
  choose,
  prompt: ({ earlier, ...shown }) => buildTranscriptSummaryPrompt({ ...shown, earlier: earlier?.text, room: LONGEST }),
  read: (text, scene) => {
    const { model, room } = settingsOf(scene);
    return readSummary(text, { size: (part) => tokensOf(part, model), most: room, unit: "tokens" });
  },
  make: ({ value: text, scene, model, bill }): Summary => {
    const { asked, turns, shown } = scene;
    const before = turns.reduce((sum, turn) => sum + turn.text.length, shown.earlier?.text.length ?? 0);
    const about = { id: asked.id, participantId: null, round: asked.round, model };
    const until = lastPlace(turns) ?? needOf(asked).until;
    return { ...about, until, turns: turns.length, text, before, after: text.length, method: "model", ...bill };
  },
  ...reportsSummary,
  // A walk never asks for it: it comes with the call that needs it (domain/play/estimates/windows.estimate.ts).
  assumed: { tokens: () => 400, events: () => [] },
});

/** As many of the turns as its model's window takes. */
function choose(scene: Scene): Chosen {
  const { asked, turns: all, shown, catalogue } = scene;
  const { until } = needOf(asked);
  const { model: settings, room } = settingsOf(scene);
  const { model, capacity } = roomOf(catalogue, settings);
  const { config, earlier, faults } = shown;
  const build = (turns: Turn[]) =>
    buildTranscriptSummaryPrompt({ config, earlier: earlier?.text, room, faults, turns });
  const covered = newlyCovered(all, until, asked.state.context?.summary?.until);
  const fits = (turns: Turn[]) => capacity === null || tokensOf(build(turns), model) <= capacity;
  const left = fewest(covered.toReversed(), (hidden) => fits(covered.filter(({ id }) => !hidden.has(id))));
  const last = lastPlace(covered.slice(0, covered.length - (left ?? 0)));
  const turns = covered.filter((turn) => last !== undefined && isBehind(turn, last));
  const prompt = build(turns);
  const overflow = left === null || turns.length === 0;
  return { turns, model, prompt, capacity, tokens: tokensOf(prompt, model), overflow };
}

function lastPlace(turns: Turn[]): Place | undefined {
  const last = turns.at(-1);
  return last && { round: last.round, index: last.index };
}

function needOf({ id, summary }: Asked): NonNullable<Asked["summary"]> {
  if (!summary) throw new Error(`nothing is to be summarised by ${id}`);
  return summary;
}

/** Any model is asked as a summariser, with options of its own; a window and a price that it has elsewhere apply. */
function settingsOf({ asked, config, catalogue }: Scene): { model: CallSettings; room: number } {
  const { model } = needOf(asked);
  const room = Math.min(roomFor(catalogue, config), model.maxOutputTokens ?? Infinity);
  const known = [...(config.judge ? [config.judge] : []), ...config.participants];
  const same = known.filter((other) => modelId(other) === modelId(model));
  const contextWindow = same.find((other) => other.contextWindow !== undefined)?.contextWindow;
  const price = [model, ...same].find((other: ModelRef) => other.priceUsdPerMTok)?.priceUsdPerMTok;
  const given = { ...(contextWindow !== undefined && { contextWindow }), ...(price && { priceUsdPerMTok: price }) };
  const output = { temperature: SUMMARY_TEMPERATURE, maxOutputTokens: room + THOUGHTS };
  return { model: { ...output, ...given, ...model }, room };
}

/** Tokens of a summary that every reader has room for. */
function roomFor(catalogue: Scene["catalogue"], { participants, judge }: DebateConfig): number {
  const windows = [...participants, ...(judge ? [judge] : [])].flatMap((reader) => windowOf(catalogue, reader) ?? []);
  return Math.min(LONGEST, Math.floor(SHARE * Math.min(...windows)));
}
