/** The only map of error codes to RFC 9457 problems (docs/design/api.md#22-requests). Never shows stacks or keys. */
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, ParleyError } from "../../domain/base/errors.base.ts";
import { capped, clipped } from "../../domain/shapes/problems.shape.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import type { AppDeps, AppEnv } from "./context.api-base.ts";
import { jsonText } from "./json-text.ts";
import { OPENAI_PATH, openAiError, openAiStatus } from "./openai-errors.ts";
import { placeOf } from "./place.api-base.ts";

interface ProblemType {
  status: ContentfulStatusCode;
  title: string;
}

export const PROBLEMS: Record<ErrorCode, ProblemType> = {
  "malformed-json": { status: 400, title: "The body is not JSON" },
  "invalid-cursor": { status: 400, title: "The cursor is not valid" },
  unauthorized: { status: 401, title: "A valid key is needed" },
  forbidden: { status: 403, title: "The key may not do that" },
  "not-found": { status: 404, title: "There is no such thing" },
  "method-not-allowed": { status: 405, title: "This method is not allowed here" },
  "not-acceptable": { status: 406, title: "None of the accepted formats is available" },
  "illegal-transition": { status: 409, title: "The debate cannot do that now" },
  conflict: { status: 409, title: "The request conflicts with what is stored" },
  "request-in-progress": { status: 409, title: "The same request is still under way" },
  "was-deleted": { status: 409, title: "What the request made was deleted" },
  "idempotency-key-reused": { status: 422, title: "The Idempotency-Key belongs to another request" },
  "precondition-failed": { status: 412, title: "The debate is not at that version" },
  "request-timeout": { status: 408, title: "The body arrived too slowly" },
  "payload-too-large": { status: 413, title: "The body is too large" },
  "unsupported-media-type": { status: 415, title: "The body's type is not supported" },
  "misdirected-request": { status: 421, title: "The request names another server" },
  "invalid-request": { status: 422, title: "The request is not valid" },
  "too-costly": { status: 422, title: "The request would take too long" },
  "rate-limited": { status: 429, title: "Too many requests" },
  "quota-exceeded": { status: 429, title: "A limit on debates is reached" },
  "headers-too-large": { status: 431, title: "The address and the headers are too long" },
  internal: { status: 500, title: "Something went wrong on our side" },
  "model-failed": { status: 502, title: "A model did not give what it was asked for" },
  unavailable: { status: 503, title: "A part of the service does not answer" },
};

/** Texts of the pages under /problems. */
export const EXPLANATIONS: Record<ErrorCode, string> = {
  "malformed-json": "The body could not be read as one JSON document in UTF-8 whose objects name each field once.",
  "invalid-cursor":
    "A cursor works only for the list and the filter that it came from. Send `nextCursor` of the last page unchanged, or start again without a cursor.",
  unauthorized:
    "Send `Authorization: Bearer` with an API key, or with a token of the issuer that the server trusts. An unknown, revoked or expired key gets this answer too.",
  forbidden:
    "The key is valid but lacks the scope that `scope` names. Reading needs `read`, everything else `write`, and `/v1/keys`, `/metrics` and `/codec/…` need `admin`; each scope includes those before it.",
  "not-found": "Nothing is stored under this address, or it belongs to somebody else.",
  "method-not-allowed": "The address exists, but not with this method. The `Allow` header names its methods.",
  "not-acceptable": "The `Accept` header excludes every format that this address can answer in; `detail` names them.",
  "illegal-transition":
    "The command is not legal in the debate's current status. `debateStatus` is that status, `allowed` lists the legal commands.",
  conflict:
    "Something is already stored under this name, or has changed meanwhile. Read it again before you repeat the request.",
  "request-in-progress":
    "The first request with this `Idempotency-Key` is not finished. Repeat after the seconds in `Retry-After` to get its answer.",
  "idempotency-key-reused":
    "A request with this `Idempotency-Key` and another address or body came within the last 24 hours. Use a new key for a new request.",
  "was-deleted":
    "An earlier request with this `Idempotency-Key` was carried out, and what it made or was about was deleted since. Nothing was made now. Send it with a new key to make it again.",
  "precondition-failed":
    "`If-Match` does not name the debate's current version, or another change came first. Read it again, and repeat with its new `ETag`.",
  "request-timeout":
    "A body may pause for 10 seconds, must then bring 1,000 bytes a second, and be whole after 2 minutes. The connection is closed: send the request again.",
  "payload-too-large":
    "A body may have at most 1 MiB; an experiment, and a debate that is imported, may have 16 MiB, a file 20 MiB.",
  "unsupported-media-type":
    "Send the body as `application/json` in UTF-8. A file must be text, a PDF or an image, as its name says; `detail` names what it is.",
  "misdirected-request":
    "The `Host` header names neither this machine nor the host of `PUBLIC_URL`. Use the address that the server printed at its start.",
  "invalid-request":
    "The request breaks a rule. `errors` lists every problem, each with a JSON pointer into the body or the name of the query parameter.",
  "too-costly":
    "The request took more time or memory than one request may use: 10 seconds (for a file, by its size and pages, at most 30), 640 MB. Send less at once, or read the transcript as JSON.",
  "rate-limited":
    "The key, the token's subject or the share link has used up its requests of this minute, or has too many event streams or waiting requests open, or its tenant sends too many bytes at once. `RateLimit-Policy` has the limit for each minute, `Retry-After` the seconds to wait.",
  "quota-exceeded":
    'The debate does not fit under a limit of the key or the tenant. `limit` names it and `of` says whose it is; `max`, `used` and `needed` are its figures. `resetsAt` is when the count begins again; null: it fits once another debate is over. With `"whenBusy": "queue"` the debate waits instead.',
  "headers-too-large":
    "The address and the headers of a request may have 16 KiB together. Send less: no cursor is that long.",
  internal: "An unexpected fault. The server logged it under the `requestId` of this answer.",
  "model-failed":
    "The model or its provider failed, or answered in another form than it was asked to, also when it was asked again. `faultKind` says which. Try again, or name another model.",
  unavailable: "Temporal, the store or a worker did not answer in time. Repeat after the seconds in `Retry-After`.",
};

