/** Turns a failed call into a `ModelFault`: a sentence, advice, and its cost. */

import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { ModelFaultKind } from "../../../domain/shapes/faults/kinds.shape.ts";
import { type ModelCall, ModelFault } from "../base/port.model.ts";
import { baseUrlVariableOf, keyVariableOf, type ProviderRow } from "../base/providers.ts";
import { type Draft, isEnded } from "../providers/draft.provider.ts";
import type { Endpoint } from "../providers/request.provider.ts";
import { isCounted, spendOfFault } from "../spending/spend.model.ts";
import { isOutOfFunds, isUnbilled, kindOf, retryAfterMs } from "./classify.ts";
import { connectionCode, isRefusedConnection } from "./connection.ts";
import type { Refusal } from "./refusal.model.ts";
import { shownMessage } from "./sentence.ts";

export interface Circumstances {
  row: ProviderRow;
  call: ModelCall;
  endpoint: Pick<Endpoint, "apiKey">;
  draft: Draft;
}

interface Finding {
  kind: ModelFaultKind;
  /** Follows the provider and the model, as in "refused the request". */
  what: string;
  suggestion: string;
  retryAfterMs?: number;
  /** Nothing billable was started. */
  free?: boolean;
}

function fault(at: Circumstances, finding: Finding): ModelFault {
  const { kind, suggestion, free = false } = finding;
  return new ModelFault({
    kind,
    message: `${at.row.name} (${modelId(at.call.model)}) ${finding.what}`,
    suggestion,
    spend: spendOfFault({ ...at, free }),
    ...(finding.retryAfterMs !== undefined && { retryAfterMs: finding.retryAfterMs }),
    partial: at.draft.text || at.draft.refusal,
    unsettled: !free && (!isEnded(at.draft) || !isCounted(at.draft)),
  });
}

/** The provider refused the call. */
export function refused(at: Circumstances, refusal: Refusal): ModelFault {
  const kind = kindOf(refusal);
  const status = refusal.status === null ? "" : ` (status ${refusal.status})`;
  const words = kind === "authentication" ? "" : shownMessage(refusal.message, at.call, at.endpoint.apiKey);
  const wait = retryAfterMs(refusal);
  return fault(at, {
    kind,
    what: `${isOutOfFunds(refusal) ? "says that the account is out of credit" : REFUSALS[kind]}${status}${words && `: ${words}`}`,
    suggestion: refusalAdvice(at, refusal, kind),
    free: isFree(at, refusal),
    ...(wait !== undefined && { retryAfterMs: wait }),
  });
}

function isFree({ draft }: Circumstances, { status }: Refusal): boolean {
  return status !== null && draft.text === "" && draft.usage === null && isUnbilled(status);
}

const REFUSALS: Record<ModelFaultKind, string> = {
  network: "could not be reached",
  rate_limit: "is at its rate limit",
  api_error: "failed or is overloaded",
  timeout: "gave up waiting for the request",
  invalid_response: "gave no usable reply",
  context_overflow: "cannot take a prompt of this length",
  authentication: "does not accept the key",
  validation: "refused the request",
  content_filter: "refused the content by its policy",
};

function refusalAdvice(at: Circumstances, refusal: Refusal, kind: ModelFaultKind): string {
  if (isOutOfFunds(refusal)) return `Check the plan and the billing of the ${at.row.name} account, then retry.`;
  if (kind === "authentication")
    return `Set ${keyVariableOf(at.row)} to a key that may use this model, restart the server, then retry.`;
  if (kind === "validation" && refusal.status === 404)
    return `Check the model's name and ${baseUrlVariableOf(at.row)}, or choose another model.`;
  return ADVICE[kind];
}

