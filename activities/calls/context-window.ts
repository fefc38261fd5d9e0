/** Fits a call into its model's context window (docs/design/limits-and-costs.md). Calls no model, writes nothing. */

import { summarizesAbove } from "../../domain/play/context/summarizes.ts";
import { cachedCount, roomOf, tokensOf } from "../../domain/play/context/windows.context.ts";
import { SUMMARIES } from "../../domain/play/records/kinds.record.ts";
import { fencesOf } from "../../domain/prompts/fences/fences.ts";
import type { Prompt } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import { withImages } from "../../domain/prompts/parts/shown.prompt-part.ts";
import { turnBlock } from "../../domain/prompts/parts/transcript.prompt-part.ts";
import { canSummarize, isNews, NO_CONTEXT, readerKey } from "../../domain/rules/context/context-state.ts";
import { type Fit, fit } from "../../domain/rules/context/fit.rules.ts";
import { newestRound } from "../../domain/rules/context/strategies.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { CallSettings } from "../../domain/shapes/catalogue/model-ref.ts";
import type { Room } from "../../domain/shapes/context/room.shape.ts";
import { isBehind, type View } from "../../domain/shapes/context/view.shape.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import { isSpoken } from "../../domain/shapes/state/interjections.state.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { ModelFault } from "../models/base/port.model.ts";
import type { Composed, Fitting } from "./model-call.activity.ts";

interface Fitted {
  prompt: Prompt;
  model: CallSettings;
  fitting: Fitting;
}

interface ToFit {
  debate: DebateKey;
  state: DebateState;
  config: DebateConfig;
  round: number;
  model: CallSettings;
  /** null: the judge. */
  reader: string | null;
  /** All that the prompt may show, in order. */
  turns: Turn[];
  /** The turn that the task refers to: it is never left out. */
  targetId?: string | undefined;
  build: (view: View) => Prompt;
}

/** The call's prompt, shortened where it is too long. */
export async function fitted(deps: ActivityDeps, call: ToFit): Promise<Fitted> {
  const { state, config, reader, turns } = call;
  const { context = NO_CONTEXT } = state;
  const fences = fencesOf(config);
  const forced = context.forced[readerKey(reader)];
  const { model, capacity: room } = roomOf(deps.catalogue, call.model);
  const capacity = forced ? Math.min(room ?? Infinity, forced.capacity) : room;
  const built = onceFor((view: View) => withImages(call.build(view), config));
  const found = fit({
    strategy: forced?.strategy ?? config.contextWindow?.strategy ?? "auto",
    summarizeAbove: canSummarize(state) ? summarizesAbove(config) : null,
    capacity,
    turns,
    reader,
    keeps: keeper(call, forced !== undefined),
    summary: await summaryOf(deps, call),
    measure: (view) => tokensOf(built(view), model),
    sizeOf: (turn) => cachedCount(turnBlock(turn, fences)),
  });
  const whose = reader === null ? {} : { participantId: reader };
  return {
    prompt: built(found.view),
    model,
    fitting: {
      fit: found,
      capacity,
      ...warningOf(call, found, capacity),
      ...(found.needs && { needs: { until: found.needs, ...whose } }),
    },
  };
}

/** The prompt of a view that was measured is the one that is sent, unless another was measured since. */
function onceFor(build: (view: View) => Prompt): (view: View) => Prompt {
  let last: { view: View; prompt: Prompt } | null = null;
  return (view) => {
    if (last?.view !== view) last = { view, prompt: build(view) };
    return last.prompt;
  };
}

/** Keeps the newest round; only the newest turn once a prompt with that round did not fit. */
function keeper({ turns, targetId }: ToFit, forced: boolean): (turn: Turn) => boolean {
  const newest = turns.findLast(isSpoken);
  const inRound = newestRound(turns);
  return (turn) => turn.id === targetId || (forced ? turn === newest : inRound(turn));
}

/** The newest summary, where it covers a turn that this reader may see. */
async function summaryOf({ store }: ActivityDeps, { debate, state, turns }: ToFit) {
  const ref = state.context?.summary;
  if (!ref || !turns.some((turn) => !isBehind(turn, ref.until))) return undefined;
  const stored = await store.records.get(debate, SUMMARIES, ref);
  return stored ? { id: ref.id, text: stored.text, until: ref.until } : undefined;
}

function warningOf({ state, round, reader }: ToFit, found: Fit, capacity: number | null): Pick<Fitting, "warning"> {
  if (capacity === null || !isNews(state, readerKey(reader), found.use)) return {};
  const use = Number(found.use.toFixed(3));
  const tokens = Math.round(found.use * capacity);
  return { warning: { round, participantId: reader, use, strategy: found.strategy, capacity, tokens } };
}

/** Throws before any call when nothing makes the prompt fit. */
export function requireRoom({ model, fitting }: Composed): void {
  if (!fitting?.fit.overflow) return;
  const { fit: found, capacity } = fitting;
  throw new ModelFault({
    kind: "context_overflow",
    message: `The prompt takes about ${found.tokens} tokens without the older turns, and the window of ${modelId(model)} leaves ${capacity}.`,
    suggestion: "Take a model with a larger context window, or shorter turns.",
    spend: { ...NO_SPEND },
    room: { tokens: found.tokens, capacity, refused: false },
  });
}

/** Makes the call. A refusal for its length gets the prompt's size. */
export async function inRoom<T>({ fitting }: Composed, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ModelFault && error.kind === "context_overflow" && fitting) {
      const { fit: found, capacity } = fitting;
      error.room = { tokens: found.tokens, capacity, refused: true } satisfies Room;
    }
    throw error;
  }
}
