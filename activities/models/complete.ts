/**
 * One model call from beginning to end. A provider that refuses an optional parameter, or has no Responses API, is
 * asked once more without it: such an answer costs nothing, and it is remembered.
 */
import { askAnthropic } from "./anthropic.ts";
import type { Ask, Endpoint } from "./ask.ts";
import { lacksApi, refusedParameter } from "./classify.ts";
import { isConnectionError } from "./connection.ts";
import { createDraft, type Draft } from "./draft.ts";
import { type Circumstances, notConfigured, refused, timedOut, unreachable, unreadable, unusable } from "./faults.ts";
import type { Memory } from "./memory.ts";
import { askChat } from "./openai-chat.ts";
import { askResponses } from "./openai-responses.ts";
import { type ModelCall, ModelFault, type ModelReply } from "./port.ts";
import { spendOfCall, spendOfFault } from "./pricing.ts";
import {
  type Api,
  baseUrlVariableOf,
  missingVariable,
  type OptionalParameter,
  type ProviderRow,
  type ProviderSettings,
} from "./providers.ts";
import { type Refusal, refusalIn, refusalOf } from "./refusal.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";
import { createWire, type Wire } from "./wire.ts";

export interface Dependencies {
  row: ProviderRow;
  settings: ProviderSettings | undefined;
  memory: Memory;
  fetch: typeof fetch;
}

const ADAPTERS: Record<Api, (ask: Ask) => Promise<void>> = {
  responses: askResponses,
  chat: askChat,
  anthropic: askAnthropic,
};

interface Running extends Circumstances {
  endpoint: Endpoint;
  memory: Memory;
  watchdog: Watchdog;
  wire: Wire;
}

export async function completeCall(call: ModelCall, dependencies: Dependencies): Promise<ModelReply> {
  call.signal.throwIfAborted();
  const { row, memory } = dependencies;
  const watchdog = createWatchdog(call);
  const draft = createDraft(call.onDelta);
  const wire = createWire({ fetch: dependencies.fetch, heard: () => watchdog.touch() });
  try {
    const endpoint = endpointOf(call, draft, { ...dependencies, fetch: wire.fetch });
    return await converse({ row, call, endpoint, draft, memory, watchdog, wire });
  } catch (error) {
    if (call.signal.aborted) call.onCut?.(spendOfFault(call.model, draft.usage));
    throw error;
  } finally {
    watchdog.stop();
  }
}

function endpointOf(call: ModelCall, draft: Draft, { row, settings, fetch }: Dependencies): Endpoint {
  const apiKey = settings?.apiKey ?? null;
  const baseUrl = settings?.baseUrl ?? row.baseUrl;
  const missing = missingVariable(row, settings);
  if (missing !== null || baseUrl === null)
    throw notConfigured({ row, call, endpoint: { apiKey }, draft }, missing ?? baseUrlVariableOf(row));
  return { baseUrl, apiKey, fetch };
}

async function converse(running: Running): Promise<ModelReply> {
  while (!(await heardOut(running)));
  const found = unusable(running);
  if (found) throw found;
  return replyOf(running);
}

/** Asks once. False: the same is to be asked in another way. */
async function heardOut(running: Running): Promise<boolean> {
  const { call, row, endpoint, memory, watchdog, draft } = running;
  const api = row.api === "responses" && memory.lacksResponses(endpoint.baseUrl) ? "chat" : row.api;
  const omit = new Set([...(row.omits ?? []), ...memory.refusedBy(endpoint.baseUrl, call.model)]);
  try {
    await ADAPTERS[api]({ row, call, endpoint, omit, signal: watchdog.signal, draft });
    requireInTime(running);
    requireStream(running);
    return true;
  } catch (error) {
    requireInTime(running);
    if (error instanceof ModelFault) throw error;
    const refusal = refusalOf(error, running.wire.errorBody());
    if (!refusal) throw isConnectionError(error) ? unreachable(running, error) : unreadable(running);
    if (learns(running, refusal, { api, omit })) return false;
    throw refused(running, refusal);
  }
}

/** To the SDKs an answer that is no stream is one without events: as if it had been cut. */
function requireStream(running: Running): void {
  const stray = running.wire.strayBody();
  if (stray === null || running.draft.ending !== "open") return;
  const refusal = refusalIn(stray);
  throw refusal ? refused(running, refusal) : unreadable(running);
}

/** An aborted stream ends without an error, or with one that says nothing of why. */
function requireInTime(running: Running): void {
  running.call.signal.throwIfAborted();
  const limit = running.watchdog.expired();
  if (limit) throw timedOut(running, limit);
}

/** True when the refusal tells how to ask differently; it is kept for all later calls. */
function learns(
  running: Running,
  refusal: Refusal,
  asked: { api: Api; omit: ReadonlySet<OptionalParameter> },
): boolean {
  const { memory, endpoint, call } = running;
  if (asked.api === "responses" && lacksApi(refusal)) {
    memory.useChat(endpoint.baseUrl);
    return true;
  }
  const parameter = refusedParameter(refusal);
  if (!parameter || asked.omit.has(parameter)) return false;
  memory.refuse(endpoint.baseUrl, call.model, parameter);
  return true;
}

function replyOf({ draft, call }: Running): ModelReply {
  return {
    text: draft.text,
    spend: spendOfCall(call.model, draft.usage),
    model: draft.model ?? call.model.model,
    latencyMs: draft.elapsedMs(),
    firstTokenMs: draft.firstTokenMs,
  };
}
