/**
 * A reasoning template, a named pattern of argument (docs/design/debate.md#19-exhibits-and-templates), as sent, stored
 * and shown.
 */
import { z } from "zod";
import { ParleyError } from "../../base/errors.base.ts";
import { notBlank } from "../../shapes/schemas/bounds.ts";
import { faultsOf } from "../request/faults.request.ts";
import { label, Tags } from "../request/texts.ts";

/** Characters; fits the window of every common embedding model. */
export const MAX_TEXT = 8_000;

export const TemplateRequest = z
  .strictObject({
    name: label.meta({ description: "Its name, for people and in prompts" }),
    description: notBlank(500).optional().meta({ description: "When to use it" }),
    text: notBlank(MAX_TEXT).meta({ description: "How to argue by this pattern" }),
    tags: Tags.default([]).meta({ description: "Labels, which the search reads too" }),
  })
  .meta({ id: "TemplateRequest", description: "A named pattern of argument" });
export type TemplateRequest = z.infer<typeof TemplateRequest>;

export const Template = z
  .object({
    id: z
      .string()
      .meta({ description: "The template's id", examples: ["steelman-first", "tpl-20261121-051254-7K2M9Q"] }),
    name: z.string().meta({ description: "Its name, for people and in prompts" }),
    description: z.string().optional().meta({ description: "When to use it" }),
    text: z.string().meta({ description: "How to argue by this pattern" }),
    tags: z.array(z.string()).meta({ description: "Labels, which the search reads too" }),
    builtIn: z.boolean().meta({ description: "Comes with Parley and can not be changed" }),
  })
  .meta({ id: "Template", description: "A named pattern of argument" });
export type Template = z.infer<typeof Template>;

/** Throws `invalid-request` with every fault and its pointer. */
export function requireTemplate(body: unknown): TemplateRequest {
  const parsed = TemplateRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ParleyError("invalid-request", "the template is not valid", { errors: faultsOf(parsed.error) });
}
