/** Files over HTTP: uploads, and what is read of them. */

import type { ApiFeature } from "../../../api/feature.ts";
import { fileRoutes } from "./files.routes.ts";

export const files: ApiFeature = { routes: Object.values(fileRoutes) };
