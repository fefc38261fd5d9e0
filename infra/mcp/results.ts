/** A tool's result: data as text for models and as structure for programs, or an error message. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { ParleyProblem } from "../../api/client/index.ts";

export interface ToolValue {
  value: Record<string, unknown>;
  /** What a reader must see first, before the data. */
  first?: string;
}

/** Errors are results too: the calling model reads them and can correct its call. */
export async function toolResult(work: () => Promise<ToolValue>): Promise<CallToolResult> {
  try {
    const { value, first } = await work();
    const texts = [...(first ? [first] : []), JSON.stringify(value, null, 2)];
    return { content: texts.map((text) => ({ type: "text", text })), structuredContent: value };
  } catch (error) {
    return { content: [{ type: "text", text: sentenceOf(error) }], isError: true };
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return "something went wrong";
  const allowed = error instanceof ParleyProblem ? error.body["allowed"] : undefined;
  return Array.isArray(allowed) ? `${error.message}\nLegal now: ${allowed.join(", ") || "nothing"}` : error.message;
}
