/** A model in a request, and its options: of one shape wherever a request names a model. */
import { z } from "zod";
import { LONGEST_MODEL_NAME, MODEL_NAME } from "../../shapes/catalogue/catalogue.ts";
import type { MODEL_OPTIONS } from "../../shapes/catalogue/model-choice.ts";

export const ModelName = z
  .string()
  .max(LONGEST_MODEL_NAME)
  .regex(MODEL_NAME, "must be provider/model of letters, digits and . _ - : / @ + ~ #, for example openai/gpt-5.5");

const perMTok = z.number().min(0).max(1_000_000);
const ModelPrice = z
  .strictObject({
    input: perMTok.meta({ description: "Of input tokens" }),
    cachedInput: perMTok
      .optional()
      .meta({ description: "Of input tokens that the provider had cached; as `input` when left out" }),
    output: perMTok.meta({ description: "Of output tokens" }),
  })
  .meta({ id: "ModelPriceGiven", description: "USD per million tokens, in place of the price library's" });
const window = z
  .int()
  .min(1_000)
  .max(100_000_000)
  .meta({ description: "Tokens of the model's context window, where the catalogue is wrong or does not know it" });

export const maxOutputTokens = z
  .int()
  .min(16)
  .max(128_000)
  .optional()
  .meta({ description: "The longest reply, in tokens, reasoning included" });

const ModelWithOptions = z.strictObject({
  model: ModelName.meta({ description: "The model, `provider/model`" }),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .meta({ description: "From 0 (always alike) to 2 (very free); the act's usual one when left out" }),
  topP: z.number().gt(0).max(1).optional().meta({
    description:
      "Only tokens of the most likely mass are drawn, above 0 to 1 (all); not sent when left out, nor to Anthropic, whose API has none",
  }),
  maxOutputTokens,
  priceUsdPerMTok: ModelPrice.optional(),
  contextWindow: window.optional(),
  images: z
    .boolean()
    .optional()
    .meta({ description: "Whether the model takes images, where the catalogue is wrong or does not know it" }),
} satisfies Record<"model" | (typeof MODEL_OPTIONS)[number], z.ZodType>);

export const ModelChoice = z
  .union([ModelName, ModelWithOptions])
  .meta({ id: "ModelChoice", description: "`provider/model`, alone or with its options" });
export type ModelChoice = z.infer<typeof ModelChoice>;
