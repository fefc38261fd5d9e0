/** A reasoning template: a named pattern of argument (spec §1.9). As it is sent, as it is kept, as it is shown. */
import { z } from "zod";
import { faultsOf } from "../checks.ts";
import { ParleyError } from "../errors.ts";
import { label } from "../request.ts";

/** Characters. A text of this size fits the window of every embedding model in use. */
export const MAX_TEXT = 8_000;

const notBlank = (text: string) => text.trim() !== "";

export const TemplateRequest = z
  .strictObject({
    name: label,
    description: z.string().max(500).refine(notBlank, "must not be blank").optional(),
    text: z
      .string()
      .max(MAX_TEXT)
      .refine(notBlank, "must not be blank")
      .meta({ description: "How to argue by this pattern" }),
    tags: z.array(label).max(20).default([]),
  })
  .meta({ id: "TemplateRequest" });
export type TemplateRequest = z.infer<typeof TemplateRequest>;

export const Template = z
  .object({
    id: z.string().meta({ examples: ["steelman-first", "tpl-20261121-051254-7K2M9Q"] }),
    name: z.string(),
    description: z.string().optional(),
    text: z.string().meta({ description: "How to argue by this pattern" }),
    tags: z.array(z.string()),
    builtIn: z.boolean().meta({ description: "Comes with Parley and can not be changed" }),
  })
  .meta({ id: "Template" });
export type Template = z.infer<typeof Template>;

/** Throws `invalid-request` with every fault of the body, each with its pointer. */
export function requireTemplate(body: unknown): TemplateRequest {
  const parsed = TemplateRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ParleyError("invalid-request", "the template is not valid", { errors: faultsOf(parsed.error) });
}

/** All of a template that says what it is about, as one text. */
export function searchableText({ name, description, tags, text }: Omit<Template, "id" | "builtIn">): string {
  return [name, description ?? "", tags.join(", "), text].filter(notBlank).join("\n");
}
