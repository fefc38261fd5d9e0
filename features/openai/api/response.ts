/** A debate as an object of OpenAI's responses, and as its stream of events. */
import type {
  Response,
  ResponseOutputItem,
  ResponseOutputMessage,
  ResponseReasoningItem,
  ResponseStreamEvent,
} from "openai/resources/responses/responses";
import { paragraphsOf } from "../../../domain/show/run/answer.run.ts";
import type { Asked } from "../domain/asked.openai.ts";
import type { Fusion } from "../domain/fusion.openai.ts";
import type { Answered } from "./answered.openai-api.ts";
import type { Begun } from "./begin.ts";
import { idOf, itemId } from "./ids.openai-api.ts";
import { responseUsage } from "./usage.openai-api.ts";

/** `output_text` and `access_programs` are the client's own. */
export type WireResponse = Omit<Response, "output_text" | "access_programs" | "status"> & {
  status: Answered["status"];
};
/** Without its place in the stream. */
type Unplaced<E> = E extends unknown ? Omit<E, "sequence_number"> : never;
type Event = Unplaced<ResponseStreamEvent>;

/** `watch` is the address of the debate's page. */
export interface Shown extends Begun {
  watch: string;
}

/** `progress`: the pieces of its reasoning summary. */
export function responseOf(
  { record, asked, watch }: Shown,
  { answered, progress }: { answered: Answered; progress: string[] },
): WireResponse {
  const { status } = answered;
  const isOver = status !== "queued" && status !== "in_progress";
  const { format, verbosity, instructions, previous, background, metadata } = asked;
  return {
    id: idOf("responses", record.id),
    object: "response",
    created_at: secondsOf(record.createdAt),
    ...(isOver && record.state.completedAt && { completed_at: secondsOf(record.state.completedAt) }),
    status,
    background,
    error: status === "failed" ? { code: "server_error", message: answered.message } : null,
    incomplete_details: null,
    instructions,
    max_output_tokens: null,
    metadata: { ...metadata, parley_debate: record.id, parley_watch: watch },
    model: asked.model,
    output: outputOf(record.id, { answered, progress, asked }),
    parallel_tool_calls: false,
    previous_response_id: previous,
    temperature: null,
    text: { format: format.type === "json_schema" ? { ...format, schema: { ...format.schema } } : format, verbosity },
    tool_choice: "none",
    tools: [],
    top_p: null,
    truncation: "disabled",
    ...("usage" in answered && { usage: responseUsage(answered.usage) }),
  };
}

interface Output {
  answered: Answered;
  progress: string[];
  asked: Asked;
}

function outputOf(debateId: string, { answered, progress, asked }: Output) {
  const text = textIn(answered);
  const items: ResponseOutputItem[] = asked.commentary
    ? progress.map((piece, n) => commentOf(debateId, { text: piece, n }))
    : progress.length > 0
      ? [reasoningOf(debateId, progress)]
      : [];
  if ("fusion" in answered && answered.fusion) items.push(fusionItem(debateId, answered.fusion));
  if (text !== null) items.push(answerOf(debateId, { text, asked }));
  return items;
}

/** As OpenRouter's responses have it; OpenAI's client has no type for it. */
function fusionItem(debateId: string, fusion: Fusion): ResponseOutputItem {
  const status = fusion.analysis ? "completed" : "incomplete";
  return { id: itemId("fus", debateId), type: "openrouter:fusion", status, ...fusion } as unknown as ResponseOutputItem;
}

export function textIn(answered: Answered): string | null {
  return "text" in answered ? answered.text : null;
}

function reasoningOf(debateId: string, progress: string[]): ResponseReasoningItem {
  const summary = progress.map((text) => ({ type: "summary_text" as const, text }));
  return { id: itemId("rs", debateId), type: "reasoning", summary };
}

function commentOf(debateId: string, { text, n }: { text: string; n: number }): ResponseOutputMessage {
  return { ...messageOf(itemId("msg", debateId, `c${n + 1}`), text), phase: "commentary" };
}

