/**
 * Calls of models outside a debate: under a limit in USD of the tenant or the key, each takes its place in the ledger before
 * it is made, and is charged when it ends. Debates have places of their own, which last until their end.
 */
import { ApplicationFailure, Context } from "@temporalio/activity";
import { pricedOf } from "../../domain/budget/costs.ts";
import { inputTokens, worstAttempt } from "../../domain/budget/worst-case.ts";
import { modelId } from "../../domain/catalogue/catalogue.ts";
import { calledIn, type Entry, isLimited, lowestUsd } from "../../domain/quotas/admission.ts";
import { newLedger } from "../../domain/quotas/ledger.ts";
import { buy, pay } from "../../domain/quotas/purchase.ts";
import { quotaExceeded } from "../../domain/quotas/refusal.ts";
import { type Excess, microOf } from "../../domain/quotas/room.ts";
import type { FaultDetails, Spend } from "../../domain/state/state.ts";
import type { ActivityDeps } from "../deps.ts";
import { type ModelCall, ModelFault, type ModelReply, type Models } from "../models/port.ts";
import { callNext } from "./call-next.ts";

type Deps = Pick<ActivityDeps, "models" | "store" | "catalogue" | "now">;

/** Whose limits hold. */
export interface Buyer {
  tenant: string;
  /** Missing or null: the tenant's alone. */
  key?: Entry["key"] | undefined;
  /** Where money was set aside for the call. */
  purse?: string | undefined;
}

/** `ApplicationFailure.type` of a call that does not fit under a limit. `NEVER`: not even if nothing else were bought. */
export const HELD_UP = "quota-exceeded";
export const NEVER = "over-quota";

/** Beyond the time of the call. Milliseconds. */
const MARGIN_MS = 60_000;

/** The models, which sell nothing beyond the buyer's limits. Throws an `ApplicationFailure` for a call that does not fit. */
export function buying(deps: Deps, buyer: Buyer): Models {
  let calls = 0;
  return {
    async complete(call) {
      if (!isLimited(await deps.store.quotas.read(buyer.tenant, "recent"), buyer.key ?? null))
        return deps.models.complete(call);
      calls += 1;
      return buyOne(deps, { buyer, call, number: calls });
    },
  };
}

/** `least`: the lowest limit, where the call fits under no circumstances. */
interface Taken {
  excess: Excess | null;
  least: number | null;
}

/** What was set aside for calls is free again. May be repeated. */
export async function freePurse(
  { store, now }: Pick<Deps, "store" | "now">,
  { tenant, key = null, purse }: Buyer & { purse: string },
): Promise<void> {
  if (isLimited(await store.quotas.read(tenant, "recent"), key))
    await charge({ store, now }, { tenant }, { id: purse, charged: null });
}

interface One {
  buyer: Buyer;
  call: ModelCall;
  number: number;
}

async function buyOne(deps: Deps, one: One): Promise<ModelReply> {
  const id = await takePlace(deps, one);
  try {
    const reply = await deps.models.complete(one.call);
    await charge(deps, one.buyer, { id, charged: chargeOf(reply.spend) });
    return reply;
  } catch (error) {
    const isKnown = error instanceof ModelFault && !error.unsettled && !one.call.signal.aborted;
    await charge(deps, one.buyer, { id, charged: isKnown ? chargeOf(error.spend) : null });
    throw error;
  }
}

/** Returns its id. Earlier attempts of the activity have died: each may have been billed, so it counts in full. */
async function takePlace({ store, catalogue, now }: Deps, { buyer, call, number }: One): Promise<string> {
  const { tenant, key = null, purse } = buyer;
  const { worst, isPriced } = worstOf(call, catalogue);
  const at = now();
  const { workflowExecution, activityId, attempt } = Context.current().info;
  const act = `${workflowExecution?.runId ?? ""}/${activityId}/`;
  const id = `${act}${attempt}/${number}`;
  const until = new Date(at.getTime() + call.timeoutMs + MARGIN_MS).toISOString();
  const bought = { id, key, worst, until, ...(purse !== undefined && { from: purse }) };
  const { excess, least } = await store.quotas.change<Taken>(tenant, (before) => {
    const open = before ?? newLedger({}, at);
    const died = Object.keys(open.live).filter((one) => one.startsWith(act) && !one.startsWith(`${act}${attempt}/`));
    const paid = died.reduce((ledger, lost) => pay(ledger, { id: lost, charged: null }, at), open);
    const limit = lowestUsd(paid, key);
    if (limit !== null && (!isPriced || worst > microOf(limit)))
      return { ledger: paid, answer: { excess: null, least: limit } };
    const { ledger, excess: why } = buy(paid, bought, at);
    return { ledger, answer: { excess: why, least: null } };
  });
  if (least !== null) throw neverFits(call, { worst, isPriced, least });
  if (excess) throw refusal(HELD_UP, quotaExceeded(excess, at, "this call of a model").message);
  return id;
}

/** Micro-dollars. */
function worstOf(
  { model, system, messages, output, images, maxOutputTokens }: ModelCall,
  catalogue: Deps["catalogue"],
) {
  const prompt = { system, messages, source: "built-in" as const, ...(output && { output }) };
  const input = inputTokens(model, prompt) + (images?.tokens ?? 0);
  const { costMicroUsd } = worstAttempt({ ...model, maxOutputTokens }, input, catalogue);
  return { worst: costMicroUsd, isPriced: catalogue.model(model).priceUsdPerMTok !== null };
}

/** Null: it is not known. */
function chargeOf(spend: Spend): number | null {
  return spend.costMicroUsd === null ? null : pricedOf(spend);
}

/** Whose charge the store does not take in time is charged in full: its place in the ledger ends by itself. */
async function charge(
  { store, now }: Pick<Deps, "store" | "now">,
  { tenant }: Buyer,
  bought: { id: string; charged: number | null },
): Promise<void> {
  const paid = store.quotas.change<boolean>(tenant, (before) => {
    const ledger = before && pay(before, bought, now());
    return { ledger, answer: ledger !== null && calledIn(ledger).length > 0 };
  });
  if (await paid.catch(() => false)) await callNext(store, tenant).catch(() => {});
}

function neverFits(
  { model }: ModelCall,
  { worst, isPriced, least }: { worst: number; isPriced: boolean; least: number },
): ApplicationFailure {
  if (!isPriced) return refusal(NEVER, `a limit in USD holds, and the price of ${modelId(model)} is unknown`);
  return refusal(
    NEVER,
    `a call of ${modelId(model)} may cost $${worst / 1_000_000}, and the key's or the tenant's limit is $${least}`,
  );
}

function refusal(type: typeof HELD_UP | typeof NEVER, message: string): ApplicationFailure {
  const fault: FaultDetails & { events: [] } = {
    kind: "quota_exceeded",
    message,
    retryable: true,
    retryCount: 0,
    suggestion: "GET /v1/quota shows the limits and what is used of them. Take a cheaper model, or try again later.",
    events: [],
  };
  return ApplicationFailure.create({ type, message, nonRetryable: true, details: [fault] });
}
