/** The field `output` of a request: the JSON Schema that the result is mapped to. */
import { z } from "zod";
import { dictionary } from "./bounds.ts";
import { schemaFaults } from "./json-schema.ts";

/** Fields of a schema, such as `type` and `properties`. */
const MOST_KEYWORDS = 100;

const OutputSchema = dictionary(z.unknown(), MOST_KEYWORDS).superRefine((schema, context) => {
  for (const { path, message } of schemaFaults(schema)) context.addIssue({ code: "custom", path, message });
});

export const OutputRequest = z
  .strictObject({
    schema: OutputSchema.meta({
      description:
        "A JSON Schema of an object, at most 32,000 bytes. References lead to its own `$defs`, and none leads back to itself. `pattern` and `default` are shown to the model, and not checked",
    }),
    name: z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9_-]+$/, "must be letters, digits, _ and -, at most 64")
      .optional()
      .meta({ description: "A name for the value, which the model is shown" }),
    description: z.string().min(1).max(2_000).optional().meta({ description: "What the value is for, for the model" }),
  })
  .meta({
    id: "OutputRequest",
    description:
      "After the result one more call maps it to a JSON value of this schema, `result.output`. The judge's model makes it; without a judge, the synthesizer's or the first participant's",
  });
export type OutputRequest = z.infer<typeof OutputRequest>;
