/** Ratings of models, and what levels of support have earned, over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { listCases } from "../../../store/records/known-cases.records.ts";
import { earnedLevels } from "../domain/earned.rating.ts";
import { calibrate, readLevels } from "./earned.routes.ts";
import { readRatings } from "./ratings.routes.ts";

export const ratings: ApiFeature = {
  routes: [readRatings, readLevels, calibrate],
  services: ({ store }) => ({ earned: async (tenant) => earnedLevels(await listCases(store.records, tenant)) }),
};
