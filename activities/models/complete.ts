/**
 * One model call. If a provider refuses an optional parameter, or has no Responses API, the call is repeated without
 * it. Such a refusal is free, and it is remembered.
 */

import { withSchema } from "../../domain/prompts/parts/frame.prompt-part.ts";
import { type ModelCall, ModelFault, type ModelReply } from "./base/port.model.ts";
import {
  type Api,
  baseUrlVariableOf,
  type Lesson,
  missingVariable,
  type ProviderRow,
  type ProviderSettings,
} from "./base/providers.ts";
import { lacksApi, lessonOf } from "./faults/classify.ts";
import { isConnectionError } from "./faults/connection.ts";
import {
  type Circumstances,
  notConfigured,
  refused,
  timedOut,
  unreachable,
  unreadable,
  unsent,
  unusable,
} from "./faults/faults.model.ts";
import { errorIn, type Refusal, refusalOf } from "./faults/refusal.model.ts";
import { type Bag, bagOf, valueIn } from "./hearing/shapes.ts";
import type { Memory } from "./memory.ts";
import { hearWholeMessage, requestAnthropic } from "./providers/anthropic.ts";
import { createDraft, type Draft, isEnded } from "./providers/draft.provider.ts";
import { hearWholeCompletion, requestChat } from "./providers/openai-chat.ts";
import { hearWholeResponse, requestResponses } from "./providers/openai-responses.ts";
import type { Endpoint, ProviderRequest } from "./providers/request.provider.ts";
import { StreamError } from "./providers/stream-error.ts";
import { createWire, type Wire } from "./providers/wire.provider.ts";
import { spendOfFault, spendOfReply } from "./spending/spend.model.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

export interface Dependencies {
  row: ProviderRow;
  settings: ProviderSettings | undefined;
  memory: Memory;
  fetch: typeof fetch;
}

interface Adapter {
  /** Makes the request, and writes what comes into its draft. */
  request(request: ProviderRequest): Promise<void>;
  /** Reads a reply that came as one piece although a stream was asked for. */
  hearWhole(request: ProviderRequest, body: Bag): void;
}

const ADAPTERS: Record<Api, Adapter> = {
  responses: { request: requestResponses, hearWhole: hearWholeResponse },
  chat: { request: requestChat, hearWhole: hearWholeCompletion },
  anthropic: { request: requestAnthropic, hearWhole: hearWholeMessage },
};

interface Running extends Circumstances {
  endpoint: Endpoint;
  memory: Memory;
  /** What this call's refusals seem to teach. It is remembered when the model has answered so. */
  trial: Set<Lesson>;
  watchdog: Watchdog;
  wire: Wire;
}

