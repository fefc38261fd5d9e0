/** Asks a debate's models one short question each, so that a wrong key or name is found before round 1. */
import { ApplicationFailure } from "@temporalio/activity";
import { keyIn } from "../../domain/around/quotas/purchase.quota.ts";
import { CHECK_QUESTION, checkPurseOf } from "../../domain/play/faults/check-question.ts";
import { checkedBy, type ModelCheck } from "../../domain/play/faults/model-check.ts";
import { sentPointers } from "../../domain/rules/request/taking-part.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { distinctModelsOf } from "../../domain/shapes/plan/models-of.ts";
import type { Durations } from "../../domain/shapes/plan/plan.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import { beating } from "../acts/outside-a-debate.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { ask } from "../models/ask.model.ts";
import { ModelFault } from "../models/base/port.model.ts";
import { buying, HELD_UP, NEVER } from "../quotas/buying.ts";
import type { Buyer } from "../quotas/purchase.activity.ts";

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

/** One call, never repeated. A fault of the model is a finding, not a failure, and so is a limit that forbids the call. */
export const checkModel =
  (deps: Pick<ActivityDeps, "models" | "catalogue" | "store" | "now">) =>
  ({ debate, model, timeoutMs, durations }: CheckInput): Promise<ModelCheck> =>
    beating(durations, async (signal) => {
      try {
        const limits = { timeoutMs, silenceMs: durations.silence };
        const models = buying(deps, await buyerOf(deps, debate));
        await ask(models, { ...CHECK_QUESTION, ...limits, model, signal });
        return { outcome: "answers" };
      } catch (error) {
        if (error instanceof ApplicationFailure && (error.type === HELD_UP || error.type === NEVER))
          return { outcome: "unknown", why: error.message };
        if (!(error instanceof ModelFault)) throw error;
        return checkedBy(error, model, deps.catalogue);
      }
    });

/** Whoever asked for the check, or has begun the debate. */
async function buyerOf({ store }: Pick<ActivityDeps, "store">, { tenant, debateId }: DebateKey): Promise<Buyer> {
  const purse = checkPurseOf(debateId);
  return { tenant, key: keyIn(await store.quotas.read(tenant, "recent"), [purse, debateId]), purse };
}
