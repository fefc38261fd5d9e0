/** One model call, exactly as composed, and how its reply is read. */

import type { Durations } from "../../domain/plan/plan.ts";
import type { Reading } from "../../domain/prompts/prompt.ts";
import { preview } from "../../domain/text/text.ts";
import type { ActivityDeps } from "../deps.ts";
import { loadImages } from "../images/load.ts";
import { ask } from "../models/ask.ts";
import { ModelFault, type ModelReply } from "../models/port.ts";
import { prompted } from "../models/prompted.ts";
import type { CallTools, Exchange } from "../models/tools.ts";
import type { Act } from "./attempt.ts";
import { inRoom, requireRoom } from "./context-window.ts";
import type { Composed } from "./model-call.ts";

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
  return reply;
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