/** Shown when no retry is left. */
const ADVICE: Record<ModelFaultKind, string> = {
  network: "Check the network and the provider's base URL, then retry.",
  rate_limit: "Wait a while, then retry; fewer debates at once help.",
  api_error: "See the provider's status page, then retry.",
  timeout: "Retry; if it happens again, a longer timeout or a faster model helps.",
  invalid_response: "Retry; if it happens again, a higher maxOutputTokens or another model helps.",
  context_overflow: "Shorten the history, or choose a model with a larger context window.",
  authentication: "Set the key, then retry.",
  validation: "Check the model's name and its settings, or choose another model.",
  content_filter: "Change the topic's wording, or choose another model.",
};

export function timedOut(at: Circumstances, limit: "total" | "silence"): ModelFault {
  const { timeoutMs, silenceMs } = at.call;
  const what =
    limit === "total"
      ? `was not done after ${timeoutMs / 1000} s`
      : `was silent for ${silenceMs / 1000} s, so it was hung up on`;
  return fault(at, { kind: "timeout", what, suggestion: ADVICE.timeout });
}

/** The provider was unreachable, the connection broke, or the stream ended early (no error). */
export function unreachable(at: Circumstances, error: unknown): ModelFault {
  const begun = !error || at.draft.text !== "" || at.draft.usage !== null;
  const code = connectionCode(error);
  return fault(at, {
    kind: "network",
    what: `${begun ? "was cut off in the middle of its reply" : "could not be reached"}${code && ` (${code})`}`,
    suggestion: ADVICE.network,
    free: !begun && isRefusedConnection(code),
  });
}

/** The reply is unreadable, or another error occurred. */
export function unreadable(at: Circumstances): ModelFault {
  return fault(at, { kind: "api_error", what: "sent a reply that cannot be read", suggestion: ADVICE.api_error });
}

/** The request could not even be made. Its error may contain what was to be sent, so only its kind is told. */
export function unsent(at: Circumstances, error: unknown): ModelFault {
  const name = error instanceof Error ? error.name : "Error";
  const what = `was not asked: no request could be made (${name})`;
  const suggestion = "Check the provider's key and address, then retry.";
  return withoutCall(fault(at, { kind: "api_error", what, suggestion, free: true }));
}

/** A key or address is missing, so nothing was sent. */
export function notConfigured(at: Circumstances, variable: string): ModelFault {
  const kind = variable.endsWith("_API_KEY") ? "authentication" : "validation";
  const what =
    kind === "authentication" ? `has no key: ${variable} is not set` : `has no address: ${variable} is not set`;
  const suggestion = `Set ${variable}, restart the server, then retry.`;
  const found = fault(at, { kind, what, suggestion, free: true });
  return withoutCall(found);
}

function withoutCall(found: ModelFault): ModelFault {
  const { kind, message, suggestion, spend } = found;
  return new ModelFault({ kind, message, suggestion, spend: { ...spend, calls: 0 } });
}

/** A server may have a limit of its own, far below what was asked for. */
function lengthOf({ draft: { usage }, call: { maxOutputTokens } }: Circumstances): string {
  if (!usage || usage.unknown?.includes("output")) return `within its limit of ${maxOutputTokens} output tokens`;
  return `after ${usage.output} output tokens, where ${maxOutputTokens} were allowed`;
}

/** The fault of a complete but unusable reply; null if it is usable. */
export function unusable(at: Circumstances): ModelFault | null {
  const { draft, call } = at;
  const say = (kind: ModelFaultKind, what: string) => fault(at, { kind, what, suggestion: ADVICE[kind] });
  if (!isEnded(draft)) return unreachable(at, null);
  if (draft.ending === "refused") return say("content_filter", "declined to answer");
  if (draft.ending === "overflow") return say("context_overflow", "ran over its context window");
  if (draft.ending === "cut-off" && !(call.keepsCut && draft.text.trim() !== ""))
    return say("invalid_response", `was cut off ${lengthOf(at)}`);
  if (draft.calls.length > 0 || draft.ending === "paused") return null;
  return draft.text.trim() === "" ? say("invalid_response", "gave an empty reply") : null;
}
