/** The activities of webhooks. */

import type { ActivityDeps } from "../../../activities/base/deps.ts";
import type { WebhookSettings } from "./deliver.ts";
import { deliverEvents } from "./deliver-events.ts";
import { redeliverEvent } from "./redeliver.ts";

declare module "../../../activities/base/deps.ts" {
  interface ActivityDeps {
    /** Missing: webhooks may not use private addresses. */
    webhooks?: WebhookSettings;
  }
}

export function webhookActivities(deps: ActivityDeps) {
  return { deliverEvents: deliverEvents(deps), redeliverEvent: redeliverEvent(deps) };
}
