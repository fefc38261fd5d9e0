/** Redelivers one event at the owner's request, even if the webhook is off. */
import { ApplicationFailure, Context } from "@temporalio/activity";
import { WEBHOOKS } from "../../../domain/play/records/kinds.record.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import { createDeliverer, type DelivererDeps } from "./deliver.ts";
import { requireDelivered } from "./deliver-events.ts";

export interface RedeliverInput {
  debate: DebateKey;
  eventId: number;
  /** When the owner asked, milliseconds since the epoch: its 24 hours start here. */
  since: number;
}

export const redeliverEvent = (deps: DelivererDeps) => {
  const deliverer = createDeliverer(deps);
  return async ({ debate, eventId, since }: RedeliverInput): Promise<void> => {
    const webhook = await deps.store.records.get(debate, WEBHOOKS, {});
    const { events } = await deps.store.log.read({ debate, after: eventId - 1, limit: 1 });
    const event = events.find(({ id }) => id === eventId);
    if (!webhook || !event) throw ApplicationFailure.nonRetryable(`there is no event ${eventId} to deliver`);
    const signal = Context.current().cancellationSignal;
    requireDelivered(event, await deliverer.attempt({ debate, webhook, event, since, signal }));
  };
};
