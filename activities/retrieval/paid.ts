/** Under a limit in USD of the tenant or the key, each call of the embedding model is a purchase of its own. */

import { lowestUsd } from "../../domain/around/quotas/admission.quota.ts";
import { keyIn } from "../../domain/around/quotas/purchase.quota.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import { tokensOf } from "../../domain/shapes/numbers.shape.ts";
import type { Payer } from "../../domain/shapes/payer.ts";
import type { QuotaStore } from "../../store/port/quotas.port.ts";
import { isUnbilled } from "../models/faults/classify.ts";
import { connectionCode, isRefusedConnection } from "../models/faults/connection.ts";
import { embeddingMicroUsd } from "../models/spending/pricing.ts";
import { purchase, Refused } from "../quotas/purchase.activity.ts";

interface Sale {
  model: ModelRef;
  quotas: QuotaStore | null;
  payer: Payer;
  texts: string[];
  /** Milliseconds, at most. */
  forMs: number;
}

/** Tokens that mark a text's beginning and end. */
const MARKS = 4;

/**
 * Does the work, which says how many tokens it took; null, or nothing said: as many as there can be. Throws `unavailable`
 * where they do not fit under a limit, or the limit holds and their price is unknown.
 */
export async function embedPaid<T>(
  { model, quotas, payer: { tenant, key, debateId }, texts, forMs }: Sale,
  work: (took: (tokens: number | null) => void) => Promise<T>,
): Promise<T> {
  const ledger = quotas && (await quotas.read(tenant, "recent"));
  const payingKey = key ?? (debateId === undefined ? null : keyIn(ledger, [debateId]));
  if (!quotas || lowestUsd(ledger, payingKey) === null) return work(() => {});
  // No tokenizer makes more tokens than a text has bytes.
  const most = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + MARKS, 0);
  const worst = embeddingMicroUsd(model, most);
  const order = { model: modelId(model), what: "this embedding", worst, forMs };
  const deps = { store: { quotas }, now: () => new Date() };
  try {
    return await purchase(deps, { tenant, key: payingKey }, order, (costs) =>
      work((tokens) => costs(tokens === null ? null : embeddingMicroUsd(model, tokens))),
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const advice = worst === null ? ": set EMBEDDING_PRICE_USD_PER_MTOK" : "";
    throw new ParleyError("unavailable", `${error.message}${advice}`);
  }
}

/** By the provider's own count, where it says one. No text is empty: a server that counts nothing does not count. */
export function tokensIn(reply: unknown): number | null {
  const { usage } = reply as { usage?: { prompt_tokens?: unknown; total_tokens?: unknown } | null };
  return tokensOf(usage?.prompt_tokens) || tokensOf(usage?.total_tokens) || null;
}

/** The call failed before the provider began it. */
export function isUnsold(error: unknown): boolean {
  const { status } = error as { status?: unknown };
  return typeof status === "number" ? isUnbilled(status) : isRefusedConnection(connectionCode(error));
}
