/** The tools of the operator's MCP servers, as workers get them. */

import { version } from "../../../infra/base/version.ts";
import type { Parts } from "../../../infra/parts/parts.wiring.ts";
import { createToolbox } from "../activities/mcp.tool.ts";

export function tools({ config, metrics, telemetry }: Parts) {
  const { mcpServers: servers, mcpAllowPrivate: allowPrivate } = config;
  return { toolbox: metrics.toolbox(telemetry.toolbox(createToolbox({ servers, allowPrivate, version: version() }))) };
}
