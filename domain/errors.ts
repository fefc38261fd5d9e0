/**
 * The one error class of the domain. `code` is what other layers switch on: `api/errors.ts` maps it to an HTTP
 * status, `activities/failures.ts` to Temporal's `ApplicationFailure`.
 */
export type ErrorCode =
  | "invalid-request"
  | "malformed-json"
  | "not-found"
  | "method-not-allowed"
  | "not-acceptable"
  | "illegal-transition"
  | "conflict"
  | "request-in-progress"
  | "idempotency-key-reused"
  | "precondition-failed"
  | "payload-too-large"
  | "unsupported-media-type"
  | "invalid-cursor"
  | "misdirected-request"
  | "unauthorized"
  | "forbidden"
  | "rate-limited"
  | "headers-too-large"
  | "unavailable"
  | "internal";

export class ParleyError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = "ParleyError";
    this.code = code;
    this.details = details;
  }
}
