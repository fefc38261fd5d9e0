/** One recorded way in which a provider says no: what was on the wire, and what is to be made of it. */
import type { FaultKind } from "../../../../domain/shapes/faults/kinds.shape.ts";
import type { HowItEnds } from "../raw-server.ts";

export interface Shape {
  /** Ends the sentence "a fault is told from …". */
  what: string;
  /** `provider/model`. */
  model: string;
  /** Where the shape is documented or was seen. */
  source: string;
  answer: Refused | Streamed;
  kind: FaultKind;
  /** Milliseconds until the first retry, without jitter; null: there is none. */
  waitMs: number | null;
  /** A piece of the sentence that its reader gets. */
  says: string;
  /** A piece of the advice. */
  advice: string;
  /** Tokens in and out that the provider reported; left out: nothing is charged. */
  tokens?: [input: number, output: number];
  /** What had been said before. */
  partial?: string;
}

interface Refused {
  status: number;
  headers?: Record<string, string>;
  /** Text is sent as a web page, all else as JSON. */
  body: unknown;
}

/** An answer that begins well: its events, and how it ends. */
interface Streamed {
  events: object[];
  how?: HowItEnds;
}

export const OPENAI = "openai/gpt-5.5";
export const ANTHROPIC = "anthropic/claude-sonnet-5";
export const GOOGLE = "google/gemini-3.8-flash";
export const MISTRAL = "mistral/mistral-medium-3-5";
export const OPENROUTER = "openrouter/anthropic/claude-sonnet-5";
export const OLLAMA = "ollama/llama3.3";
export const COMPATIBLE = "openai-compatible/local";

export const DOCS = {
  openai: "https://platform.openai.com/docs/guides/error-codes",
  anthropic: "https://docs.claude.com/en/api/errors",
  google: "https://ai.google.dev/gemini-api/docs/troubleshooting",
  mistral: "https://docs.mistral.ai/api",
  openrouter: "https://openrouter.ai/docs/api/reference/errors-and-debugging",
};

export const openai = (
  message: string,
  code: string | null,
  type = "invalid_request_error",
  param: string | null = null,
) => ({ error: { message, type, param, code } });

export const anthropic = (type: string, message: string, details?: object) => ({
  type: "error",
  error: { type, message, ...(details && { details }) },
  request_id: "req_1",
});

export const google = (code: number, status: string, message: string, details: object[] = []) => [
  { error: { code, message, status, details } },
];
