/** One model call, exactly as composed, and how its reply is read. */

import { preview } from "../../domain/base/text/text.ts";
import { cachedCount } from "../../domain/play/context/windows.context.ts";
import type { Reading } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import { cutText, HOW_TO_READ_MORE, type PromptCut, promptCutOf } from "../../domain/shapes/context/cut-prompts.ts";
import type { Durations } from "../../domain/shapes/plan/plan.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { loadImages } from "../images/load.activity.ts";
import { ask } from "../models/ask.model.ts";
import { ModelFault, type ModelReply } from "../models/base/port.model.ts";
import { providerRow } from "../models/base/providers.ts";
import type { CallTools, Exchange } from "../models/base/tools.model.ts";
import { prompted } from "../models/prompted.ts";
import type { Act } from "./attempt.ts";
import { inRoom, requireRoom } from "./context-window.ts";
import type { Composed } from "./model-call.activity.ts";

export interface CallModelInput {
  call: Composed;
  act: Pick<Act, "debate" | "signal" | "onSpent">;
  /** Milliseconds. `timeout`: for the whole call; `silence`: without a piece of the stream. */
  within: { timeout: number } & Pick<Durations, "silence">;
  onDelta?: ((text: string) => void) | undefined;
  /** What `onDelta` was given in this call were thoughts. */
  onUnsaid?: (() => void) | undefined;
  keepsCut?: boolean | undefined;
  tools?: CallTools;
  exchanges?: Exchange[];
}

/** Throws a `ModelFault`, before any call when nothing makes the prompt fit, or the signal's abort reason. */
export async function callModel(
  { models, store }: Pick<ActivityDeps, "models" | "store">,
  { call, act, within, onDelta, onUnsaid, keepsCut, tools, exchanges }: CallModelInput,
): Promise<ModelReply> {
  requireRoom(call);
  const images = await loadImages({ store }, { ...call, place: act.debate });
  const reply = await inRoom(call, () =>
    ask(models, {
      ...prompted(call.model, call.prompt),
      ...images,
      cacheKey: call.cacheKey,
      signal: act.signal,
      onCut: act.onSpent,
      timeoutMs: within.timeout,
      silenceMs: within.silence,
      ...(onDelta && { onDelta }),
      ...(onUnsaid && { onUnsaid }),
      ...(keepsCut && { keepsCut }),
      ...(tools && { tools }),
      ...(exchanges && { exchanges }),
    }),
  );
  act.onSpent(reply.spend);
  const promptCut = promptCutIn(call, reply);
  return promptCut ? { ...reply, promptCut } : reply;
}

/** Counts the texts alone, so images, schemas and tools never make a prompt look cut. */
function promptCutIn({ model, prompt }: Composed, { spend }: ModelReply): PromptCut | null {
  // Our own models read no more than they need.
  if (providerRow(model.provider)?.demo) return null;
  const texts = [prompt.system, ...prompt.messages.flatMap(({ content }) => content)];
  const counted = texts.reduce((sum, text) => sum + cachedCount(text), 0);
  return promptCutOf({ counted, read: spend.inputTokens });
}

/** Throws a fault for a judge that has seen a part of what it judges: the owner decides how the debate goes on. */
export function requireWholePrompt({ model }: Composed, { promptCut, spend }: ModelReply): void {
  if (!promptCut) return;
  throw new ModelFault({
    kind: "context_overflow",
    message: `${cutText(`The server of ${modelId(model)}`, promptCut)}.`,
    suggestion: HOW_TO_READ_MORE,
    spend,
    room: { tokens: promptCut.counted, capacity: promptCut.read, refused: false },
  });
}

const SUGGESTION = "Retry, or take a model that keeps to a JSON Schema.";

/** A reply's value. Throws a fault when the reply does not match its schema; the next attempt's prompt shows it. */
export function readReply<T>(reply: ModelReply, read: (text: string) => Reading<T>, suggestion = SUGGESTION): T {
  const reading = read(reply.text);
  if (reading.ok) return reading.value;
  throw new ModelFault({
    kind: "invalid_response",
    message: preview(reading.faults.join("; "), 1_000),
    suggestion,
    spend: reply.spend,
  });
}
