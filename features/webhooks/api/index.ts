/** Webhooks over HTTP, and in requests. */

import type { ApiFeature } from "../../../api/feature.ts";
import { webhookRoutes } from "./webhooks.routes.ts";
import { createWebhooks } from "./webhooks.ts";

export const webhooks: ApiFeature = { routes: webhookRoutes, services: (deps) => ({ webhooks: createWebhooks(deps) }) };
