/** Errors of the connection, as the two SDKs and `fetch` throw them. */
import { APIConnectionError as AnthropicConnectionError } from "@anthropic-ai/sdk";
import { APIConnectionError as OpenAiConnectionError } from "openai";

/** True when the provider was not reached or hung up; a bug or an unreadable stream is something else. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof OpenAiConnectionError || error instanceof AnthropicConnectionError) return true;
  // `fetch` throws a TypeError, "terminated" when a body breaks off.
  return error instanceof TypeError && (connectionCode(error) !== "" || error.message === "terminated");
}

/** ECONNREFUSED and the like, from as deep as it is; "" when there is none. */
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

/** There was no connection, so that nothing can have been asked. */
export function isRefusedConnection(code: string): boolean {
  return NEVER_REACHED.includes(code);
}
