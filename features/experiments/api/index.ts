/** Experiments over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { experimentRoutes } from "./experiments.routes.ts";

export const experiments: ApiFeature = { routes: experimentRoutes };
