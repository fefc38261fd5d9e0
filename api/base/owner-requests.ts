/** What an owner sends to a debate that there is: commands, remarks and forks. */
import { z } from "@hono/zod-openapi";
import { dictionary } from "../../domain/shapes/schemas/bounds.ts";
import { LIMITS } from "../../domain/shapes/schemas/limits.schema.ts";

export const CommandRequest = z
  .strictObject({ reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }) })
  .meta({ id: "CommandRequest", description: "May be omitted, with the whole body" });

export const ValidateRequest = z
  .strictObject({
    live: z.boolean().optional().meta({
      description: "True: each model is asked one short question too; left out: as `validate.live` of the request says",
    }),
    reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }),
  })
  .meta({ id: "ValidateRequest", description: "May be omitted, with the whole body" });

export const PauseRequest = z
  .strictObject({
    when: z.literal("now").optional().meta({ description: "Cancels running calls; their turns start over on resume" }),
    reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }),
  })
  .meta({ id: "PauseRequest", description: "How to pause" });

export const StopRequest = z
  .strictObject({
    mode: z
      .enum(["conclude", "abandon"])
      .optional()
      .meta({ description: "`conclude` (default): the judge rules on what there is; `abandon`: cancel now" }),
    reason: z.string().max(2_000).optional().meta({ description: "Why, for the log" }),
  })
  .meta({ id: "StopRequest", description: "How to stop" });

export const InterjectionRequest = z
  .strictObject({
    text: z
      .string()
      .max(20_000)
      .refine((text) => text.trim() !== "", "must not be blank")
      .meta({ description: "What the owner says to the participants" }),
    to: z.string().max(32).optional().meta({ description: "The id of the only participant who is shown it" }),
  })
  .meta({ id: "InterjectionRequest", description: "The owner's words to the participants" });

export const ForkRequest = z
  .strictObject({
    afterRound: z.int().min(0).max(LIMITS.rounds).meta({
      description: "The last round that both share; 0 starts over with the assigned positions",
    }),
    changes: dictionary(z.unknown(), 50).default({}).meta({
      description:
        "A JSON merge patch (RFC 7396) of the original's request. The shared rounds depend on topic, context, format, mode, exhibits, diversity, clarifications, retrieval, and on the participants' id, name, side, position, persona and role: these cannot change, and a list of participants may omit them",
    }),
  })
  .meta({ id: "ForkRequest", description: "Where the fork begins, and what differs" });
