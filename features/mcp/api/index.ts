/** The Model Context Protocol over HTTP. */

import type { ApiFeature } from "../../../api/feature.ts";
import { pointToMetadata, registerMetadata } from "./metadata.mcp.ts";
import { MCP_PATH, registerMcp } from "./route.mcp.ts";

export const mcp: ApiFeature = {
  before: (app, { settings }) => app.use(MCP_PATH, pointToMetadata(settings)),
  register(app, services) {
    registerMcp(app, services);
    registerMetadata(app, services.settings);
  },
};
