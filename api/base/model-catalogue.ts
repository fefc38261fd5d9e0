/** The models and providers that there are. */
import { z } from "@hono/zod-openapi";

export const ModelCatalogue = z
  .object({
    defaultModel: z
      .string()
      .nullable()
      .meta({ description: "Speaks where a request names no model; null: there is none" }),
    defaultJudgeModel: z
      .string()
      .nullable()
      .meta({ description: "Judges where a request names no judge and `usual` has no panel; null: there is none" }),
    usual: z
      .object({
        speakers: z.array(z.string()).meta({ description: "The speakers' models, by seat" }),
        judge: z.string().meta({ description: "The judge's model" }),
        panel: z
          .array(z.string())
          .meta({ description: "Models that vote in the judge's place; empty: it judges alone" }),
        uses: z
          .record(z.string(), z.string())
          .meta({ description: "The model that `usual/speaker-1`, `usual/judge-1` and so on stand for" }),
      })
      .meta({ description: "Whom a debate takes that names no participants and no judge" }),
    providers: z
      .array(
        z.object({
          id: z.string().meta({ description: "The part of a model's name before `/`" }),
          name: z.string().meta({ description: "Its name for people" }),
          keyVariable: z.string().nullable().meta({ description: "The environment variable with its key" }),
          isAuthenticated: z.boolean().meta({ description: "A key is set, or none is needed" }),
          demo: z.boolean().meta({ description: "Its canned replies come from no model" }),
          defaultModel: z.string().nullable().meta({ description: "Its usual model; null: none" }),
          usualModels: z.array(z.string()).meta({ description: "In the order in which a debate takes them" }),
          cheapModel: z.string().nullable().meta({ description: "Whom an audience takes that names none; null: none" }),
          search: z
            .object({ blocks: z.boolean().meta({ description: "It takes `blockedDomains`" }) })
            .nullable()
            .meta({ description: "Its own web search, for `tools`; null: it has none" }),
        }),
      )
      .meta({ description: "All providers, with and without a key" }),
    servers: z
      .array(z.string())
      .meta({ description: "Names of the MCP servers that the operator has configured, for `tools`" }),
    items: z
      .array(
        z.object({
          id: z.string().meta({ description: "`provider/model`" }),
          provider: z.string().meta({ description: "The provider's id" }),
          isAvailable: z.boolean().meta({ description: "Its provider has a key, or needs none" }),
          priceUsdPerMTok: z
            .object({
              input: z.number().meta({ description: "Of input tokens" }),
              cachedInput: z.number().nullable().meta({ description: "Of cached input tokens; null: as `input`" }),
              output: z.number().meta({ description: "Of output tokens" }),
            })
            .nullable()
            .meta({ description: "USD per million tokens; null: unknown" }),
          contextWindow: z.int().nullable().meta({ description: "Tokens" }),
          images: z.boolean().meta({ description: "It takes images" }),
          learnt: z.array(z.string()).meta({
            description:
              "How it is asked or heard otherwise, since its provider refused the usual way: the name of a parameter that is left out, " +
              "`max_tokens`, `system`, `json_schema`, `json_object`, `responses`, `thoughts`. It is kept for 30 days",
          }),
        }),
      )
      .meta({ description: "The known models" }),
  })
  .meta({ id: "ModelCatalogue" });
export type ModelCatalogue = z.infer<typeof ModelCatalogue>;
