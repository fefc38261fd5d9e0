/** What went wrong, as the API tells it. */
import { z } from "zod";
import { timestamp } from "./spend.ts";

export const Degradation = z
  .object({
    what: z.string(),
    why: z.string(),
    participantId: z.string().optional(),
    round: z.int().optional(),
    code: z.literal("budget_stopped").optional().meta({ description: "The debate ended early: its budget was spent" }),
  })
  .meta({ id: "Degradation" });
export type Degradation = z.infer<typeof Degradation>;

export const FaultView = z
  .object({
    kind: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    retryCount: z.int(),
    participantId: z.string().optional(),
    round: z.int().optional(),
    at: timestamp,
    suggestion: z.string(),
  })
  .meta({ id: "Fault" });
export type FaultView = z.infer<typeof FaultView>;

export const Problem = z.object({ pointer: z.string(), detail: z.string() }).meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;

export const Warning = z.object({ code: z.string(), detail: z.string() }).meta({ id: "Warning" });
export type Warning = z.infer<typeof Warning>;
