/** Faults and losses, as the API shows them. */
import { z } from "zod";
import { line, prose } from "../request/bounds.ts";
import { timestamp } from "./spend.ts";

export const Degradation = z
  .object({
    what: line,
    why: prose,
    participantId: line.optional(),
    round: z.int().optional(),
    code: z.literal("budget_stopped").optional().meta({ description: "The debate ended early: its budget was spent" }),
  })
  .meta({ id: "Degradation" });
export type Degradation = z.infer<typeof Degradation>;

export const FaultView = z
  .object({
    kind: line,
    message: prose,
    retryable: z.boolean(),
    retryCount: z.int(),
    participantId: line.optional(),
    round: z.int().optional(),
    at: timestamp,
    suggestion: prose,
  })
  .meta({ id: "Fault" });
export type FaultView = z.infer<typeof FaultView>;

export const Problem = z.object({ pointer: line, detail: prose }).meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;

export const Warning = z.object({ code: line, detail: prose }).meta({ id: "Warning" });
export type Warning = z.infer<typeof Warning>;

/** The code of the warning that a threshold of costs was passed. */
export const COST_WARNING = "cost";

/** What `acknowledge` is for has `acknowledged`; a notice of the configuration has not. */
export const DebateWarning = Warning.extend({
  acknowledged: z
    .boolean()
    .optional()
    .meta({ description: "Its owner has seen it; missing: there is nothing to see to" }),
  acknowledgedAt: timestamp.optional(),
}).meta({ id: "DebateWarning" });
export type DebateWarning = z.infer<typeof DebateWarning>;
