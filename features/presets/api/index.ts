/** Presets over HTTP, in requests, and as a page. */

import type { ApiFeature } from "../../../api/feature.ts";
import { showPage } from "../../../api/pages/pages.routes.ts";
import { applyPreset, findPreset } from "../store/find.ts";
import { presetRoutes } from "./presets.routes.ts";

export const presets: ApiFeature = {
  routes: Object.values(presetRoutes),
  pages: [{ title: "Presets", address: "/presets" }],
  register: (app) =>
    void app.get("/presets", (c) => showPage(c, { title: "Presets · Parley", entry: "presets-page.js" })),
  services: ({ store: { records } }) => ({
    presets: {
      apply: ({ tenant, body }) => applyPreset(records, tenant, body),
      find: (tenant, reference) => findPreset(records, tenant, reference),
    },
  }),
};
