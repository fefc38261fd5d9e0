/** An MCP server that could not be reached for a turn, or for the judge. */
import { z } from "zod";
import { line } from "./bounds.ts";

export const UnreachableServer = z
  .object({
    server: line.meta({ description: "The MCP server's name" }),
    why: line.meta({ description: "Why, in short" }),
    when: z.enum(["start", "call"]).meta({
      description:
        "`start`: its tools were missing from the beginning, and the prompt says so; `call`: a call of one of its tools failed by it",
    }),
  })
  .meta({ id: "UnreachableServer", description: "An MCP server that could not be reached" });
export type UnreachableServer = z.infer<typeof UnreachableServer>;
