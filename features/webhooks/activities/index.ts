/** The activities of webhooks. */

import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { deliverEvents } from "./deliver-events.ts";
import { redeliverEvent } from "./redeliver.ts";

export function webhookActivities(deps: ActivityDeps) {
  return { deliverEvents: deliverEvents(deps), redeliverEvent: redeliverEvent(deps) };
}

export type WebhookActivities = ReturnType<typeof webhookActivities>;
