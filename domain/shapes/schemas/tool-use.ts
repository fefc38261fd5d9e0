/** What was looked up for a turn, or for the judge. */
import { z } from "zod";
import { line, list, prose } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { timestamp } from "./spend.schema.ts";

/** `web_search`: the provider's own search. `mcp`: a tool of an MCP server. `retrieval`: passages of the material. */
const TOOL_TYPES = ["web_search", "mcp", "retrieval"] as const;

const TOOL_STATUSES = ["done", "failed", "interrupted"] as const;

export const ToolUse = z
  .object({
    id: recordId.meta({ description: "<id of the turn or act>-u<n>", examples: ["g1-r2-t1-u1"] }),
    type: z.enum(TOOL_TYPES).meta({ description: "Whose tool it is" }),
    server: line.optional().meta({ description: "The MCP server" }),
    tool: line.meta({ description: "The tool's name" }),
    input: prose.meta({ description: "What was asked of it, at most 2,000 characters" }),
    status: z.enum(TOOL_STATUSES).meta({
      description: "`interrupted`: the worker died during the call. It is not made again",
    }),
    message: prose.optional().meta({ description: "Why it failed" }),
    exhibits: list(line, 100).meta({ description: "The exhibits that it found" }),
    latencyMs: z.int().min(0).meta({ description: "Milliseconds" }),
    at: timestamp,
  })
  .meta({ id: "ToolUse", description: "One call of a tool" });
export type ToolUse = z.infer<typeof ToolUse>;
