/** Errors of A2A, and what problems of Parley are among them. */
import { type ErrorCode, ParleyError } from "../../../domain/base/errors.base.ts";
import { clipped } from "../../../domain/shapes/problems.shape.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";

/** The protocol's codes of JSON-RPC, by the reasons that it names. */
const CODES = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  TASK_NOT_FOUND: -32001,
  TASK_NOT_CANCELABLE: -32002,
  PUSH_NOTIFICATION_NOT_SUPPORTED: -32003,
  UNSUPPORTED_OPERATION: -32004,
  CONTENT_TYPE_NOT_SUPPORTED: -32005,
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: -32007,
  VERSION_NOT_SUPPORTED: -32009,
} as const;
export type Reason = keyof typeof CODES;

const REASONS: Partial<Record<ErrorCode, Reason>> = {
  "malformed-json": "PARSE_ERROR",
  "not-found": "TASK_NOT_FOUND",
  "invalid-request": "INVALID_PARAMS",
  "too-costly": "INVALID_PARAMS",
  "idempotency-key-reused": "INVALID_PARAMS",
  "illegal-transition": "UNSUPPORTED_OPERATION",
  "was-deleted": "TASK_NOT_FOUND",
};

/** Characters. A message can quote a request. */
const LONGEST_MESSAGE = 2_000;

export class A2aError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.name = "A2aError";
    this.reason = reason;
  }
}

/** As JSON-RPC sends it. Throws what is no answer to a call: a missing scope, a limit, a fault of the server. */
export function rpcError(error: unknown) {
  const reason = error instanceof A2aError ? error.reason : error instanceof ParleyError ? REASONS[error.code] : null;
  if (!reason) throw error;
  const message = clipped(sentenceOf(error as Error), LONGEST_MESSAGE);
  const info = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "a2a-protocol.org" };
  return { code: CODES[reason], message, data: [info] };
}

function sentenceOf(error: Error): string {
  const problems = error instanceof ParleyError ? ((error.details["errors"] ?? []) as Problem[]) : [];
  return [error.message, problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ")]
    .filter(Boolean)
    .join(": ");
}
