/** What speakers and the judge may look things up with, as a request names it. */
import { z } from "zod";
import { list } from "./bounds.ts";

/** Calls of tools for one turn. */
const MOST_CALLS = 20;
export const DEFAULT_CALLS = 4;

/** A host's name: no protocol, no port, no path, which providers do not all take. */
const domain = z
  .string()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i, "must be a domain, for example example.org");

/** As the operator names it in `MCP_SERVERS`. */
export const SERVER_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;

const WebSearchRequest = z
  .strictObject({
    type: z.literal("web_search").meta({ description: "The provider's own web search" }),
    allowedDomains: list(domain, 100).min(1).optional().meta({ description: "Only pages of these are found" }),
    blockedDomains: list(domain, 100)
      .min(1)
      .optional()
      .meta({ description: "No page of these is found; not with `allowedDomains`, and not with OpenAI's models" }),
  })
  .refine(({ allowedDomains, blockedDomains }) => !(allowedDomains && blockedDomains), {
    path: ["blockedDomains"],
    message: "cannot stand beside allowedDomains",
  })
  .meta({ id: "WebSearchRequest", description: "The provider's own web search" });

const McpRequest = z
  .strictObject({
    type: z.literal("mcp").meta({ description: "Tools of an MCP server" }),
    server: z.string().max(32).regex(SERVER_NAME, "must be the name of a server").meta({
      description: "A server that the operator has configured in `MCP_SERVERS`",
    }),
    tools: list(z.string().min(1).max(128), 50).min(1).optional().meta({
      description: "The names of those that may be called; all of the server's when left out",
    }),
  })
  .meta({ id: "McpRequest", description: "Tools of an MCP server" });

export const ToolRequest = z
  .discriminatedUnion("type", [WebSearchRequest, McpRequest])
  .meta({ id: "ToolRequest", description: "Something to look things up with" });
export type ToolRequest = z.infer<typeof ToolRequest>;

/** A participant's or the judge's tools, with every default filled in. */
export interface Tooling {
  tools: ToolRequest[];
  maxCalls: number;
}

/** Beside each other on a request, a participant and the judge. */
export const toolFields = {
  tools: list(ToolRequest, 10).optional().meta({
    description:
      "What to look things up with; in a participant or the judge in place of the request's, `[]` for nothing",
  }),
  maxToolCalls: z
    .int()
    .min(1)
    .max(MOST_CALLS)
    .optional()
    .meta({
      description: `How many calls of tools a turn may make at most; ${DEFAULT_CALLS} when left out`,
    }),
};
