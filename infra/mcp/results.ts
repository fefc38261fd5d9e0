/** What a tool answers: data twice, as text for models and as structure for programs, or a fault in words. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { ParleyProblem } from "../../api/client/index.ts";

/** A fault is a result, too: the model that called reads what was wrong and can do better. */
export async function toolResult(work: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    const value = await work();
    return { content: [{ type: "text", text: JSON.stringify(value, null, 2) }], structuredContent: value };
  } catch (error) {
    return { content: [{ type: "text", text: sentenceOf(error) }], isError: true };
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return "something went wrong";
  const allowed = error instanceof ParleyProblem ? error.body["allowed"] : undefined;
  return Array.isArray(allowed) ? `${error.message}\nLegal now: ${allowed.join(", ") || "nothing"}` : error.message;
}
