/** Faults and losses, as the API shows them. */
import { z } from "zod";
import { line, prose } from "./bounds.ts";
import { timestamp } from "./spend.schema.ts";

export const Degradation = z
  .object({
    what: line.meta({ description: "What was lost" }),
    why: prose.meta({ description: "Why it was lost" }),
    participantId: line.optional().meta({ description: "Whom it concerns" }),
    round: z.int().optional().meta({ description: "In which round" }),
    code: z.enum(["budget_stopped", "hollow_consensus"]).optional().meta({
      description:
        "`budget_stopped`: the debate ended early, its budget was spent; `hollow_consensus`: participants agreed in private, and not for reasons",
    }),
  })
  .meta({ id: "Degradation", description: "Something that was lost, which the result has to do without" });
export type Degradation = z.infer<typeof Degradation>;

export const FaultView = z
  .object({
    kind: line.meta({ description: "The kind of fault, such as `authentication` or `rate_limit`" }),
    message: prose.meta({ description: "What went wrong" }),
    retryable: z.boolean().meta({ description: "True: the same call may succeed later" }),
    retryCount: z.int().meta({ description: "How often it was retried: by Parley, and by the owner's `retry`" }),
    ownerRetries: z.int().optional().meta({ description: "How many of these were the owner's; left out: none" }),
    participantId: line.optional().meta({ description: "Whose call failed; left out for the judge's" }),
    round: z.int().optional().meta({ description: "In which round" }),
    at: timestamp,
    suggestion: prose.meta({ description: "What the owner can do" }),
  })
  .meta({ id: "Fault", description: "A fault that stopped the debate or an act" });
export type FaultView = z.infer<typeof FaultView>;

export const Problem = z
  .object({
    pointer: line.meta({ description: "Where in the body (JSON pointer, RFC 6901), or the parameter's name" }),
    detail: prose.meta({ description: "What is wrong with it" }),
  })
  .meta({ id: "Problem", description: "Something that is wrong in a request" });
export type Problem = z.infer<typeof Problem>;

export const Warning = z
  .object({
    code: line.meta({ description: "The kind of warning" }),
    detail: prose.meta({ description: "What it is about" }),
    pointer: line.optional().meta({
      description: "Of an option that stood elsewhere in the body: where it belongs (JSON pointer)",
      examples: ["/judge/model/temperature"],
    }),
  })
  .meta({ id: "Warning", description: "Something worth knowing that stops nothing" });
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
  thresholdUsd: z.number().optional().meta({ description: "Of a cost: the threshold that was passed" }),
  spentUsd: z.number().optional().meta({ description: "Of a cost: what was charged when it was noticed" }),
  limitUsd: z.number().nullable().optional().meta({ description: "Of a cost: the debate's limit then; null: none" }),
}).meta({ id: "DebateWarning" });
export type DebateWarning = z.infer<typeof DebateWarning>;
