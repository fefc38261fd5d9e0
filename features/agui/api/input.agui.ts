/** What a front end sends to begin a run, or to follow or resume one: AG-UI's `RunAgentInput`. */
import { z } from "zod";
import { isObject } from "../../../domain/base/is-object.ts";
import { type Question, questionIn, type Said, saidBy } from "../../../domain/rules/request/conversation.request.ts";
import { list } from "../../../domain/shapes/schemas/bounds.ts";
import { isAside } from "../domain/messages.agui.ts";

const MOST_MESSAGES = 1_000;
const text = z.string().max(1_000_000);
const id = z.string().min(1).max(255);

const part = z.object({
  type: z.string().max(100).meta({ description: "What it is: `text`, or something that is left out" }),
  text: text.optional().meta({ description: "A text's words" }),
});

const kept = z.unknown().optional().meta({ description: "Is given back as it is" });

const message = z.object({
  id: id.meta({ description: "The message's id" }),
  role: z
    .enum(["user", "assistant", "system", "developer", "tool", "activity", "reasoning"])
    .meta({ description: "Who said it; `activity` and `reasoning` are left out" }),
  content: z
    .unknown()
    .optional()
    .meta({ description: "A text, or a list of parts; of the last message of the user text alone" }),
  name: kept,
  toolCallId: kept,
  toolCalls: kept,
  error: kept,
  encryptedValue: kept,
  metadata: kept,
});

const entry = z.object({
  interruptId: id.meta({ description: "The interrupt's id" }),
  status: z
    .enum(["resolved", "cancelled"])
    .meta({ description: "`cancelled`: questions are skipped, a decision takes its default" }),
  payload: z.unknown().optional().meta({
    description: "The answer, as the interrupt's `responseSchema` says; a text is the answer to its first field",
  }),
});
export type ResumeEntry = z.infer<typeof entry>;

export const RunInput = z
  .object({
    threadId: id.meta({ description: "The conversation" }),
    runId: id.meta({ description: "The run. The same id again follows the same debate, for 24 hours" }),
    messages: list(message, MOST_MESSAGES).meta({
      description: "The conversation. The last message of the user is debated; what came before is its background",
    }),
    context: list(
      z.object({
        description: text.meta({ description: "What it is" }),
        value: text.meta({ description: "The text" }),
      }),
      100,
    )
      .optional()
      .meta({ description: "More background" }),
    resume: list(entry, 100).optional().meta({ description: "Answers to the interrupts of the run before" }),
    forwardedProps: z
      .unknown()
      .optional()
      .meta({ description: "`parley`: fields of a `DebateRequest`, put over those of the preset" }),
    state: z.unknown().optional().meta({ description: "Ignored: the debate has its own" }),
    tools: list(z.unknown(), 1_000)
      .optional()
      .meta({ description: "Ignored: speakers take no tools from a front end" }),
  })
  .meta({ id: "AguiRunInput", description: "A run of AG-UI" });
export type RunInput = z.infer<typeof RunInput>;

/** Throws `invalid-request` if no message of the user can be debated. */
export function questionOf({ messages, context = [] }: RunInput): Question {
  const background = context.map(
    ({ description, value }): Said => ({ role: "system", text: `${description}: ${value}` }),
  );
  return questionIn([...background, ...messages.flatMap(saidIn)], "/messages");
}

/** How earlier debates came to their answers is left out. */
function saidIn({ id: messageId, role, content }: RunInput["messages"][number]): Said[] {
  if (role === "activity" || role === "reasoning" || isAside(messageId)) return [];
  const parts = z.union([text, list(part, 1_000)]).safeParse(content ?? "");
  return [saidBy(role, parts.success ? parts.data : [{ type: "unknown" }])];
}

export function fieldsOf({ forwardedProps }: RunInput): Record<string, unknown> {
  const fields = isObject(forwardedProps) ? forwardedProps["parley"] : undefined;
  return isObject(fields) ? fields : {};
}
