/** Related debates over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { readRelated } from "./related.routes.ts";

export const related: ApiFeature = { routes: [readRelated] };
