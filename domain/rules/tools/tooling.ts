/** Who may look up what. */

import { DEFAULT_CALLS, type Tooling } from "../../shapes/schemas/tool-request.ts";
import type { DebateRequest } from "../request/debate-request.ts";

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

/** One for each call, one that is told that the calls are used up, and the last, which speaks. */
export function mostReplies({ maxCalls }: Tooling): number {
  return maxCalls + 2;
}

/** Tokens of one answer of a tool of an MCP server: what is longer is cut. */
export const ANSWER_TOKENS = 4_000;
/** Tokens that a provider's own search adds to the input: what is set aside, since providers name no limit. */
const SEARCH_TOKENS = 10_000;

/** Tokens that one call of a tool adds to what the model reads. */
export function tokensOfCall(tooling: Tooling): number {
  return searchOf(tooling) ? SEARCH_TOKENS : ANSWER_TOKENS;
}
