/** What is looked up for a turn, and what it finds. */
import { defineEvent } from "./define-event.ts";

export const TOOLS = [
  defineEvent({
    type: "tool.called",
    shape: ({ turnRef, ToolUse }) => ({
      ...turnRef,
      use: ToolUse.pick({ id: true, type: true, server: true, tool: true, input: true }).meta({
        description: "Which tool, and what is asked of it",
      }),
    }),
    shared: ["round", "phase", "participantId", "turnId", "use"],
  }),
  defineEvent({
    type: "exhibits.found",
    shape: ({ turnRef, ToolUse, Exhibit, list }) => ({
      ...turnRef,
      use: ToolUse,
      exhibits: list(Exhibit, 100).meta({ description: "What it found, as all sides share it from now on" }),
    }),
    shared: ["round", "phase", "participantId", "turnId", "use", "exhibits"],
  }),
] as const;
