/** What was told of a debate, as messages of AG-UI. Their ids begin with the debate's. */
import type { AssistantMessage, Message } from "@ag-ui/core";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import type { Exhibit } from "../../../domain/shapes/schemas/exhibit.schema.ts";
import { type Cast, type Told, told } from "../../../domain/show/run/told.run.ts";

export const ANSWER = "answer";
const OURS = /^deb-[^/]{1,40}\//;

/** Of a turn, a ballot, a call of a tool, or `ANSWER`. */
export function messageId(debateId: string, record: string): string {
  return `${debateId}/${record}`;
}

/** A message that tells how an answer came about, in this debate or one before it. */
export function isAside(id: string): boolean {
  return OURS.test(id) && !id.endsWith(`/${ANSWER}`);
}

export function judgeName(by: string): string {
  return `Judge (${by})`;
}

/** JSON, as arguments of tools usually are. */
export function argumentsOf({ input }: { input: string }): string {
  return JSON.stringify({ input });
}

export function resultOf({ use, exhibits }: Extract<Told, { kind: "found" }>): string {
  if (exhibits.length === 0) return use.message ?? "nothing was found";
  return exhibits
    .map(({ id, title, text, url }: Exhibit) => [`${id}: ${title}`, url, text].filter(Boolean).join("\n"))
    .join("\n\n");
}

interface Telling {
  debateId: string;
  cast: Cast;
  events: readonly LogEvent[];
  /** As they are streamed so far. */
  unfinished: Message[];
}

/** The messages of a front end, with all that was told in the place of what it has of this debate. */
export function restated(messages: Message[], { unfinished, ...telling }: Telling): Message[] {
  const others = messages.filter(({ id }) => !id.startsWith(`${telling.debateId}/`));
  const whole = messagesOf(telling);
  // One that is under way may have its calls of tools already.
  const known = whole.map((one) => ({ ...one, ...unfinished.find(({ id }) => id === one.id) }) as Message);
  return [...others, ...known, ...unfinished.filter(({ id }) => !whole.some((one) => one.id === id))];
}

/** The messages that these events of a log come to. */
function messagesOf({ events, debateId, cast }: Omit<Telling, "unfinished">): Message[] {
  const messages = new Map<string, Message>();
  const spoken = (record: string, name: string): AssistantMessage => {
    const id = messageId(debateId, record);
    const message = messages.get(id) ?? { id, role: "assistant", name };
    messages.set(id, message);
    return message as AssistantMessage;
  };
  const say = (record: string, name: string, text: string) => {
    if (text !== "") spoken(record, name).content = text;
  };
  for (const event of events) {
    const telling = told(event, cast);
    if (telling?.kind === "said") say(telling.turn.id, telling.speaker, telling.turn.text);
    if (telling?.kind === "judges") say(telling.id, judgeName(telling.by), telling.text);
    if (telling?.kind === "looks up") {
      const { turn, speaker, use } = telling;
      const call = { name: use.tool, arguments: argumentsOf(use) };
      const calls = (spoken(turn, speaker).toolCalls ??= []);
      calls.push({ id: messageId(debateId, use.id), type: "function", function: call });
    }
    if (telling?.kind === "found") {
      const toolCallId = messageId(debateId, telling.use.id);
      const id = `${toolCallId}/found`;
      messages.set(id, { id, role: "tool", toolCallId, content: resultOf(telling) });
    }
  }
  return [...messages.values()];
}
