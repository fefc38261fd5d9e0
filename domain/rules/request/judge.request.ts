/** Who judges, in a request, and by what. */
import { z } from "zod";
import { list } from "../../shapes/schemas/bounds.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";
import { isReservedName, RESERVED } from "../../shapes/schemas/names.schema.ts";
import { toolFields } from "../../shapes/schemas/tool-request.ts";
import { ModelChoice } from "./model.request.ts";
import { optionSchema } from "./option-schema.ts";
import { quorumOf } from "./quorum.request.ts";
import { label, ONE_LINE, promptOrigin, text } from "./texts.ts";

const CriterionRequest = z
  .strictObject({
    // The scores have it as a key.
    name: label
      .regex(/^[^_]/, "must not begin with _")
      .refine((name) => !isReservedName(name), RESERVED)
      .meta({ description: "The criterion's name, by which scores are shown" }),
    weight: z
      .number()
      .positive()
      .max(1_000_000)
      .meta({ description: "Percent, or any positive number: the code normalises them" }),
    description: z
      .string()
      .min(1)
      .max(500)
      .regex(ONE_LINE, "must be one line without angle brackets or bidirectional controls")
      .optional()
      .meta({ description: "What the judge looks for" }),
  })
  .meta({ id: "CriterionRequest", description: "A criterion of the owner's own rubric" });

export const JudgeRequest = z
  .strictObject({
    model: ModelChoice,
    systemPrompt: text.optional().meta({ description: "Takes the place of the built-in system prompt" }),
    systemPromptFrom: promptOrigin,
    instructions: text
      .optional()
      .meta({ description: "Added to the judge's prompt: what it should weigh or watch for" }),
    role: label.optional().meta({ description: "Dialectic: one of `GET /v1/roles`" }),
    criteria: list(CriterionRequest, LIMITS.criteria)
      .min(1)
      .optional()
      .meta({ description: "In place of the built-in rubric" }),
    panel: z
      .union([list(ModelChoice, LIMITS.panel).min(1), z.int().min(1).max(LIMITS.panel)])
      .optional()
      .meta({
        description:
          "Models that vote on the verdict in the judge's place, each alone; temperature and length are as the judge's where one has none. A number: Parley chooses so many of different families, by the keys it has, and the warning `panel-chosen` names them",
      }),
    quorum: quorumOf("judges", LIMITS.panel).optional().meta({
      description:
        "Does without the slowest of the panel some time after so many have ruled; a panel of which fewer rule gives no verdict",
    }),
    bothOrders: optionSchema("judge/bothOrders"),
    requireIndependent: optionSchema("judge/requireIndependent"),
    guides: optionSchema("judge/guides"),
    ...toolFields,
  })
  .meta({
    id: "JudgeRequest",
    description: "Who judges, and how; the server's default judge when left out",
  });

/** The members of the panel that are named. A size is replaced by models before a request is checked. */
export function membersOf({ panel }: { panel?: ModelChoice[] | number | undefined } = {}): ModelChoice[] {
  return Array.isArray(panel) ? panel : [];
}
