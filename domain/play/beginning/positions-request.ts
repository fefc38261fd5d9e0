/** Request, response and checks of `POST /v1/positions`: positions for a topic, without a debate. */
import { z } from "zod";
import { LanguageTag } from "../../base/language/tag.ts";
import { faultsOf } from "../../rules/request/faults.request.ts";
import { ModelChoice } from "../../rules/request/model.request.ts";
import { Topic } from "../../rules/request/texts.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { ChosenModel } from "../../shapes/catalogue/model-ref.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";
import { Diversity } from "../../shapes/schemas/positions.schema.ts";
import { Money, Usage } from "../../shapes/schemas/spend.schema.ts";
import { modelProblems } from "./checks.beginning.ts";
import { chosenModel } from "./chosen-model.ts";

export const PositionsRequest = z
  .strictObject({
    topic: Topic.meta({ description: "The question or motion" }),
    context: z
      .string()
      .max(LIMITS.background)
      .optional()
      .meta({ description: "Background that the model reads beside the topic" }),
    language: LanguageTag.optional().meta({
      description: "In which they are written, as a BCP-47 tag such as `de`; the topic's when left out",
    }),
    count: z.int().min(2).max(8).meta({ description: "How many positions to find" }),
    diversity: Diversity.optional(),
    model: ModelChoice.optional().meta({ description: "The default model unless given" }),
  })
  .meta({ id: "PositionsRequest", description: "A topic to find positions on" });
export type PositionsRequest = z.infer<typeof PositionsRequest>;

export const Positions = z
  .object({
    positions: z
      .array(
        z.object({
          position: z.string().meta({ description: "What to argue for" }),
          persona: z.string().meta({ description: "As whom to argue for it" }),
          keyArguments: z.array(z.string()).meta({ description: "The best arguments for it" }),
        }),
      )
      .meta({ description: "All different, in no order of rank" }),
    reasoning: z.string().meta({ description: "Why these positions" }),
    model: z.string().meta({ description: "The model that found them" }),
    usage: Usage,
    costUsd: Money,
  })
  .meta({ id: "Positions", description: "Positions on a topic, without a debate" });
export type Positions = z.infer<typeof Positions>;

/** With the model that is asked. */
export type CheckedPositions = Omit<PositionsRequest, "model"> & { model: ChosenModel };

type Checked = { request: CheckedPositions; problems: [] } | { request: null; problems: Problem[] };

/** Checks a body, and that its model is available. Pure. */
export function checkPositionsRequest(body: unknown, catalogue: Catalogue): Checked {
  const parsed = PositionsRequest.safeParse(body);
  const asked = PositionsRequest.shape.model.safeParse((body as { model?: unknown } | null)?.model);
  const model = asked.success ? (asked.data ?? catalogue.defaultModel()) : null;
  const problems = [
    ...(parsed.success ? [] : faultsOf(parsed.error)),
    ...(model === null ? [] : modelProblems(model, "/model", catalogue)),
  ];
  if (asked.success && model === null)
    problems.push({
      pointer: "/model",
      detail: "a model is needed: give one, or set DEFAULT_MODEL or a provider's key",
    });
  const chosen = chosenModel(model ?? "");
  if (!parsed.success || !chosen || problems.length > 0) return { request: null, problems };
  return { request: { ...parsed.data, model: chosen }, problems: [] };
}