/** Characters. An address and a message can quote 16 KB of a request, and a refusal must stay below 64 KB. */
const LONGEST_DETAIL = 2_000;
/** Seconds. */
const RETRY_AFTER = 5;
const BY_STATUS: Record<number, ErrorCode> = {
  400: "malformed-json",
  404: "not-found",
  406: "not-acceptable",
  413: "payload-too-large",
  415: "unsupported-media-type",
};

/** An error as a problem. `details` become its members; `retryAfter` (seconds) becomes a header. */
export function problem(c: Context<AppEnv>, error: ParleyError): Response {
  const { status } = PROBLEMS[error.code];
  if (c.req.path.startsWith(OPENAI_PATH)) return openAiProblem(c, error);
  const body = problemBody(error, { instance: c.req.path, requestId: c.get("requestId") });
  const headers: Record<string, string> = { "Content-Type": "application/problem+json" };
  const retryAfter = secondsUntilNext(error);
  if (retryAfter !== null) headers["Retry-After"] = String(retryAfter);
  // The rest of the body may never come.
  if (error.code === "request-timeout") headers["Connection"] = "close";
  return c.body(jsonText(body), status, headers);
}

/** As OpenAI's clients read it. They repeat a request by themselves unless they are told that it would not help. */
function openAiProblem(c: Context<AppEnv>, error: ParleyError): Response {
  const status = openAiStatus(PROBLEMS[error.code].status);
  const retryAfter = secondsUntilNext(error);
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  // A limit on debates holds for hours.
  if (retryAfter === null || error.code === "quota-exceeded") headers["x-should-retry"] = "false";
  if (retryAfter !== null) headers["Retry-After"] = String(retryAfter);
  if (error.code === "request-timeout") headers["Connection"] = "close";
  return c.body(jsonText(openAiError(error, status)), status as ContentfulStatusCode, headers);
}

function secondsUntilNext({ code, details }: ParleyError): number | null {
  if (typeof details["retryAfter"] === "number") return details["retryAfter"];
  return PROBLEMS[code].status === 503 || code === "request-in-progress" ? RETRY_AFTER : null;
}

export function problemBody(error: ParleyError, about: { instance: string; requestId: string }): object {
  const { status, title } = PROBLEMS[error.code];
  const { retryAfter: _, ...members } = error.details;
  const { errors } = members;
  return {
    type: `/problems/${error.code}`,
    title,
    status,
    detail: clipped(error.message, LONGEST_DETAIL),
    instance: clipped(about.instance, LONGEST_DETAIL),
    requestId: about.requestId,
    ...members,
    ...(Array.isArray(errors) && { errors: capped(errors as Problem[]) }),
  };
}

/** Turns anything thrown into a problem. Unexpected errors are logged and answered as `internal`. */
export function createErrorHandler({ logger }: Pick<AppDeps, "logger">) {
  return (error: unknown, c: Context<AppEnv>): Response => {
    const known = knownError(error);
    if (PROBLEMS[known.code].status >= 500) {
      // A fault of our own is found by its place.
      const place = known.code === "internal" ? { place: placeOf(error) } : {};
      logger.error({ code: known.code, error: nameOf(error), ...place }, "request failed");
    }
    return problem(c, known);
  };
}

export function notFound(c: Context<AppEnv>): Response {
  return problem(c, new ParleyError("not-found", `there is nothing at ${c.req.path}`));
}

function knownError(error: unknown): ParleyError {
  // The message of an internal fault may name tables or keys, so no caller sees it.
  if (error instanceof ParleyError && error.code !== "internal") return error;
  const code = error instanceof HTTPException ? BY_STATUS[error.status] : undefined;
  if (code) return new ParleyError(code, EXPLANATIONS[code]);
  return new ParleyError("internal", "an unexpected fault; it was logged under this request's id");
}

/** Names, codes and our own messages. Other messages may quote a user's text. */
function nameOf(error: unknown): string {
  const { name, code, message } = (error ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
  const parts = [name, code, ...(error instanceof ParleyError ? [message] : [])];
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(" ") || typeof error;
}
