/** Puts a streamed reply's tool calls together. Servers number them in many ways: from 1, all alike, or not at all. */
import { countOf } from "../../../domain/shapes/numbers.shape.ts";
import type { ToolCall } from "../base/tools.model.ts";
import { type Bag, bagOf, jsonOf, textOf, valueIn } from "../hearing/shapes.ts";

interface OpenCall extends ToolCall {
  /** The server's number; null: it gave none. */
  number: number | null;
}

export interface ChatCalls {
  /** Takes a piece of a call. The first has its id and its name, and others may repeat them. */
  hear(tool: Bag): void;
  /** The calls so far. */
  all(): ToolCall[];
}

export function createChatCalls(): ChatCalls {
  const calls: OpenCall[] = [];
  return {
    hear(tool) {
      const [id, piece] = [textOf(tool["id"]), bagOf(tool["function"])];
      const [number, name] = [countOf(tool["index"]), textOf(piece["name"])];
      let call = calls.findLast((one) => number === null || one.number === number);
      if (!call || isAnother(call, { id, name })) {
        call = { id: id || `call-${calls.length}`, name: "", input: "", number };
        calls.push(call);
      }
      if (name !== call.name) call.name += name;
      call.input += jsonOf(piece["arguments"]);
    },
    all: () => calls.map(({ id, name, input }) => ({ id, name, input })),
  };
}

/** Whether a piece begins another call, although its number is the same. */
function isAnother(before: ToolCall, { id, name }: Pick<ToolCall, "id" | "name">): boolean {
  if (id !== "") return id !== before.id;
  return name !== "" && valueIn(before.input) !== undefined;
}
