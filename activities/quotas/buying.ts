/** Calls of models outside a debate: under a limit of the tenant or the key, each is a purchase of its own. */
import { ApplicationFailure } from "@temporalio/activity";
import { isLimited } from "../../domain/around/quotas/admission.quota.ts";
import { inputTokens, worstAttempt } from "../../domain/play/budget/worst-case.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import { pricedOf } from "../../domain/shapes/state/costs.state.ts";
import type { FaultDetails, Spend } from "../../domain/shapes/state/state.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { type ModelCall, ModelFault, type ModelReply, type Models } from "../models/base/port.model.ts";
import { type Buyer, purchase, Refused } from "./purchase.activity.ts";

type Deps = Pick<ActivityDeps, "models" | "store" | "catalogue" | "now">;

/** `ApplicationFailure.type` of a call that does not fit under a limit. `NEVER`: not even if nothing else were bought. */
export const HELD_UP = "quota-exceeded";
export const NEVER = "over-quota";

/** The models, which sell nothing beyond the buyer's limits. Throws an `ApplicationFailure` for a call that does not fit. */
export function buying(deps: Deps, buyer: Buyer): Models {
  return {
    async complete(call) {
      if (!isLimited(await deps.store.quotas.read(buyer.tenant, "recent"), buyer.key ?? null))
        return deps.models.complete(call);
      return buyOne(deps, buyer, call).catch((error: unknown) => {
        throw error instanceof Refused ? refusal(error) : error;
      });
    },
  };
}

function buyOne(deps: Deps, buyer: Buyer, call: ModelCall): Promise<ModelReply> {
  const order = {
    model: modelId(call.model),
    what: "this call of a model",
    worst: worstOf(call, deps.catalogue),
    forMs: call.timeoutMs,
  };
  return purchase(deps, buyer, order, async (costs) => {
    try {
      const reply = await deps.models.complete(call);
      costs(chargeOf(reply.spend));
      return reply;
    } catch (error) {
      const isKnown = error instanceof ModelFault && !error.unsettled && !call.signal.aborted;
      if (isKnown) costs(chargeOf(error.spend));
      throw error;
    }
  });
}

/** Micro-dollars; null: the price is unknown. */
function worstOf(
  { model, system, messages, output, images, maxOutputTokens }: ModelCall,
  catalogue: Deps["catalogue"],
): number | null {
  if (catalogue.model(model).priceUsdPerMTok === null) return null;
  const prompt = { system, messages, source: "built-in" as const, ...(output && { output }) };
  const input = inputTokens(model, prompt) + (images?.tokens ?? 0);
  return worstAttempt({ ...model, maxOutputTokens }, input, catalogue).costMicroUsd;
}

/** Null: it is not known. */
function chargeOf(spend: Spend): number | null {
  return spend.costMicroUsd === null ? null : pricedOf(spend);
}

function refusal({ message, isFinal }: Refused): ApplicationFailure {
  const fault: FaultDetails & { events: [] } = {
    kind: "quota_exceeded",
    message,
    retryable: true,
    retryCount: 0,
    suggestion: "GET /v1/quota shows the limits and what is used of them. Take a cheaper model, or try again later.",
    events: [],
  };
  return ApplicationFailure.create({ type: isFinal ? NEVER : HELD_UP, message, nonRetryable: true, details: [fault] });
}
