/** Presets over HTTP, and in requests. */

import type { ApiFeature } from "../../../api/feature.ts";
import { applyPreset } from "../store/find.ts";
import { presetRoutes } from "./presets.routes.ts";

export const presets: ApiFeature = {
  routes: Object.values(presetRoutes),
  services: ({ store }) => ({ presets: { apply: ({ tenant, body }) => applyPreset(store.records, tenant, body) } }),
};
