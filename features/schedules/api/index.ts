/** Schedules over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { scheduleRoutes } from "./schedules.routes.ts";

export const schedules: ApiFeature = { routes: Object.values(scheduleRoutes) };
