/** Money that a request sets aside for calls of models beside debates, so that it is refused before anything is bought. */

import { isLimited, lowestUsd } from "../../domain/around/quotas/admission.quota.ts";
import { newLedger } from "../../domain/around/quotas/ledger.quota.ts";
import { buy, pay } from "../../domain/around/quotas/purchase.quota.ts";
import { quotaExceeded } from "../../domain/around/quotas/refusal.quota.ts";
import { type Excess } from "../../domain/around/quotas/room.quota.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { worstAttempt } from "../../domain/play/budget/worst-case.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { microLimitOf } from "../../domain/shapes/state/costs.state.ts";
import type { AppDeps } from "../base/context.api-base.ts";
import type { QuotaKey } from "./admission.quota-api.ts";

type Deps = Pick<AppDeps, "store" | "catalogue" | "now">;

/** A call that is to come. Tokens, at most. */
export interface ComingCall {
  model: ModelRef;
  input: number;
  maxOutputTokens: number;
}

interface SetAside {
  tenant: string;
  key: QuotaKey;
  /** The activities draw from the purse of this id. */
  purse: string;
  calls: ComingCall[];
  /** Milliseconds after which what is left of it is free again. */
  forMs: number;
  /** Of the field that makes it so dear. */
  pointer: string;
}

/**
 * Where a limit in USD holds. Throws `quota-exceeded`, or `invalid-request` if the calls fit under no circumstances. May be
 * repeated.
 */
export async function setAside(
  { store, catalogue, now }: Deps,
  { tenant, key = null, purse, calls, forMs, pointer }: SetAside,
): Promise<void> {
  const ledger = await store.quotas.read(tenant);
  if (!isLimited(ledger, key)) return;
  const worst = calls.reduce(
    (sum, { model, input, maxOutputTokens }) =>
      sum + worstAttempt({ ...model, maxOutputTokens }, input, catalogue).costMicroUsd,
    0,
  );
  const least = lowestUsd(ledger, key);
  if (least !== null) requireFit(catalogue, { calls, worst, least, pointer });
  const at = now();
  const until = new Date(at.getTime() + forMs).toISOString();
  const excess = await store.quotas.change<Excess | null>(tenant, (before) => {
    const bought = buy(before ?? newLedger({}, at), { id: purse, key, worst, until, isPurse: true }, at);
    return { ledger: bought.ledger, answer: bought.excess };
  });
  if (excess) throw quotaExceeded(excess, at, "this request");
}

/** What is left of it is free at once. May be repeated. */
export async function free(
  { store, now }: Pick<Deps, "store" | "now">,
  { tenant, key = null, purse }: Pick<SetAside, "tenant" | "key" | "purse">,
): Promise<void> {
  if (!isLimited(await store.quotas.read(tenant, "recent"), key)) return;
  await store.quotas.change<null>(tenant, (before) => ({
    ledger: before && pay(before, { id: purse, charged: null }, now()),
    answer: null,
  }));
}

function requireFit(
  catalogue: AppDeps["catalogue"],
  { calls, worst, least, pointer }: Pick<SetAside, "calls" | "pointer"> & { worst: number; least: number },
): void {
  const unpriced = calls.find(({ model }) => catalogue.model(model).priceUsdPerMTok === null);
  const detail = unpriced
    ? `a limit in USD holds, and the price of ${modelId(unpriced.model)} is unknown: give its priceUsdPerMTok where it can be given, or take a model whose price is known`
    : `may cost up to $${worst / 1_000_000}, and the key's or the tenant's limit is $${least}: take a cheaper model, or fewer output tokens`;
  if (unpriced || worst > microLimitOf(least))
    throw new ParleyError("invalid-request", "it does not fit under a limit", { errors: [{ pointer, detail }] });
}
