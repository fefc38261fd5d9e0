/** Asks a debate's models one short question each, so that a wrong key or name is found before round 1. */
import type { ModelRef } from "../../domain/catalogue/model-ref.ts";
import { checkedBy, type ModelCheck } from "../../domain/faults/model-check.ts";
import { distinctModelsOf } from "../../domain/plan/models-of.ts";
import type { Durations } from "../../domain/plan/plan.ts";
import { sentPointers } from "../../domain/request/taking-part.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import { beating } from "../acts/outside-a-debate.ts";
import type { ActivityDeps } from "../deps.ts";
import { ask } from "../models/ask.ts";
import { ModelFault } from "../models/port.ts";

/** The models to ask, each once. Canned replies prove nothing, so the demo's models are left out. */
export const listModels =
  ({ store, catalogue }: Pick<ActivityDeps, "store" | "catalogue">) =>
  async ({ debate }: { debate: DebateKey }): Promise<{ model: ModelRef; pointers: string[] }[]> => {
    const config = await store.getConfig(debate);
    if (!config) throw new Error(`no configuration of ${debate.debateId}`);
    return distinctModelsOf(config)
      .filter(({ ref }) => !catalogue.provider(ref.provider)?.demo)
      .map(({ ref, pointers }) => ({ model: ref, pointers: sentPointers(pointers, config.request) }));
  };

interface CheckInput {
  debate: DebateKey;
  model: ModelRef;
  /** Milliseconds for the whole call. */
  timeoutMs: number;
  durations: Pick<Durations, "silence" | "heartbeat">;
}

/** The fewest tokens that every provider accepts as a limit. */
const MAX_OUTPUT = 16;
const QUESTION = {
  system: "Answer with one word.",
  messages: [{ role: "user" as const, content: ["Are you there?"] }],
};

/** One call, never repeated. A fault of the model is a finding, not a failure. */
export const checkModel =
  ({ models, catalogue }: Pick<ActivityDeps, "models" | "catalogue">) =>
  ({ model, timeoutMs, durations }: CheckInput): Promise<ModelCheck> =>
    beating(durations, async (signal) => {
      try {
        const limits = { timeoutMs, silenceMs: durations.silence };
        await ask(models, { ...QUESTION, ...limits, model, maxOutputTokens: MAX_OUTPUT, signal });
        return { outcome: "answers" };
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error;
        return checkedBy(error, model, catalogue);
      }
    });
