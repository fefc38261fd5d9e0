/** Ratings of models over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { readRatings } from "./ratings.routes.ts";

export const ratings: ApiFeature = { routes: [readRatings] };
