/** Ratings of models, and what levels of support have earned, over HTTP and as a page. */

import type { ApiFeature } from "../../../api/feature.ts";
import { showPage } from "../../../api/pages/pages.routes.ts";
import { listCases } from "../../../store/records/known-cases.records.ts";
import { earnedLevels } from "../domain/earned.rating.ts";
import { calibrate, readLevels } from "./earned.routes.ts";
import { readRatings } from "./ratings.routes.ts";

export const ratings: ApiFeature = {
  routes: [readRatings, readLevels, calibrate],
  pages: [{ title: "Ratings", address: "/ratings" }],
  register: (app) =>
    void app.get("/ratings", (c) => showPage(c, { title: "Ratings · Parley", entry: "ratings-page.js" })),
  services: ({ store }) => ({ earned: async (tenant) => earnedLevels(await listCases(store.records, tenant)) }),
};
