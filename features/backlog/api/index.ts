/** The backlog over HTTP, and behind commands that find no place. */

import type { ApiFeature } from "../../../api/feature.ts";
import { readCommand } from "./backlog.routes.ts";
import { createBacklog } from "./backlog.ts";

export const backlog: ApiFeature = {
  routes: [readCommand],
  services: (services) => ({ backlog: createBacklog(services) }),
};
