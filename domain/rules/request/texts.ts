/** Texts of a request: names, tags, topics and what a model is told. */
import { z } from "zod";
import { withoutInvisible } from "../../base/text/invisible.ts";
import { list, notBlank } from "../../shapes/schemas/bounds.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";

/** No Unicode properties: the OpenAPI document contains this pattern, and other languages do not know them. */
export const ONE_LINE =
  // oxlint-disable-next-line no-control-regex
  /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069<>]*$/;

/** Prompts and reports contain these names, so they have no line breaks, control characters or angle brackets. */
export const label = z
  .string()
  .trim()
  .min(1, "must not be blank")
  .max(LIMITS.name)
  .regex(ONE_LINE, "must have no line breaks, control or bidirectional characters, or angle brackets")
  .refine((name) => name === "" || withoutInvisible(name).trim() !== "", "must have a visible character");

/** Pieces between commas are tags of their own, wherever the request comes from. */
export const Tags = list(z.string().max(LIMITS.tags * LIMITS.name), LIMITS.tags)
  .transform((given) => given.flatMap(tagsIn))
  .pipe(list(label, LIMITS.tags));

/** A text without any is a blank tag, which is refused. */
export function tagsIn(text: string): string[] {
  const tags = text.split(",").filter((piece) => piece.trim() !== "");
  return tags.length === 0 ? [""] : tags;
}

export const Topic = notBlank(LIMITS.topic);

export const text = z.string().min(1).max(LIMITS.text);

export const promptOrigin = z
  .string()
  .min(1)
  .max(1_000)
  .regex(ONE_LINE, "must be one line without angle brackets")
  .optional()
  .meta({
    description: "Where the system prompt comes from, such as a file's path: `promptSources` names it",
  });
