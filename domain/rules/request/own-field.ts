/** The schema of a field that only some protocols take, made from its description. */
import { z } from "zod";
import { DESCRIBED_FIELDS, type DescribedPath, type OwnField } from "./own-fields.ts";

type OwnSchema<P extends DescribedPath> = (typeof DESCRIBED_FIELDS)[P] extends {
  choices: infer C extends readonly string[];
}
  ? z.ZodEnum<{ [Choice in C[number]]: Choice }>
  : (typeof DESCRIBED_FIELDS)[P] extends { kind: "flag" }
    ? z.ZodBoolean
    : z.ZodNumber;

export function ownField<P extends DescribedPath>(path: P): z.ZodOptional<OwnSchema<P>> {
  const field: OwnField = DESCRIBED_FIELDS[path];
  const { help, of } = field;
  const shown = field.kind === "choice" || field.default === false ? "" : ` (${field.default})`;
  return schemaOf(field)
    .optional()
    .meta({ description: `${of ? `${of}: ` : ""}${help}${shown}` }) as z.ZodOptional<OwnSchema<P>>;
}

function schemaOf(field: OwnField): z.ZodType {
  if (field.kind === "flag") return z.boolean();
  if (field.kind === "choice") return z.enum(field.choices);
  return (field.whole ? z.int() : z.number()).min(field.min).max(field.max);
}
