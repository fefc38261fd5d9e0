/** One model call, just as it was composed, and the way its answer is read. */
import type { Durations } from "../domain/plan.ts";
import type { Reading } from "../domain/prompts/prompt.ts";
import { preview } from "../domain/text.ts";
import type { Act } from "./act.ts";
import type { Composed } from "./composed.ts";
import { inRoom, requireRoom } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";
import { ModelFault, type ModelReply } from "./models/port.ts";
import { prompted } from "./models/prompted.ts";

interface Asked {
  call: Composed;
  act: Pick<Act, "signal" | "cut">;
  /** `timeout`: of the whole call; `silence`: of its stream. Milliseconds. */
  within: { timeout: number } & Pick<Durations, "silence">;
  onDelta?: ((text: string) => void) | undefined;
}

/** Throws a `ModelFault`, before any call when the prompt can not be made to fit, or the signal's abort reason. */
export function ask(
  { models }: Pick<ActivityDeps, "models">,
  { call, act, within, onDelta }: Asked,
): Promise<ModelReply> {
  requireRoom(call);
  return inRoom(call, () =>
    models.complete({
      ...prompted(call.model, call.prompt),
      cacheKey: call.cacheKey,
      signal: act.signal,
      onCut: act.cut,
      timeoutMs: within.timeout,
      silenceMs: within.silence,
      ...(onDelta && { onDelta }),
    }),
  );
}

const SUGGESTION = "Retry, or take a model that keeps to a JSON Schema.";

/** A reply's value; throws a fault, which the next attempt is shown, when it does not fit its schema. */
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
