/** A2A over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { callAgent } from "./a2a.routes.ts";
import { getAgentCard } from "./card.a2a-api.ts";

export const a2a: ApiFeature = { routes: [callAgent, getAgentCard] };
