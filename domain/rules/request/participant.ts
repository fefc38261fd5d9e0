/** A speaker in a request. */
import { z } from "zod";
import { isReservedName, RESERVED } from "../../shapes/schemas/names.schema.ts";
import { toolFields } from "../../shapes/schemas/tool-request.ts";
import { ModelChoice } from "./model.request.ts";
import { label, promptOrigin, text } from "./texts.ts";

const characters = z.int().min(1).max(1_000_000);

export const ParticipantId = z
  .string()
  .max(32)
  .regex(/^[a-z0-9][a-z0-9-]*$/, "must be lower-case letters, digits and dashes, at most 32")
  .refine((id) => !isReservedName(id), RESERVED);

const personaText = z.string().min(1).max(2_000);

const PersonaRequest = z
  .strictObject({
    text: personaText
      .optional()
      .meta({ description: "As whom it argues; found for it when left out, where a persona is" }),
    inCharacter: z.boolean().optional().meta({
      description:
        "True: it stays in character in all that it says, and must not speak of itself as a language model (false). The debate, its exports and its report name who was told so",
    }),
  })
  .meta({ id: "PersonaRequest", description: "As whom a participant argues, and how strictly" });

export const ParticipantRequest = z
  .strictObject({
    enabled: z.boolean().optional().meta({
      description:
        "False: it stays in the request and takes no part, as if it were not there; `p1`, `p2`, … count the others",
    }),
    id: ParticipantId.optional().meta({
      description: "An id of your own for it; `p1`, `p2`, … in the request's order when left out",
    }),
    name: label.meta({ description: "Its name, which the others address it by" }),
    model: ModelChoice,
    fallbacks: z.array(ModelChoice).max(3).optional().meta({
      description:
        "Models that take its seat one after the other, when its model fails beyond its retries; what they lack is as `model` has it",
    }),
    side: z
      .enum(["for", "against", "neutral"])
      .optional()
      .meta({ description: "Which side of the motion it argues; needed where a format has sides" }),
    position: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .meta({ description: "What it argues for; its side's, or one that the judge's model finds, when left out" }),
    persona: z
      .union([personaText, PersonaRequest])
      .optional()
      .meta({ description: "As whom it argues: a text, or an object with `text` and `inCharacter`" }),
    role: label.optional().meta({
      description: "Dialectic: one of `GET /v1/roles`; Proposer–skeptic: proposer, skeptic or synthesizer",
    }),
    instructions: text.optional().meta({ description: "What else it is told to do; the built-in system prompt stays" }),
    systemPrompt: text.optional().meta({ description: "Takes the place of the built-in system prompt" }),
    systemPromptFrom: promptOrigin,
    ...toolFields,
    summaries: z
      .strictObject({
        enabled: z.boolean().optional().meta({ description: "False: this agent's view is never summarised" }),
        threshold: characters.optional().meta({ description: "Characters of its view from which on it is summarised" }),
        maxLength: characters.optional().meta({ description: "Characters of such a summary at most" }),
      })
      .optional()
      .meta({
        description: "Dialectic: whether and when this agent's view is summarised, in place of contextWindow's",
      }),
  })
  .meta({ id: "ParticipantRequest", description: "A speaker of the debate" });

/** A request's persona in parts. */
export function personaOf(persona: z.infer<typeof ParticipantRequest>["persona"]): z.infer<typeof PersonaRequest> {
  return typeof persona === "string" ? { text: persona } : (persona ?? {});
}
