/** A draft needs a place under the limits of its key and tenant when it starts, or waits for one. */

import { lowestUsd } from "../../domain/around/quotas/admission.quota.ts";
import { NEEDS_MOST } from "../../domain/around/quotas/refusal.quota.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { queuedSignal } from "../../workflows/base/messages.workflow-base.ts";
import type { Services } from "../base/services.ts";
import { signalWorkflow } from "../base/temporal.api-base.ts";
import { type QuotaKey, requirePlace } from "./admission.quota-api.ts";

/** Unknown outcomes: the debate may have started. */
const UNKNOWN = ["unavailable", "internal"];

/** `start` starts it. Null: it waits in the queue. Throws `quota-exceeded`, and what `start` throws. */
export async function startDraft<T>(
  services: Services,
  { record, key }: { record: DebateRecord; key: QuotaKey },
  command: () => Promise<T>,
): Promise<T | null> {
  const { store } = services;
  const { tenant, config, state } = record;
  // It is no draft any more, and takes the place of none.
  const start = async () => {
    const started = await command();
    await store.shelves.remove({ tenant, of: "debates" }, record.id);
    return started;
  };
  // The workflow says what is lacking.
  if (state.status !== "ready") return start();
  const hasUsd = lowestUsd(await store.quotas.read(tenant), key ?? null) !== null;
  if (hasUsd && config.budget?.maxCostUsd === undefined)
    throw new ParleyError("invalid-request", "the draft needs a limit in USD", { errors: [NEEDS_MOST] });
  const whenBusy = config.whenBusy ?? "reject";
  const place = await requirePlace(services, { record, key, whenBusy, isMade: true });
  if (place.kind === "queued") {
    await signalWorkflow(services, record.id, queuedSignal);
    return null;
  }
  try {
    return await start();
  } catch (error) {
    const isRefused = error instanceof ParleyError && !UNKNOWN.includes(error.code);
    if (isRefused && place.kind === "admitted" && !place.isKnown) await store.quotas.settle(keyOf(record), null);
    throw error;
  }
}
