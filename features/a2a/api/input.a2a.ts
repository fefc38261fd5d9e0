/** What agents send: calls of JSON-RPC, and messages. */
import { z } from "zod";
import { isObject } from "../../../domain/base/is-object.ts";
import { type Question, questionIn, type Said } from "../../../domain/rules/request/conversation.request.ts";
import { dictionary, list } from "../../../domain/shapes/schemas/bounds.ts";
import { A2aError } from "./errors.a2a-api.ts";

const id = z.string().min(1).max(255);
/** The protocol's JSON may have an empty text for none. */
const optionalId = z
  .string()
  .max(255)
  .optional()
  .transform((text) => text || undefined);

export const Call = z
  .object({
    jsonrpc: z.literal("2.0").meta({ description: "The version of JSON-RPC" }),
    id: z
      .union([z.string().max(255), z.int(), z.null()])
      .optional()
      .meta({ description: "Stands in each answer to the call" }),
    method: z.string().max(255).meta({
      description: "`SendMessage`, `SendStreamingMessage`, `GetTask`, `CancelTask` or `SubscribeToTask`",
    }),
    params: dictionary(z.unknown(), 100).optional().meta({ description: "As A2A 1.0 describes them for the method" }),
  })
  .meta({ id: "A2aCall", description: "A call of A2A 1.0 over JSON-RPC" });
export type Call = z.output<typeof Call>;

const Part = z.looseObject({ text: z.string().max(1_000_000).optional(), data: z.unknown().optional() });

const Message = z.object({
  messageId: id,
  role: z.literal("ROLE_USER"),
  parts: list(Part, 100),
  contextId: optionalId,
  taskId: optionalId,
  metadata: z.unknown().optional(),
});
export type Message = z.output<typeof Message>;

export const Sent = z.object({
  message: Message,
  configuration: z
    .object({ returnImmediately: z.boolean().optional(), taskPushNotificationConfig: z.unknown().optional() })
    .nullish(),
  metadata: z.unknown().optional(),
});
export type Sent = z.output<typeof Sent>;

export const Named = z.object({ id });

/** What is debated: all texts. Data is background. Throws `CONTENT_TYPE_NOT_SUPPORTED`, and `invalid-request` without words. */
export function questionOf(message: Message): Question {
  const background = dataIn(message).map((data): Said => ({ role: "user", text: JSON.stringify(data, null, 2) }));
  return questionIn([...background, { role: "user", text: textIn(message) }], "/message/parts");
}

export function textIn({ parts }: Message): string {
  const isStrange = parts.some(({ text, data }) => text === undefined && data === undefined);
  if (isStrange) throw new A2aError("CONTENT_TYPE_NOT_SUPPORTED", "a debate takes parts of text and data, not files");
  return parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join("\n");
}

export function dataIn({ parts }: Message): unknown[] {
  return parts.flatMap(({ data }) => (data === undefined ? [] : [data]));
}

/** `metadata.parley` of the call and of its message: a preset, and fields of a debate request. */
export function fieldsOf({ metadata, message }: Sent): Record<string, unknown> {
  return Object.assign({}, ...[metadata, message.metadata].map(parleyIn));
}

function parleyIn(metadata: unknown): object {
  const fields = isObject(metadata) ? metadata["parley"] : undefined;
  return isObject(fields) ? fields : {};
}
