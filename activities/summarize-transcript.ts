import { modelId } from "../domain/catalogue.ts";
import type { DebateConfig } from "../domain/config.ts";
import type { Fit } from "../domain/context/fit.ts";
import { fewest, newlyCovered } from "../domain/context/strategies.ts";
import { isBehind, type Place } from "../domain/context/view.ts";
import type { ModelRef } from "../domain/plan.ts";
import { buildTranscriptSummaryPrompt, readTranscriptSummary } from "../domain/prompts/transcript-summary.ts";
import type { Summary } from "../domain/schemas/summary.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import { attemptAct, persistently } from "./act.ts";
import type { CallSettings, Compose, Composed } from "./composed.ts";
import type { FailureEvent, failureData } from "./failures.ts";
import { counted, roomOf, windowOf } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import { bill, callOf, hear, type JudgeInput, rule } from "./judging.ts";
import { write } from "./publish.ts";
import type { Acting } from "./settle.ts";
import { summarized } from "./summarized.ts";
import type { ActOutcome } from "./take-turn.ts";

/** §1.5 */
const TEMPERATURE = 0.3;
/** §1.10: of the smallest window concerned. */
const SHARE = 0.2;
/** Tokens that no summary needs more of, however large the window. */
const LONGEST = 2_000;
/** Tokens of output, beside the summary, for a model that thinks first. */
const THOUGHTS = 2_048;

/** The older part of the transcript in brief, once for all readers. */
export const summarizeTranscript =
  (deps: ActivityDeps) =>
  (input: JudgeInput): Promise<ActOutcome> => {
    const { id, round, summary } = input;
    if (!summary) throw new Error(`nothing is to be summarised by ${id}`);
    const model = modelId(summary.model);
    const failed = (data: ReturnType<typeof failureData>): FailureEvent => ({
      type: "judge.failed",
      at: deps.now().toISOString(),
      data: { round, actId: id, ...data, model },
    });
    return attemptAct(deps, { ...input, failed }, (act) => summarize(deps, { input, act }));
  };

async function summarize(deps: ActivityDeps, { input, act }: Acting): Promise<ActOutcome> {
  const { store } = deps;
  const { id, round } = input;
  await write(store, input.publication);
  const stored = await store.getSummary(act.debate, { id, round });
  if (stored) return summarized(deps, { input, act }, stored);
  const call = await composeTranscriptSummary(deps, callOf(input, act));
  const { room, until, before, turns } = call;
  const { reply, value: text } = await rule(deps, { input, act, call }, (said) =>
    readTranscriptSummary(said, { tokens: counted(said, call.model), room }),
  );
  const made = { until, turns: turns.length, text, before, after: text.length, method: "model" as const };
  const about = { id, participantId: null, round, model: modelId(call.model) };
  const summary: Summary = { ...about, ...made, ...bill(deps, act, reply) };
  const kept = await persistently(act.signal, () => store.putSummary(act.debate, summary));
  return summarized(deps, { input, act }, kept);
}

interface ComposedSummary extends Composed {
  /** Tokens of the summary at most. */
  room: number;
  until: Place;
  /** Characters of what it stands for. */
  before: number;
}

/** `turns` are those that the summary stands for newly: as many as its model's window takes. */
export const composeTranscriptSummary: Compose<ComposedSummary> = async (deps, call) => {
  const { debate, state, summary, faults } = call;
  if (!summary) throw new Error(`nothing is to be summarised by ${call.id}`);
  const ref = state.context?.summary;
  const [{ config, turns: all }, earlier] = await Promise.all([
    hear(deps, call),
    ref ? deps.store.getSummary(debate, ref) : null,
  ]);
  const room = roomFor(deps, config);
  const { model, capacity } = roomOf(deps, settingsOf(config, { model: summary.model, room }));
  const covered = newlyCovered(all, summary.until, ref?.until);
  const about = { config, earlier: earlier?.text, room, faults };
  const build = (turns: Turn[]) => buildTranscriptSummaryPrompt({ ...about, turns });
  const fits = (turns: Turn[]) => capacity === null || counted(build(turns), model) <= capacity;
  const left = fewest(covered.toReversed(), (hidden) => fits(covered.filter(({ id }) => !hidden.has(id))));
  const last = covered.at(-1 - (left ?? 0));
  const until = last ? { round: last.round, index: last.index } : summary.until;
  const turns = covered.filter((turn) => last !== undefined && isBehind(turn, until));
  const before = turns.reduce((sum, { text }) => sum + text.length, earlier?.text.length ?? 0);
  const prompt = build(turns);
  const tokens = counted(prompt, model);
  const overflow = left === null || turns.length === 0;
  const fit: Fit = { strategy: "all", view: {}, tokens, use: 0, leftOut: 0, ...(overflow && { overflow }) };
  return {
    prompt,
    model,
    cacheKey: `${debate.debateId}/summary`,
    config,
    turns,
    fitting: { fit, capacity },
    room,
    until,
    before,
  };
};

/** Tokens of a summary that every reader has room for. */
function roomFor({ catalogue }: ActivityDeps, { participants, judge }: DebateConfig): number {
  const windows = [...participants, ...(judge ? [judge] : [])].flatMap((reader) => windowOf(catalogue, reader) ?? []);
  return Math.min(LONGEST, Math.floor(SHARE * Math.min(...windows)));
}

/** Whoever it is, it is asked as a summariser; a window and a price that were given for the model hold. */
function settingsOf(config: DebateConfig, { model, room }: { model: ModelRef; room: number }): CallSettings {
  const { provider, model: name } = model;
  const known = [...(config.judge ? [config.judge] : []), ...config.participants];
  const same = known.filter((other) => modelId(other) === modelId(model));
  const contextWindow = same.find((other) => other.contextWindow !== undefined)?.contextWindow;
  const price = [model, ...same].find((other) => other.priceUsdPerMTok)?.priceUsdPerMTok;
  const given = { ...(contextWindow !== undefined && { contextWindow }), ...(price && { priceUsdPerMTok: price }) };
  return { provider, model: name, temperature: TEMPERATURE, maxOutputTokens: room + THOUGHTS, ...given };
}
