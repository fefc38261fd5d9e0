/**
 * The domain's error class. Other layers switch on `code`: `api/base/errors.api-base.ts` maps it to an HTTP status,
 * `activities/base/failures.ts` to Temporal's `ApplicationFailure`.
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
  | "was-deleted"
  | "precondition-failed"
  | "request-timeout"
  | "payload-too-large"
  | "unsupported-media-type"
  | "too-costly"
  | "invalid-cursor"
  | "misdirected-request"
  | "unauthorized"
  | "forbidden"
  | "rate-limited"
  | "quota-exceeded"
  | "headers-too-large"
  | "model-failed"
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
