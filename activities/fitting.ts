/** Fits a composed call into its model's window, and says what came of it (spec §1.10). Reads and counts; no calls. */
import { modelId } from "../domain/catalogue.ts";
import type { DebateConfig } from "../domain/config.ts";
import { type Fit, fit } from "../domain/context/fit.ts";
import { createCounter, promptTokens } from "../domain/context/measure.ts";
import { canSummarize, isNews, NO_CONTEXT, type Room, readerKey } from "../domain/context/state.ts";
import { newestRound } from "../domain/context/strategies.ts";
import { isBehind, type View } from "../domain/context/view.ts";
import { NO_SPEND } from "../domain/costs.ts";
import type { DebateState, SummaryNeed } from "../domain/debate-state.ts";
import type { DraftEvent } from "../domain/events.ts";
import { isSpoken } from "../domain/interjections.ts";
import type { Prompt } from "../domain/prompts/prompt.ts";
import { turnBlock } from "../domain/prompts/transcript.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import { marginOf } from "../domain/tokens.ts";
import type { DebateKey } from "../store/port/debates.ts";
import type { CallSettings, Composed } from "./composed.ts";
import type { ActivityDeps } from "./index.ts";
import { ModelFault } from "./models/port.ts";

/** One counter for each worker process: all debates share it. */
const count = createCounter();

/** Tokens of a prompt or a text, with the model's margin. */
export function counted(what: Prompt | string, model: CallSettings): number {
  return typeof what === "string" ? Math.ceil(count(what) * marginOf(model)) : promptTokens(what, model, count);
}

/** How a call stands in its model's window. */
export interface Fitting {
  fit: Fit;
  /** Tokens of input at most; null when the window is not known. */
  capacity: number | null;
  /** To be told before the call. */
  warning?: DraftEvent<"context.warning">["data"];
  /** A summary that has to be made first. */
  needs?: SummaryNeed;
}

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
  /** What could be shown, in its order. */
  turns: Turn[];
  /** The turn that the task speaks of. */
  targetId?: string | undefined;
  build: (view: View) => Prompt;
}

/** The prompt that fits, as far as one can be had. */
export async function fitted(deps: ActivityDeps, call: ToFit): Promise<Fitted> {
  const { state, config, reader, turns } = call;
  const { context = NO_CONTEXT } = state;
  const forced = context.forced[readerKey(reader)];
  const { model, capacity: room } = roomOf(deps, call.model);
  const capacity = forced ? Math.min(room ?? Infinity, forced.capacity) : room;
  const found = fit({
    strategy: forced?.strategy ?? config.contextWindow?.strategy ?? "auto",
    summaries: summarizes(config) && canSummarize(state),
    capacity,
    turns,
    reader,
    keeps: keeper(call, forced !== undefined),
    summary: await summaryOf(deps, call),
    measure: (view) => counted(call.build(view), model),
    sizeOf: (turn) => count(turnBlock(turn)),
  });
  const whose = reader === null ? {} : { participantId: reader };
  return {
    prompt: call.build(found.view),
    model,
    fitting: {
      fit: found,
      capacity,
      ...warningOf(call, found, capacity),
      ...(found.needs && { needs: { until: found.needs, ...whose } }),
    },
  };
}

/** A dialectic debate has summaries of its own; elsewhere they are on unless switched off. */
function summarizes({ contextWindow, dialectic }: DebateConfig): boolean {
  return !dialectic && contextWindow?.summaries !== false;
}

/** Once a prompt did not fit with the whole newest round, the newest turn alone is held on to. */
function keeper({ turns, targetId }: ToFit, forced: boolean): (turn: Turn) => boolean {
  const newest = turns.findLast(isSpoken);
  const inRound = newestRound(turns);
  return (turn) => turn.id === targetId || (forced ? turn === newest : inRound(turn));
}

/** The newest summary, when all that it stands for could be shown to this reader. */
async function summaryOf({ store }: ActivityDeps, { debate, state, turns }: ToFit) {
  const ref = state.context?.summary;
  if (!ref || !turns.some((turn) => !isBehind(turn, ref.until))) return undefined;
  const stored = await store.getSummary(debate, ref);
  return stored ? { id: ref.id, text: stored.text, until: ref.until } : undefined;
}

/** What the window leaves for input. An output that took more than half of it would leave too little. */
export function roomOf({ catalogue }: Pick<ActivityDeps, "catalogue">, model: CallSettings) {
  const window = windowOf(catalogue, model);
  if (window === null) return { model, window, capacity: null };
  const maxOutputTokens = Math.min(model.maxOutputTokens, Math.floor(window / 2));
  return { model: { ...model, maxOutputTokens }, window, capacity: window - maxOutputTokens };
}

export function windowOf(catalogue: ActivityDeps["catalogue"], model: CallSettings): number | null {
  return model.contextWindow ?? catalogue.model(model).contextWindow;
}

function warningOf({ state, round, reader }: ToFit, found: Fit, capacity: number | null): Pick<Fitting, "warning"> {
  if (capacity === null || !isNews(state, readerKey(reader), found.use)) return {};
  const use = Number(found.use.toFixed(3));
  const tokens = Math.round(found.use * capacity);
  return { warning: { round, participantId: reader, use, strategy: found.strategy, capacity, tokens } };
}

/** Throws before any call when the prompt can not be made to fit. */
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

/** Makes the call; a refusal for its length says how long it was. */
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
