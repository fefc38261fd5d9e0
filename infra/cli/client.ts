/** A small client of Parley's HTTP API. */
import { setTimeout as sleep } from "node:timers/promises";
import { type EventPayloads, type EventType, isTerminalEvent } from "../../domain/events.ts";
import type { Answer } from "../../domain/questions.ts";
import type { DebateRequest } from "../../domain/request.ts";
import type { Debate } from "../../domain/schemas.ts";
import { parseEvents } from "./sse.ts";

/** An event as it comes over the wire: its payload stands beside its id. */
export type WireEvent = { [K in EventType]: { id: number; type: K; at: string } & EventPayloads[K] }[EventType];

export interface Problem {
  title?: string;
  detail?: string;
  errors?: { pointer: string; detail: string }[];
}

/** An answer that is no success, with its problem document as far as there was one. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super([problem.detail ?? problem.title ?? `the API answered ${status}`, ...faultLines(problem)].join("\n"));
    this.name = "ApiError";
    this.status = status;
    this.problem = problem;
  }
}

/** The API could not be reached at all. */
export class Unreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`no Parley answers at ${url}`, { cause });
    this.name = "Unreachable";
  }
}

/** What a caller sends: fields with a default may be missing. */
export type NewDebate = Omit<Partial<DebateRequest>, "topic" | "participants" | "clarifications"> &
  Pick<DebateRequest, "topic" | "participants"> & { clarifications?: Partial<DebateRequest["clarifications"]> };

interface ModelList {
  providers?: { id: string; isAuthenticated: boolean; demo: boolean; defaultModel: string | null }[];
  defaultModel?: string | null;
}

export interface Client {
  createDebate(request: NewDebate): Promise<Debate>;
  getDebate(id: string): Promise<Debate>;
  submitAnswers(id: string, answers: Answer[]): Promise<Debate>;
  models(): Promise<ModelList>;
  /** The transcript as Markdown. */
  report(id: string): Promise<string>;
  /** The debate's log from the beginning to its terminal event, across lost connections. */
  events(id: string, signal: AbortSignal): AsyncGenerator<WireEvent>;
}

const RECONNECT_MS = 1_000;
const RECONNECTS = 60;

/** `retryMs`: the pause before a lost stream is taken up again. */
export function createClient(baseUrl: string, options: { retryMs?: number } = {}): Client {
  const base = baseUrl.replace(/\/+$/, "");
  const get = (path: string, accept = "application/json") => request(base, path, { headers: { accept } });
  const debate = (id: string) => `/v1/debates/${encodeURIComponent(id)}`;
  return {
    createDebate: async (body) => (await post(base, "/v1/debates", body)).json() as Promise<Debate>,
    getDebate: async (id) => (await get(debate(id))).json() as Promise<Debate>,
    submitAnswers: async (id, answers) =>
      (await post(base, `${debate(id)}/answers`, { answers })).json() as Promise<Debate>,
    models: async () => (await get("/v1/models")).json() as Promise<ModelList>,
    report: async (id) => (await get(`${debate(id)}/transcript?as=md`, "text/markdown")).text(),
    events: (id, signal) =>
      follow({ base, path: `${debate(id)}/events`, signal, retryMs: options.retryMs ?? RECONNECT_MS }),
  };
}

/** True when a Parley answers there. */
export async function isHealthy(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${baseUrl.replace(/\/+$/, "")}/healthz`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function post(base: string, path: string, body: unknown): Promise<Response> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return request(base, path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function request(base: string, path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(`${base}${path}`, init).catch((cause: unknown) => {
    init.signal?.throwIfAborted();
    throw new Unreachable(base, cause);
  });
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new ApiError(answer.status, problem as Problem);
}

interface Following {
  base: string;
  path: string;
  signal: AbortSignal;
  retryMs: number;
}

async function* follow(input: Following): AsyncGenerator<WireEvent> {
  let after = 0;
  let failures = 0;
  for (;;) {
    try {
      for await (const event of connect(input, after)) {
        failures = 0;
        after = event.id;
        yield event;
        if (isTerminalEvent(event.type)) return;
      }
    } catch (error) {
      input.signal.throwIfAborted();
      if (!isPassing(error) || ++failures > RECONNECTS) throw error;
    }
    await sleep(input.retryMs, undefined, { signal: input.signal });
  }
}

async function* connect(input: Following, after: number): AsyncGenerator<WireEvent> {
  const headers = { accept: "text/event-stream", ...(after > 0 && { "last-event-id": String(after) }) };
  const answer = await request(input.base, input.path, { headers, signal: input.signal });
  if (!answer.body) return;
  for await (const { data } of parseEvents(answer.body as ReadableStream<Uint8Array>))
    yield JSON.parse(data) as WireEvent;
}

/** Worth another try: the line broke, or the server is restarting. */
function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429;
  return error instanceof Unreachable || error instanceof TypeError;
}

function faultLines(problem: Problem): string[] {
  return (problem.errors ?? []).map(({ pointer, detail }) => `  ${pointer}: ${detail}`);
}
