/**
 * Classifies refusals (docs/design/debate.md#111-faults-policies-decisions): by code first, then by message, then by
 * status.
 */
import type { ModelFaultKind } from "../../../domain/shapes/faults/kinds.shape.ts";
import { retryAfterMsOf, waitMsOf } from "../../../domain/shapes/numbers.shape.ts";
import { type Api, type Lesson, OPTIONAL_PARAMETERS } from "../base/providers.ts";
import type { Refusal } from "./refusal.model.ts";

const OVERFLOW =
  /context.?(length|window|size)|context limit|prompt (is too long|exceeds max)|input (is )?too long|too many (input )?tokens|token count.{0,80}exceed|request_too_large/i;
const FILTERED =
  /content.?(filter|polic|management)|usage polic|policy.?violation|_policy\b|invalid_prompt|safety|flagged|moderation/i;
const BAD_KEY =
  /(invalid|incorrect).{0,8}api.?key|api.?key.{0,8}(not valid|invalid|expired)|authentication_error|permission_error/i;
const BROKE = /insufficient_quota|billing|payment|spend_limit|insufficient (credits|balance)|credit balance/i;
/** Messages with an ambiguous status. Google's rate limit mentions "plan and billing", so that does not count. */
const SPENT =
  /credit balance|insufficient (credits|balance)|any credits|credits are depleted|spending (cap|limit)|specified api usage limits|key limit exceeded|(extra usage is|usage credits are) required/i;
const SLOW = /^(timeout_error|request_timeout|deadline_exceeded)$/;
/** Statuses of gateways whose upstream timed out: 524 is Cloudflare's. */
const TIMEOUTS = [408, 504, 524];
const WRONG_PLACE = /unsupported_country|user location is not supported/i;
export function kindOf(refusal: Refusal): ModelFaultKind {
  const { status } = refusal;
  const words = [...refusal.codes, refusal.message].join(" ");
  const refusesContent = status === null || (status >= 400 && status < 500 && status !== 429 && status !== 401);
  if (isOutOfFunds(refusal) || WRONG_PLACE.test(words)) return "validation";
  // llama.cpp uses status 500.
  if (OVERFLOW.test(refusesContent ? words : status === 429 ? "" : refusal.codes.join(" "))) return "context_overflow";
  if (refusesContent && FILTERED.test(words)) return "content_filter";
  if (status === 401 || status === 403 || (refusesContent && BAD_KEY.test(words))) return "authentication";
  if (status === 429 || refusal.codes.some((code) => code.startsWith("rate_limit"))) return "rate_limit";
  if (TIMEOUTS.includes(status ?? 0) || refusal.codes.some((code) => SLOW.test(code))) return "timeout";
  // 409 is a lock of another request; an error inside a stream is the provider's.
  if (status === null || status === 409 || status >= 500) return "api_error";
  return "validation";
}

/**
 * A rejected request is not billed; one that failed after it was accepted may be. 503 and 529 come from an overloaded
 * provider that has not started.
 */
export function isUnbilled(status: number): boolean {
  return (status >= 400 && status < 500 && status !== 408) || status === 503 || status === 529;
}

/** Quota, not rate: waiting does not help. */
export function isOutOfFunds({ status, codes, message }: Refusal): boolean {
  if (status === 402 || codes.some((code) => BROKE.test(code))) return true;
  if (status === 400 && BROKE.test(message)) return true;
  return (status === 400 || status === 403 || status === 429) && SPENT.test(message);
}

/** How to ask instead, by the field that the refusal names: a try without it shows whether it was that. */
export function lessonOf(refusal: Refusal, asked: { wantsJson: boolean; api: Api }): Lesson | null {
  const { status, param, message } = refusal;
  if (NO_SYSTEM.test(message)) return "system";
  if (status !== null && !REFUSALS.has(status)) return null;
  const named = `${param ?? ""} ${message}`;
  if (asked.wantsJson && NO_SCHEMA.test(named))
    return /json_object|json mode/i.test(message) && !/json_schema/i.test(message) ? "json_object" : "json_schema";
  // Another value would do.
  if (OUT_OF_RANGE.test(message)) return null;
  if (asked.api === "chat" && LIMIT.test(named)) return "max_tokens";
  const isNamed = (name: string) => param === name || names(message, name);
  return OPTIONAL_PARAMETERS.find((name) => param === name) ?? OPTIONAL_PARAMETERS.find(isNamed) ?? null;
}

/** Statuses of refused parameters. Templates of open models fail with 500, and so do llama.cpp and LM Studio. */
const REFUSALS = new Set([400, 404, 422, 500, 501]);

const NO_SYSTEM =
  /(system|developer) (role|message|instruction|prompt)s? (is |are )?(not|un)[ -]?(supported|enabled|allowed)/i;
/** Whatever it says of the schema: it stands in the text too. */
const NO_SCHEMA =
  /response_?format|json_?schema|json_object|structured output|output_(config|format)|text\.format|guided|grammar/i;
const LIMIT = /\bmax_(completion_)?tokens\b/;
const OUT_OF_RANGE =
  /at (most|least)|(less|greater|lower|higher|larger|smaller) than|too (large|high|small|low)|maximum|minimum|exceed|between|out of range|range of|[<>]=?\s*\d/i;

/** A word of English, such as "include", counts in quotes only. */
function names(message: string, name: string): boolean {
  if (name !== "include") return message.split(/\W+/).includes(name);
  return ["'", '"', "`"].some((quote) => message.includes(`${quote}${name}${quote}`));
}

/** True if the API is missing, not merely the model. */
export function lacksApi({ status, codes, message }: Refusal): boolean {
  if (status === 405) return true;
  return status === 404 && !/model|deployment/i.test([...codes, message].join(" "));
}

/** The wait that the provider asks for, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export function retryAfterMs({ headers, body }: Refusal, now = Date.now()): number | undefined {
  // Google puts it into the body.
  const inBody = /"retryDelay":\s*"([\d.]+)s"/.exec(body)?.[1];
  const asked =
    waitMsOf(headers.get("retry-after-ms"), 1) ??
    retryAfterMsOf(headers.get("retry-after"), now) ??
    waitMsOf(inBody, 1_000);
  return asked ?? undefined;
}
