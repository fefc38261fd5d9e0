/** What the addresses below `/openai/` answer, as far as its clients rely on it. */
import { z } from "zod";

const object = (name: string) => z.literal(name).meta({ description: `\`${name}\`` });
const id = z.string().meta({ description: "Its id" });
const created = z.int().meta({ description: "Seconds since 1970" });
const metadata = z
  .record(z.string(), z.string())
  .nullable()
  .meta({ description: "That of the request, with `parley_debate` and `parley_watch`, the debate and its page" });
const model = z.string().meta({ description: "As the request names it" });

export const StreamText = z.string().meta({
  id: "OpenAIStream",
  description: "Server-sent events, as OpenAI's clients read them",
});

export const ModelObject = z
  .object({
    id: z.string().meta({ description: "`parley/` and the preset's name" }),
    object: object("model"),
    created,
    owned_by: z.string().meta({ description: "`parley`, or `tenant` for a preset of one's own" }),
  })
  .meta({ id: "OpenAIModel", description: "A preset, as a model" });
export type ModelObject = z.infer<typeof ModelObject>;

export const ModelObjects = z
  .object({ object: object("list"), data: z.array(ModelObject).meta({ description: "All presets" }) })
  .meta({ id: "OpenAIModels", description: "All presets, as models" });

export const ChatCompletionObject = z
  .object({
    id,
    object: object("chat.completion"),
    created,
    model,
    choices: z.array(z.unknown()).meta({ description: "One choice, whose message has the answer" }),
    usage: z.unknown().meta({ description: "The tokens of all calls of the debate" }),
    metadata,
    analysis: z.unknown().optional().meta({
      description:
        "Of Fusion: `consensus`, `contradictions`, `partial_coverage`, `unique_insights` and `blind_spots`; missing where the chair failed",
    }),
    failed_models: z
      .array(z.unknown())
      .optional()
      .meta({ description: "Of Fusion: the members that are out, each with `model` and `error`" }),
    failure_reason: z.string().optional().meta({ description: "Of Fusion: why there is no analysis" }),
  })
  .meta({ id: "OpenAIChatCompletion", description: "An answer of OpenAI's chat completions" });

export const ResponseObject = z
  .object({
    id,
    object: object("response"),
    created_at: created,
    status: z
      .enum(["queued", "in_progress", "completed", "failed", "cancelled"])
      .meta({ description: "How the debate stands" }),
    model,
    output: z
      .array(z.unknown())
      .meta({ description: "The rounds as a summary of reasoning, of Fusion an `openrouter:fusion`, and the answer" }),
    metadata,
  })
  .meta({ id: "OpenAIResponse", description: "An answer of OpenAI's responses" });

export const InputItems = z
  .object({
    object: object("list"),
    data: z.array(z.unknown()).meta({ description: "What was sent, the newest first" }),
    first_id: z.string().nullable().meta({ description: "The first item's id" }),
    last_id: z.string().nullable().meta({ description: "The last item's id" }),
    has_more: z.boolean().meta({ description: "True: a page after `last_id` follows" }),
  })
  .meta({ id: "OpenAIInputItems", description: "What a response was asked" });

export const DeletedObject = z
  .object({
    id,
    object: z.string().meta({ description: "What was erased" }),
    deleted: z.boolean().meta({ description: "True" }),
  })
  .meta({ id: "OpenAIDeleted", description: "Something that was erased" });
