/** Connection errors of both SDKs and of `fetch`. */
import { APIConnectionError as AnthropicConnectionError } from "@anthropic-ai/sdk";
import { APIConnectionError as OpenAiConnectionError } from "openai";

/** True if the provider was unreachable or closed the connection. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof OpenAiConnectionError || error instanceof AnthropicConnectionError) return true;
  // `fetch` throws a TypeError, "terminated" when a body breaks off.
  return error instanceof TypeError && (connectionCode(error.cause) !== "" || error.message === "terminated");
}

/** A code such as ECONNREFUSED from the chain of causes; "" if there is none. */
export function connectionCode(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === "string" && /^[A-Z_]+$/.test(code)) return code;
  return cause ? connectionCode(cause) : "";
}

const NEVER_REACHED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/** True if no connection existed, so nothing was sent. */
export function isRefusedConnection(code: string): boolean {
  return NEVER_REACHED.includes(code);
}
