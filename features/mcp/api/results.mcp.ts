/** A tool's result: data as text for models and as structure for programs, or an error message. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { ParleyProblem } from "../../../api/client/index.ts";
import { bytesOf } from "../../../domain/base/text/text.ts";
import { type Fields, fitted, shortened, sizeOf } from "./fitted.mcp.ts";
import type { Form } from "./forms.ts";

/** Bytes of all texts of a result that is cut: models read every result whole. */
const MOST_BYTES = 4_000;
/** Of the words before the data. */
const MOST_WORDS = 2_600;

export interface ToolValue {
  value: Fields;
  /** What a reader must see first, before the data. */
  first?: string;
  /** Where it may be long: how it is cut, and what has the whole. */
  cut?: {
    /** Shorter forms of `value`, the fullest first. */
    forms?: Fields[];
    /** Fields that stay whole. */
    whole: Fields;
    links: ResourceLink[];
  };
}

interface ResourceLink {
  type: "resource_link";
  uri: string;
  name: string;
  title: string;
  mimeType: string;
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

export function valueResult({ value, first, cut }: ToolValue): CallToolResult {
  if (!cut) return resultOf(value, first ? [first] : []);
  const words = first ? shortened(first, MOST_WORDS) : "";
  const fixed = { ...cut.whole, shortened: false };
  const room = MOST_BYTES - bytesOf(words) - sizeOf(fixed);
  const data = fitted([value, ...(cut.forms ?? [])], room);
  const isShortened = data !== value || words !== (first ?? "");
  const { content, structuredContent } = resultOf(
    { ...data, ...fixed, shortened: isShortened },
    words === "" ? [] : [words],
  );
  return { content: [...content, ...(isShortened ? cut.links : [])], structuredContent };
}

function resultOf(value: Fields, before: string[]) {
  const texts = [...before, JSON.stringify(value)];
  return { content: texts.map((text) => ({ type: "text" as const, text })), structuredContent: value };
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return "something went wrong";
  const allowed = error instanceof ParleyProblem ? error.body["allowed"] : undefined;
  return Array.isArray(allowed) ? `${error.message}\nLegal now: ${allowed.join(", ") || "nothing"}` : error.message;
}
