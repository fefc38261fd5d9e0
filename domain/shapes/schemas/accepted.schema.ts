/** Commands that were accepted while too many others waited, and are carried out in their turn. */
import { z } from "zod";
import type { Command } from "../lifecycle.shape.ts";
import { line } from "./bounds.ts";
import { timestamp } from "./spend.schema.ts";

/** `validate` has an answer to wait for, `configure` a version, and nobody waits in line to stop something. */
export const ACCEPTED_COMMANDS = [
  "start",
  "resume",
  "retry",
  "submitAnswers",
  "decide",
  "reset",
  "acknowledge",
] as const satisfies Command[];

export const AcceptedCommand = z
  .object({
    id: line.meta({ description: "Its id" }),
    command: z.enum(ACCEPTED_COMMANDS).meta({ description: "Which command" }),
    status: z
      .enum(["waiting", "carried-out", "refused"])
      .meta({ description: "`refused`: the debate had changed meanwhile, and `refusal` says how" }),
    acceptedAt: timestamp.meta({ description: "When it was accepted" }),
    place: z.int().optional().meta({ description: "While it waits: 1 is the tenant's next command" }),
    estimateSeconds: z.int().optional().meta({ description: "While it waits: how long it is likely to take" }),
    endedAt: timestamp.optional().meta({ description: "When it was carried out or refused" }),
    refusal: z
      .object({
        type: line.meta({ description: "As that of a problem: `illegal-transition`, `invalid-request`, `not-found`" }),
        detail: line.meta({ description: "What was wrong" }),
      })
      .optional()
      .meta({ description: "Why it was refused" }),
    links: z.object({ self: line.meta({ description: "Its address" }) }).meta({ description: "Addresses" }),
  })
  .meta({
    id: "AcceptedCommand",
    description: "A command that waits in its tenant's backlog, or did: it needs no repeating",
  });
export type AcceptedCommand = z.infer<typeof AcceptedCommand>;
