/** The formats that there are, with what a form needs to know of them. */
import { z } from "@hono/zod-openapi";
import { ABOUT } from "../../domain/shapes/define-option.ts";
import { FormatName } from "../../domain/shapes/schemas/debate.schema.ts";

const FormatField = z
  .object({
    path: z.string().meta({ description: "Where a request has it", examples: ["termination/type"] }),
    kind: z
      .enum(["flag", "choice", "number"])
      .meta({ description: "What a form shows: a switch, a choice or a number" }),
    choices: z.array(z.string()).optional().meta({ description: "The values of a choice" }),
    min: z.number().optional().meta({ description: "The smallest number" }),
    max: z.number().optional().meta({ description: "The largest number" }),
    whole: z.literal(true).optional().meta({ description: "Only whole numbers" }),
    default: z
      .union([z.boolean(), z.number(), z.string()])
      .optional()
      .meta({ description: "The value where a request says nothing" }),
    label: z.string().optional().meta({ description: "What a form calls it; missing: the first sentence of `help`" }),
    words: z.record(z.string(), z.string()).optional().meta({ description: "What a form calls each of the choices" }),
    about: z.enum(ABOUT).meta({ description: "The part of a form where it stands" }),
    help: z.string().meta({ description: "What it does, in a sentence" }),
  })
  .meta({ id: "FormatField" });

export const FormatCatalogue = z
  .object({
    items: z
      .array(
        z.object({
          name: FormatName,
          title: z.string().meta({ description: "Its name for people", examples: ["Lincoln–Douglas"] }),
          when: z.string().meta({ description: "When to choose it, in a sentence" }),
          summary: z.string().meta({ description: "How it runs, in a sentence" }),
          isDefault: z.boolean().meta({ description: "True: the format of requests that name none" }),
          protocol: z.string().meta({ description: "The order of acts that it follows" }),
          participants: z
            .object({ min: z.int().meta({ description: "At least" }), max: z.int().meta({ description: "At most" }) })
            .meta({ description: "How many participants it takes" }),
          rounds: z
            .object({
              min: z.int().meta({ description: "At least" }),
              max: z.int().meta({ description: "At most" }),
              default: z.int().meta({ description: "`maxRounds` where a request for this format gives none" }),
            })
            .meta({ description: "How many rounds it has" }),
          judging: z
            .enum(["every-round", "final-only"])
            .meta({ description: "When the judge is asked, where a request says nothing" }),
          rules: z.string().meta({ description: "As the prompts tell the participants" }),
          hasJudge: z.boolean().meta({ description: "False: nobody judges" }),
          conclusion: z
            .enum(["verdict", "solution", "answer", "plurality", "council"])
            .meta({ description: "The `type` of its results" }),
          mode: z
            .literal("sequential")
            .optional()
            .meta({ description: "The only order within a round; missing: either" }),
          seats: z
            .object({
              field: z.enum(["side", "role"]).meta({ description: "The participant's field" }),
              choices: z.array(z.string()).meta({ description: "Its values" }),
            })
            .nullable()
            .meta({
              description: "What each participant is, and the field that says it; null: nothing needs to be said",
            }),
          hasPositions: z.boolean().meta({ description: "False: participants take no positions" }),
          fields: z.array(FormatField).meta({ description: "Fields of a request that not every format takes" }),
        }),
      )
      .meta({ description: "All formats" }),
  })
  .meta({ id: "FormatCatalogue" });
