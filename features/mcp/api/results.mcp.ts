/** A tool's result: data as text for models and as structure for programs, or an error message. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { ParleyProblem } from "../../../api/client/index.ts";
import type { Form } from "./forms.ts";

export interface ToolValue {
  value: Record<string, unknown>;
  /** What a reader must see first, before the data. */
  first?: string;
}

/** The caller's user answers the forms, and the caller repeats the call with the answers. */
interface InputRequired {
  resultType: "input_required";
  inputRequests: Record<string, Form>;
}

/** The caller follows the task instead of waiting for the result. */
interface StartedTask {
  resultType: "task";
  taskId: string;
}

export type ToolOutcome = ToolValue | InputRequired | StartedTask;

/** Errors are results too: the calling model reads them and can correct its call. */
export async function toolResult(work: () => Promise<ToolOutcome>): Promise<CallToolResult> {
  try {
    const outcome = await work();
    // The SDK has no type for results of extensions.
    return "value" in outcome ? valueResult(outcome) : (outcome as unknown as CallToolResult);
  } catch (error) {
    return { content: [{ type: "text", text: sentenceOf(error) }], isError: true };
  }
}

export function valueResult({ value, first }: ToolValue): CallToolResult {
  const texts = [...(first ? [first] : []), JSON.stringify(value, null, 2)];
  return { content: texts.map((text) => ({ type: "text", text })), structuredContent: value };
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return "something went wrong";
  const allowed = error instanceof ParleyProblem ? error.body["allowed"] : undefined;
  return Array.isArray(allowed) ? `${error.message}\nLegal now: ${allowed.join(", ") || "nothing"}` : error.message;
}
