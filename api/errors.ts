/** The only map of error codes to HTTP: RFC 9457 problems (spec §2.2). Nothing of a stack or a key leaves here. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, ParleyError } from "../domain/errors.ts";
import type { AppDeps, AppEnv } from "./context.ts";

interface ProblemType {
  status: ContentfulStatusCode;
  title: string;
  /** What its page under /problems says. */
  about: string;
}

export const PROBLEMS: Record<ErrorCode, ProblemType> = {
  "malformed-json": {
    status: 400,
    title: "The body is not JSON",
    about: "The body could not be read as one JSON document in UTF-8 whose objects name each field once.",
  },
  "invalid-cursor": {
    status: 400,
    title: "The cursor is not valid",
    about:
      "A cursor is only good for the list and the filter it came from. Take `nextCursor` of the last page as it is, or start again without a cursor.",
  },
  unauthorized: {
    status: 401,
    title: "A valid key is needed",
    about:
      "Send `Authorization: Bearer` with an API key, or with a token of the issuer that the server trusts. A key that is unknown, revoked or expired is answered like this too.",
  },
  forbidden: {
    status: 403,
    title: "The key may not do that",
    about:
      "The key is good but lacks a scope: `scope` names it. Reading needs `read`, everything else `write`, and `/v1/keys`, `/metrics` and `/codec/…` need `admin`; each holds those before it.",
  },
  "not-found": {
    status: 404,
    title: "There is no such thing",
    about: "Nothing is stored under this address, or it belongs to somebody else.",
  },
  "method-not-allowed": {
    status: 405,
    title: "This method is not allowed here",
    about: "The address exists, but not with this method. The `Allow` header names those it has.",
  },
  "not-acceptable": {
    status: 406,
    title: "None of the accepted formats can be made",
    about: "The `Accept` header excludes every format that this address can answer in; `detail` names them.",
  },
  "illegal-transition": {
    status: 409,
    title: "The debate can not do that now",
    about:
      "The command is not legal in the debate's present status. `debateStatus` says where it stands, `allowed` which commands are legal.",
  },
  conflict: {
    status: 409,
    title: "The request conflicts with what is stored",
    about: "Something is stored already under this name, or has changed meanwhile. Read it again before you repeat.",
  },
  "request-in-progress": {
    status: 409,
    title: "The same request is still under way",
    about:
      "The first request with this `Idempotency-Key` has not been answered yet. Repeat after the seconds in `Retry-After` to get its answer.",
  },
  "idempotency-key-reused": {
    status: 422,
    title: "The Idempotency-Key belongs to another request",
    about:
      "A request with this `Idempotency-Key` and another address or body came within the last 24 hours. Take a new key for a new request.",
  },
  "precondition-failed": {
    status: 412,
    title: "The debate is not at that version",
    about:
      "`If-Match` names another version than the debate's present one, or something changed it at the same moment. Read it again, and repeat with its new `ETag`.",
  },
  "payload-too-large": {
    status: 413,
    title: "The body is too large",
    about: "A body may have at most 1 MiB; a debate that is imported may have 16 MiB.",
  },
  "unsupported-media-type": {
    status: 415,
    title: "The body's type is not supported",
    about: "Send the body as `application/json` in UTF-8.",
  },
  "misdirected-request": {
    status: 421,
    title: "The request names another server",
    about:
      "The `Host` header names neither this machine nor the host of `PUBLIC_URL`. Ask by the address that the server printed at its start.",
  },
  "invalid-request": {
    status: 422,
    title: "The request is not valid",
    about:
      "The request could be read but breaks a rule. `errors` names every fault at once, each with a JSON pointer into the body, or the name of the query parameter.",
  },
  "rate-limited": {
    status: 429,
    title: "Too many requests",
    about:
      "The key has used up its requests of this minute. `RateLimit-Policy` says how many it has, `Retry-After` when it may go on.",
  },
  "headers-too-large": {
    status: 431,
    title: "The address and the headers are too long",
    about:
      "The address and the headers of a request may be 16 KiB together. Send less: a cursor alone is never so long.",
  },
  internal: {
    status: 500,
    title: "Something went wrong on our side",
    about: "An unexpected fault. It was logged under the `requestId` that the answer carries.",
  },
  unavailable: {
    status: 503,
    title: "A part of the service does not answer",
    about: "Temporal, the store or a worker did not answer in time. Repeat after the seconds in `Retry-After`.",
  },
};

/** Seconds until a caller may try again. */
const RETRY_AFTER = 5;
const BY_STATUS: Record<number, ErrorCode> = {
  400: "malformed-json",
  404: "not-found",
  406: "not-acceptable",
  413: "payload-too-large",
  415: "unsupported-media-type",
};

/** Answers an error as a problem; `details` become members of it. */
export function problem(c: Context<AppEnv>, error: ParleyError): Response {
  const { status } = PROBLEMS[error.code];
  const body = problemBody(error, { instance: c.req.path, requestId: c.get("requestId") });
  const headers: Record<string, string> = { "Content-Type": "application/problem+json" };
  if (status === 503 || error.code === "request-in-progress") headers["Retry-After"] = String(RETRY_AFTER);
  return c.body(JSON.stringify(body), status, headers);
}

export function problemBody(error: ParleyError, about: { instance: string; requestId: string }): object {
  const { status, title } = PROBLEMS[error.code];
  return { type: `/problems/${error.code}`, title, status, detail: error.message, ...about, ...error.details };
}

/** Turns whatever was thrown into a problem; what nobody foresaw is logged and told as `internal`. */
export function createErrorHandler({ logger }: Pick<AppDeps, "logger">) {
  return (error: unknown, c: Context<AppEnv>): Response => {
    const known = knownError(error);
    if (PROBLEMS[known.code].status >= 500) logger.error({ code: known.code, error: nameOf(error) }, "request failed");
    return problem(c, known);
  };
}

export function notFound(c: Context<AppEnv>): Response {
  return problem(c, new ParleyError("not-found", `there is nothing at ${c.req.path}`));
}

function knownError(error: unknown): ParleyError {
  // What an internal fault says is for the log at most: it may name tables or keys.
  if (error instanceof ParleyError && error.code !== "internal") return error;
  const code = error instanceof HTTPException ? BY_STATUS[error.status] : undefined;
  if (code) return new ParleyError(code, PROBLEMS[code].about);
  return new ParleyError("internal", "an unexpected fault; it was logged under this request's id");
}

/** Names and codes only, and what we wrote ourselves: other messages may hold what a user wrote. */
function nameOf(error: unknown): string {
  const { name, code, message } = (error ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
  const parts = [name, code, ...(error instanceof ParleyError ? [message] : [])];
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(" ") || typeof error;
}
