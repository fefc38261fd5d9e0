/** What is told of a debate, as it streams: messages and calls of tools that begin, go on and end. */
import { type AGUIEvent, EventType, type Message } from "@ag-ui/core";
import type { Told } from "../../../domain/show/run/told.run.ts";
import { argumentsOf, judgeName, messageId, resultOf } from "../domain/messages.agui.ts";

interface Streaming {
  name: string;
  attempt: number;
  text: string;
  /** The turn begins again, so what was streamed is not what it says. */
  isStale: boolean;
}

export interface Speech {
  /** `isWrong`: a message that was streamed has another text now, which no further piece can mend. */
  tell(telling: Told): { events: AGUIEvent[]; isWrong: boolean };
  /** Ends what is open. */
  end(): AGUIEvent[];
  /** What is open, as it stands. */
  unfinished(): Message[];
}

export function createSpeech(debateId: string): Speech {
  const open = new Map<string, Streaming>();
  const called = new Set<string>();
  const idOf = (record: string) => messageId(debateId, record);
  const piece = (record: string, delta: string): AGUIEvent[] =>
    delta === "" ? [] : [{ type: EventType.TEXT_MESSAGE_CONTENT, messageId: idOf(record), delta }];

  function begin(record: string, name: string, attempt = 0): AGUIEvent[] {
    if (open.has(record)) return [];
    open.set(record, { name, attempt, text: "", isStale: false });
    return [{ type: EventType.TEXT_MESSAGE_START, messageId: idOf(record), role: "assistant", name }];
  }

  function finish(record: string): AGUIEvent[] {
    if (!open.delete(record)) return [];
    return [{ type: EventType.TEXT_MESSAGE_END, messageId: idOf(record) }];
  }

  function says({ turn, speaker, attempt, delta }: Extract<Told, { kind: "says" }>): AGUIEvent[] {
    const begun = begin(turn, speaker, attempt);
    const streaming = open.get(turn);
    if (!streaming || streaming.isStale) return begun;
    if (streaming.text === "") streaming.attempt = attempt;
    streaming.isStale = streaming.attempt !== attempt;
    if (streaming.isStale) return begun;
    streaming.text += delta;
    return [...begun, ...piece(turn, delta)];
  }

  function said({ turn: { id, text }, speaker }: Extract<Told, { kind: "said" }>) {
    const { text: before = "", isStale = false } = open.get(id) ?? {};
    if (text === "" && !open.has(id)) return { events: [], isWrong: false };
    const isWhole = before.trim() === text.trim();
    const isWrong = before !== "" && (isStale || text === "" || !(isWhole || text.startsWith(before)));
    const rest = isWrong || isWhole ? "" : text.slice(before.length);
    return { events: [...begin(id, speaker), ...piece(id, rest), ...finish(id)], isWrong };
  }

  function looksUp(use: { id: string; tool: string; input: string }): AGUIEvent[] {
    const toolCallId = idOf(use.id);
    called.add(use.id);
    return [
      { type: EventType.TOOL_CALL_ARGS, toolCallId, delta: argumentsOf(use) },
      { type: EventType.TOOL_CALL_END, toolCallId },
    ];
  }

  function events(telling: Told): AGUIEvent[] {
    switch (telling.kind) {
      case "says":
        return says(telling);
      case "judges":
        return telling.text === ""
          ? []
          : [...begin(telling.id, judgeName(telling.by)), ...piece(telling.id, telling.text), ...finish(telling.id)];
      case "looks up": {
        const { turn, speaker, use } = telling;
        const start = { toolCallId: idOf(use.id), toolCallName: use.tool, parentMessageId: idOf(turn) };
        return [...begin(turn, speaker), { type: EventType.TOOL_CALL_START, ...start }, ...looksUp(use)];
      }
      case "found": {
        const toolCallId = idOf(telling.use.id);
        const start = { toolCallId, toolCallName: telling.use.tool };
        const call: AGUIEvent[] = called.has(telling.use.id)
          ? []
          : [{ type: EventType.TOOL_CALL_START, ...start }, ...looksUp(telling.use)];
        const found = { messageId: `${toolCallId}/found`, toolCallId, content: resultOf(telling) };
        return [...call, { type: EventType.TOOL_CALL_RESULT, ...found }];
      }
      default:
        return [];
    }
  }

  return {
    tell: (telling) => (telling.kind === "said" ? said(telling) : { events: events(telling), isWrong: false }),
    end: () => [...open.keys()].flatMap(finish),
    unfinished: () =>
      [...open].map(([record, { name, text }]) => ({ id: idOf(record), role: "assistant", name, content: text })),
  };
}
