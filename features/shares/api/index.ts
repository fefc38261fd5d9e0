/** Share links over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { registerShared } from "./shared.shares-api.ts";
import { shareRoutes } from "./shares.routes.ts";
import { createShares } from "./shares.ts";

export const shares: ApiFeature = {
  routes: Object.values(shareRoutes),
  register: registerShared,
  services: (services) => ({ shares: createShares({ store: services.store, now: () => services.now() }) }),
};
