/** A tool: its description for models, and its call, which has its input's type. The server checks the input before. */
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Exchange } from "./exchange.ts";
import type { ToolOutcome } from "./results.mcp.ts";

interface Description {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  /** Left out where a task can take the result's place: the SDK refuses a task that does not match it. */
  outputSchema?: z.ZodType;
  /** For programs: what shows the results. */
  _meta?: { ui: { resourceUri: string } };
}

export interface Tool extends Description {
  inputSchema: z.ZodType;
  call: (exchange: Exchange, input: unknown) => Promise<ToolOutcome>;
}

export function defineTool<S extends z.ZodType>(
  of: Description & {
    inputSchema: S;
    call: (exchange: Exchange, input: z.infer<S>) => Promise<ToolOutcome>;
  },
): Tool {
  return { ...of, call: of.call as Tool["call"] };
}

/** Hints for programs, which may ask their user before a call. */
export const READING: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
export const WRITING: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

export const DEBATE_ID = z.string().min(1).meta({ description: "The debate's id from start_debate" });

/** A page of a list. */
export const PAGE = {
  limit: z.int().min(1).max(100).default(10),
  cursor: z.string().optional().meta({ description: "nextCursor of the call before" }),
};