function answerOf(debateId: string, { text, asked }: { text: string; asked: Asked }): ResponseOutputMessage {
  return { ...messageOf(itemId("msg", debateId), text), ...(asked.commentary && { phase: "final_answer" }) };
}

function messageOf(id: string, text: string): ResponseOutputMessage {
  return {
    id,
    type: "message",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
  };
}

/** The events of a stream, in order. The same debate always gives the same events with the same numbers. */
export async function* responseEvents(
  shown: Shown,
  { pieces, end }: { pieces: AsyncIterable<string>; end: () => Promise<Shown & { answered: Answered }> },
): AsyncGenerator<ResponseStreamEvent, void> {
  let number = 0;
  const place = (event: Event): ResponseStreamEvent => ({ ...event, sequence_number: number++ });
  const begun = responseOf(shown, { answered: { status: "in_progress" }, progress: [] }) as Response;
  yield place({ type: "response.created", response: begun });
  yield place({ type: "response.in_progress", response: begun });
  const progress: string[] = [];
  for await (const piece of pieces) {
    const at = progress.length;
    const events = shown.asked.commentary
      ? messageEvents(commentOf(shown.record.id, { text: piece, n: at }), { text: piece, at })
      : summaryEvents(shown.record.id, { piece, at });
    progress.push(piece);
    for (const event of events) yield place(event);
  }
  const { answered, ...over } = await end();
  if (answered.status === "queued" || answered.status === "in_progress") return;
  const id = shown.record.id;
  if (progress.length > 0 && !shown.asked.commentary)
    yield place({ type: "response.output_item.done", output_index: 0, item: reasoningOf(id, progress) });
  let at = shown.asked.commentary ? progress.length : Math.min(1, progress.length);
  if ("fusion" in answered && answered.fusion) {
    const item = fusionItem(id, answered.fusion);
    yield place({ type: "response.output_item.added", output_index: at, item });
    yield place({ type: "response.output_item.done", output_index: at, item });
    at += 1;
  }
  const text = textIn(answered);
  if (text !== null)
    for (const event of messageEvents(answerOf(id, { text, asked: shown.asked }), { text, at })) yield place(event);
  const response = responseOf(over, { answered, progress }) as Response;
  yield place({ type: ENDS[answered.status], response });
}

const ENDS = {
  completed: "response.completed",
  failed: "response.failed",
  cancelled: "response.incomplete",
} as const;

function summaryEvents(debateId: string, { piece, at }: { piece: string; at: number }): Event[] {
  const place = { item_id: itemId("rs", debateId), output_index: 0, summary_index: at };
  const part = { type: "summary_text" as const, text: piece };
  const begins: Event[] =
    at === 0 ? [{ type: "response.output_item.added", output_index: 0, item: reasoningOf(debateId, []) }] : [];
  return [
    ...begins,
    { type: "response.reasoning_summary_part.added", ...place, part: { ...part, text: "" } },
    { type: "response.reasoning_summary_text.delta", ...place, delta: piece },
    { type: "response.reasoning_summary_text.done", ...place, text: piece },
    { type: "response.reasoning_summary_part.done", ...place, part },
  ];
}

function messageEvents(whole: ResponseOutputMessage, { text, at }: { text: string; at: number }): Event[] {
  const place = { item_id: whole.id, output_index: at, content_index: 0 };
  const part = { type: "output_text" as const, text, annotations: [], logprobs: [] };
  return [
    {
      type: "response.output_item.added",
      output_index: at,
      item: { ...whole, status: "in_progress", content: [] },
    },
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    ...paragraphsOf(text).map(
      (delta): Event => ({ type: "response.output_text.delta", ...place, delta, logprobs: [] }),
    ),
    { type: "response.output_text.done", ...place, text, logprobs: [] },
    { type: "response.content_part.done", ...place, part },
    { type: "response.output_item.done", output_index: at, item: whole },
  ];
}

export function secondsOf(iso: string): number {
  return Math.floor(Date.parse(iso) / 1_000);
}
