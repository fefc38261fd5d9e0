/**
 * Requests in OpenAI's format. Fields that a debate has no use for, such as `temperature`, are ignored, as OpenAI ignores
 * unknown ones. What would change the answer and cannot be done, such as `tools`, is refused.
 */
import { z } from "zod";
import { dictionary, list } from "../../../domain/shapes/schemas/bounds.ts";
import { VERBOSITIES } from "../domain/asked.openai.ts";
import type { FusionAsked } from "../domain/fusion.openai.ts";

/** OpenRouter's name for Fusion as a model. */
export const FUSION_MODEL = "openrouter/fusion";

const MOST_MESSAGES = 1_000;
const text = z.string().max(1_000_000);

/** Of a conversation that was had with other models. What is not text is left out of the background. */
const part = z.object({
  type: z
    .string()
    .max(100)
    .meta({ description: "What it is: `text`, `input_text`, `output_text`, `refusal`, or another" }),
  text: text.nullable().optional().meta({ description: "A text's words" }),
  refusal: text.nullable().optional().meta({ description: "The words of a refusal" }),
});
const content = z
  .union([text, list(part, 1_000)])
  .nullable()
  .optional()
  .meta({ description: "What was said; of the last message text alone" });
const role = z
  .enum(
    ["system", "developer", "user", "assistant", "tool", "function"],
    "must be system, developer, user, assistant, tool or function",
  )
  .meta({ description: "Who said it. What a tool answered is background" });

const none = (what: string) =>
  z
    .union([z.null(), list(z.unknown(), 0)])
    .optional()
    .meta({ description: `Refused unless empty: ${what}` });

const metadata = dictionary(z.string().max(512), 16)
  .nullable()
  .optional()
  .meta({ description: "Up to 16 texts by key; they become the debate's metadata" });

const verbosity = z
  .enum(VERBOSITIES)
  .nullable()
  .optional()
  .meta({ description: "`low`: the answer alone; `medium` (default): the conclusion; `high`: the whole report" });

const schema = dictionary(z.unknown(), 100).meta({ description: "A JSON schema with an object at its root" });
const name = z.string().min(1).max(64).meta({ description: "The schema's name" });
const jsonSchema = z.literal("json_schema").meta({ description: "JSON of this schema" });
const plain = z.object({ type: z.enum(["text", "json_object"]).meta({ description: "Markdown, or any JSON" }) });

const plugin = z.object({
  id: z.literal("fusion", "must be fusion: it is the only plugin").meta({
    description: "`fusion`: models answer alone, and another one compares the answers and writes one. It is a council",
  }),
  enabled: z.boolean().optional().meta({ description: "False: as if it were not there" }),
  analysis_models: list(z.string().max(200), 8)
    .min(2)
    .optional()
    .meta({ description: "The members' models, `provider/model`; left out: those of the preset" }),
  model: z.string().max(200).optional().meta({ description: "The chair's model; left out: that of the preset" }),
});

const common = {
  model: z.string().max(200).meta({ description: "`parley/` and a preset's name, or its name and version" }),
  stream: z.boolean().nullable().optional().meta({ description: "True: the answer comes as server-sent events" }),
  metadata,
  plugins: list(plugin, 1)
    .nullable()
    .optional()
    .meta({ description: "OpenRouter's Fusion. The preset must be a council, such as `parley/council`" }),
  tools: none("the speakers of a debate take no tools from a caller"),
  parley: dictionary(z.unknown(), 100)
    .optional()
    .meta({ description: "Fields of a `DebateRequest`, put over those of the preset" }),
};

export const ChatRequest = z
  .object({
    ...common,
    messages: list(z.object({ role, content }), MOST_MESSAGES)
      .min(1)
      .meta({ description: "The conversation. The last message is debated; what came before is its background" }),
    functions: none("the speakers of a debate take no tools from a caller"),
    n: z
      .union([z.literal(1), z.null()], "must be 1: a debate has one answer")
      .optional()
      .meta({ description: "1" }),
    stream_options: z
      .object({ include_usage: z.boolean().optional().meta({ description: "A last piece has the usage" }) })
      .nullable()
      .optional()
      .meta({ description: "What else is streamed" }),
    response_format: z
      .union([
        plain,
        z.object({ type: jsonSchema, json_schema: z.object({ name, schema }).meta({ description: "The form" }) }),
      ])
      .nullable()
      .optional()
      .meta({ description: "The answer's form" }),
    verbosity,
  })
  .meta({ id: "OpenAIChatRequest", description: "A request of OpenAI's chat completions" });
export type ChatRequest = z.infer<typeof ChatRequest>;

const item = z.object({
  type: z.string().max(100).optional().meta({
    description: "`message` (default), or `function_call_output`, which is background; all others are left out",
  }),
  role: role.optional(),
  content,
  output: z
    .union([text, list(part, 1_000)])
    .nullable()
    .optional()
    .meta({ description: "What a tool answered" }),
});

export const ResponseRequest = z
  .object({
    ...common,
    input: z
      .union([text, list(item, MOST_MESSAGES).min(1)])
      .meta({ description: "What is asked. The last message is debated; what came before is its background" }),
    instructions: text.nullable().optional().meta({ description: "Background that comes first" }),
    previous_response_id: z
      .string()
      .max(100)
      .nullable()
      .optional()
      .meta({ description: "The response that this one continues: its question and answer become background" }),
    include: list(z.string().max(100), 20)
      .nullable()
      .optional()
      .meta({ description: "With `commentary`, turns and ballots are messages of that phase; all else is ignored" }),
    background: z
      .boolean()
      .nullable()
      .optional()
      .meta({ description: "True: the answer comes at once, and GET shows how it stands" }),
    text: z
      .object({
        format: z
          .union([plain, z.object({ type: jsonSchema, name, schema })])
          .nullable()
          .optional()
          .meta({ description: "The answer's form" }),
        verbosity,
      })
      .nullable()
      .optional()
      .meta({ description: "The answer's form and length" }),
  })
  .meta({ id: "OpenAIResponseRequest", description: "A request of OpenAI's responses" });
export type ResponseRequest = z.infer<typeof ResponseRequest>;

/** undefined: it is no request of OpenRouter's Fusion. */
export function fusionIn({ model, plugins }: Pick<ChatRequest, "model" | "plugins">): { fusion?: FusionAsked } {
  const [found] = plugins ?? [];
  if (!found || found.enabled === false) return model === FUSION_MODEL ? { fusion: {} } : {};
  const { analysis_models: members, model: chair } = found;
  return { fusion: { ...(members && { members }), ...(chair !== undefined && { chair }) } };
}
