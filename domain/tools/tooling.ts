/** Who may look up what. */
import type { DebateRequest } from "../request/debate-request.ts";
import { DEFAULT_CALLS, type ToolRequest } from "./request.ts";

/** A participant's or the judge's tools, with every default filled in. */
export interface Tooling {
  tools: ToolRequest[];
  maxCalls: number;
}

type Given = Pick<DebateRequest, "tools" | "maxToolCalls">;

/** Its own tools, else the request's. Nothing where it has none. */
export function toolingOf(own: Given, request: Given): { tooling?: Tooling } {
  const tools = own.tools ?? request.tools ?? [];
  if (tools.length === 0) return {};
  return { tooling: { tools, maxCalls: own.maxToolCalls ?? request.maxToolCalls ?? DEFAULT_CALLS } };
}

export function searchOf({ tools }: Tooling) {
  return tools.find((tool) => tool.type === "web_search");
}

export function serversOf({ tools }: Tooling) {
  return tools.filter((tool) => tool.type === "mcp");
}
