/** Creates a debate that a workflow runs as its child. A repetition writes the same debate again. */
import { randomBytes } from "node:crypto";
import { FENCE_KEY_BYTES, fenceKeyFrom } from "../../domain/prompts/fences/fence-key.prompt.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebatePlan, Durations } from "../../domain/shapes/plan/plan.ts";
import { newDebate } from "../../store/debates/new-debate.ts";
import type { DebateKey, DebateRecord } from "../../store/port/debates.port.ts";
import type { ActivityDeps } from "./deps.ts";

interface ChildDebate {
  key: DebateKey;
  config: DebateConfig;
  durations: Durations;
  continueAfterEvents: number;
  /** Whether a debate that has this id already is this one. */
  isOurs: (config: DebateConfig | undefined) => boolean;
  /** Takes a place under the limits of the debate's tenant and key, or lets it wait for one. */
  queue?: (record: DebateRecord) => Promise<void>;
}

/** Null: the id is another debate's. */
export async function createChild(
  { store, now }: Pick<ActivityDeps, "store" | "now">,
  { key, config, durations, continueAfterEvents, isOurs, queue }: ChildDebate,
): Promise<DebatePlan | null> {
  // An attempt that died may have stored the configuration: its key stays, so that both write the same.
  const stored = await store.getConfig(key);
  const fenceKey = stored?.fenceKey ?? fenceKeyFrom(randomBytes(FENCE_KEY_BYTES));
  const { record, plan } = newDebate({
    ...key,
    config: { ...config, fenceKey },
    durations,
    continueAfterEvents,
    now: now(),
  });
  // One that was made before has its place, or has had it.
  if (queue && !(await store.getDebate(key))) await queue(record);
  if (await store.createDebate(record)) return plan;
  return isOurs((await store.getDebate(key))?.config) ? plan : null;
}
