/** Errors in OpenAI's shape, for everything below `/openai/`. The codes of Parley's own problems stay in `code`. */
import { z } from "zod";
import type { ErrorCode, ParleyError } from "../../domain/base/errors.base.ts";
import { clipped } from "../../domain/shapes/problems.shape.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";

export const OPENAI_PATH = "/openai/";

export const OpenAIError = z
  .object({
    error: z
      .object({
        message: z.string().meta({ description: "What is wrong" }),
        type: z.string().meta({ description: "The kind of error, as OpenAI names it" }),
        param: z.string().nullable().meta({ description: "The first field that is wrong; null: none" }),
        code: z.string().nullable().meta({ description: "The error, for programs" }),
        metadata: z
          .unknown()
          .optional()
          .meta({ description: "More about it; of Fusion `failure_reason` and `failed_models`" }),
      })
      .meta({ description: "What is wrong" }),
  })
  .meta({ id: "OpenAIError", description: "An error as OpenAI's clients read it" });
export type OpenAIError = z.infer<typeof OpenAIError>;

/** Characters. A message can quote 16 KB of a request. */
const LONGEST_MESSAGE = 2_000;
/** Where OpenAI's name differs from ours. */
const CODES: Partial<Record<ErrorCode, string>> = {
  unauthorized: "invalid_api_key",
  "rate-limited": "rate_limit_exceeded",
  "quota-exceeded": "insufficient_quota",
};

/** OpenAI has one status for all that is wrong with a request. */
export function openAiStatus(status: number): number {
  return status === 422 || status === 415 || status === 406 ? 400 : status;
}

export function openAiError({ code, message, details }: ParleyError, status: number): OpenAIError {
  const problems = Array.isArray(details["errors"]) ? (details["errors"] as Problem[]) : [];
  const [first] = problems;
  const told = problems.map(({ pointer, detail }) => `${nameOf(pointer)} ${detail}`.trim());
  const named = details["model"] === true ? "model_not_found" : (CODES[code] ?? code.replaceAll("-", "_"));
  return {
    error: {
      message: clipped(told.length > 0 ? `${message}: ${told.join("; ")}` : message, LONGEST_MESSAGE),
      type: typeOf(status),
      param: first
        ? clipped(nameOf(first.pointer), LONGEST_MESSAGE) || null
        : details["model"] === true
          ? "model"
          : null,
      code: named,
      ...(details["metadata"] !== undefined && { metadata: details["metadata"] }),
    },
  };
}

function typeOf(status: number): string {
  if (status >= 500) return "server_error";
  if (status === 429) return "rate_limit_error";
  return status === 403 ? "permission_error" : "invalid_request_error";
}

/** `messages[0].content` for `/messages/0/content`. */
function nameOf(pointer: string): string {
  return pointer
    .slice(1)
    .split("/")
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`), "");
}