export async function completeCall(call: ModelCall, dependencies: Dependencies): Promise<ModelReply> {
  call.signal.throwIfAborted();
  const { row, memory } = dependencies;
  const watchdog = createWatchdog(call);
  const draft = createDraft(call);
  const wire = createWire({ fetch: dependencies.fetch, heard: () => watchdog.touch() });
  try {
    const endpoint = endpointOf(call, draft, { ...dependencies, fetch: wire.fetch });
    const reply = await converse({ row, call, endpoint, draft, memory, trial: new Set(), watchdog, wire });
    call.onReply?.(reply);
    return reply;
  } catch (error) {
    if (call.signal.aborted) call.onCut?.(spendOfFault({ call, draft }));
    throw error;
  } finally {
    watchdog.stop();
    if (draft.oddities.size > 0) call.onOddities?.([...draft.oddities]);
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
  let api = await heardOut(running);
  while (!api) api = await heardOut(running);
  await remember(running);
  const found = unusable(running);
  if (found) throw found;
  return replyOf(running, api);
}

async function remember({ memory, endpoint, call, trial, draft }: Running): Promise<void> {
  if (draft.oddities.has("thoughts-closed-alone")) trial.add("thoughts");
  for (const lesson of trial) await memory.learn(endpoint.baseUrl, call.model, lesson);
}

/** Makes one request, and returns by which API; null if it must be repeated in another way. */
async function heardOut(running: Running): Promise<Api | null> {
  const { call, row, endpoint, memory, trial, watchdog, draft } = running;
  const learnt = await memory.learntOf(endpoint.baseUrl, call.model);
  const lessons = new Set([...(row.omits ?? []), ...learnt, ...trial]);
  const api = row.api === "responses" && lessons.has("responses") ? "chat" : row.api;
  try {
    if (lessons.has("thoughts")) draft.hold();
    const asked = row.showsSchema && lessons.has("json_schema") ? withSchemaInText(call) : call;
    const request = { row, call: asked, endpoint, lessons, signal: watchdog.signal, draft };
    await ADAPTERS[api].request(request);
    requireInTime(running);
    hearStray(running, request, api);
    hearEnd(running);
    draft.end();
    return api;
  } catch (error) {
    draft.end();
    requireInTime(running);
    if (error instanceof ModelFault) throw error;
    // Nothing that comes after the end takes a reply back.
    if (isEnded(draft)) return api;
    const refusal = refusalOf(error, running.wire.errorBody());
    if (!refusal && !running.wire.hasSent()) throw unsent(running, error);
    if (!refusal) throw isConnectionError(error) ? unreachable(running, error) : unreadable(running);
    if (learns(running, refusal, { api, lessons })) return null;
    throw refused(running, refusal);
  }
}

/** For the SDKs a response that is not a stream has no events, as if the stream had been cut. */
function hearStray(running: Running, request: ProviderRequest, api: Api): void {
  const stray = running.wire.strayBody();
  if (stray === null || running.draft.ending !== "open") return;
  const error = errorIn(stray);
  if (error) throw new StreamError(error);
  running.draft.oddities.add("no-stream");
  ADAPTERS[api].hearWhole(request, bagOf(valueIn(stray)));
  if (isEnded(running.draft)) return;
  if (running.draft.text === "") throw new Error("the answer has no reply");
  endWithout(running);
}

/** A stream that ended by its own mark is whole, whatever its server left out. */
function hearEnd(running: Running): void {
  if (running.draft.ending === "open" && running.draft.isMarkedEnd) endWithout(running);
}

/** Nobody said why the reply ended. */
function endWithout({ draft }: Running): void {
  draft.oddities.add("no-ending");
  draft.ending = draft.refusal === "" ? "whole" : "refused";
}

/** An aborted stream ends without an error, or with one that does not give the reason. */
function requireInTime(running: Running): void {
  running.call.signal.throwIfAborted();
  const limit = running.watchdog.expired();
  if (limit) throw timedOut(running, limit);
}

/** True if the refusal shows how to ask differently. */
function learns(
  { trial, call, draft }: Running,
  refusal: Refusal,
  asked: { api: Api; lessons: ReadonlySet<Lesson> },
): boolean {
  // Who has begun to answer has taken the request.
  if (draft.hasBegun || draft.usage !== null) return false;
  const lesson = lessonFor(call, refusal, asked);
  if (!lesson || asked.lessons.has(lesson)) return false;
  trial.add(lesson);
  return true;
}

function lessonFor(
  call: ModelCall,
  refusal: Refusal,
  asked: { api: Api; lessons: ReadonlySet<Lesson> },
): Lesson | null {
  if (asked.api === "responses" && lacksApi(refusal)) return "responses";
  const found = lessonOf(refusal, { wantsJson: call.output !== undefined, api: asked.api });
  // JSON mode is what a refused schema steps down to.
  return found === "json_schema" && asked.lessons.has("json_schema") ? "json_object" : found;
}

/** What a provider shows its models itself, for one that does not take it. */
function withSchemaInText(call: ModelCall): ModelCall {
  return call.output ? { ...call, messages: withSchema(call.messages, call.output) } : call;
}

function replyOf({ draft, call }: Running, api: Api): ModelReply {
  const { calls, searches, sources, items, ending } = draft;
  const looked = calls.length + searches.length + sources.length > 0 || ending === "paused";
  return {
    text: draft.text,
    spend: spendOfReply({ call, draft }),
    model: draft.model ?? call.model.model,
    latencyMs: draft.elapsedMs(),
    firstTokenMs: draft.firstTokenMs,
    ...(ending === "cut-off" && { isCut: true as const }),
    ...(looked && { lookups: { calls, searches, sources, api, items, isPaused: ending === "paused" } }),
  };
}
