/**
 * Kinds of model faults, and their retries (docs/design/debate.md#111-faults-policies-decisions). Activities classify
 * and wait by them; the workflow only sees the kind.
 */
export type FaultKind = ModelFaultKind | "round_timeout" | "internal" | "quota_exceeded";

/**
 * What a model call can fail with. Of the other kinds one is the workflow's, which ends the turns of a round, one is that of
 * our own code, and one a limit's, which forbids a call.
 */
export type ModelFaultKind =
  | "network"
  | "rate_limit"
  | "api_error"
  | "timeout"
  | "invalid_response"
  | "context_overflow"
  | "authentication"
  | "validation"
  | "content_filter";

/** Retries after the first attempt, per kind and turn. */
export const RETRIES: Record<FaultKind, number> = {
  network: 3,
  rate_limit: 5,
  api_error: 2,
  timeout: 2,
  invalid_response: 1,
  context_overflow: 0,
  authentication: 0,
  validation: 0,
  content_filter: 0,
  round_timeout: 0,
  internal: 2,
  quota_exceeded: 0,
};

/** How often something is tried that fails for a reason which nobody has classified. */
export const TRIES = 1 + RETRIES.internal;

const SECOND = 1000;
const LONGEST_WAIT = 60 * SECOND;
/** Longer `Retry-After` times are cut to this. */
const LONGEST_RETRY_AFTER = 600 * SECOND;
/** All waits of one turn together; after that the fault is final. */
export const LONGEST_WAIT_IN_ALL = 900 * SECOND;

/**
 * Milliseconds before retry number `retry` (from 0): 1 s · 2ⁿ, or 5 s · 2ⁿ for a rate limit, plus up to 1 s of jitter,
 * at most 60 s. A provider's Retry-After replaces this, up to 10 minutes. `waitedMs`: earlier waits of the turn, at
 * most 15 minutes in all.
 */
export function retryDelayMs(input: {
  kind: FaultKind;
  retry: number;
  retryAfterMs?: number | undefined;
  jitter: number;
  baseMs?: number | undefined;
  waitedMs?: number;
}): number {
  return Math.min(wantedDelayMs(input), LONGEST_WAIT_IN_ALL - (input.waitedMs ?? 0));
}

function wantedDelayMs(input: Omit<Parameters<typeof retryDelayMs>[0], "waitedMs">): number {
  if (input.retryAfterMs !== undefined) return Math.min(LONGEST_RETRY_AFTER, input.retryAfterMs);
  const base = input.baseMs ?? SECOND;
  const unit = input.kind === "rate_limit" ? 5 * base : base;
  return Math.min(LONGEST_WAIT, Math.round(unit * 2 ** input.retry + input.jitter * base));
}

/** `seen`: earlier faults of this kind on this turn. */
export function canRetryFault(kind: FaultKind, seen: number): boolean {
  return seen < RETRIES[kind];
}
