/**
 * The typed client of Parley's HTTP API, `parley/client`. It needs `fetch` and nothing else: Node, browsers, workers.
 *
 * ```ts
 * const client = createClient({ baseUrl: "http://127.0.0.1:3000" });
 * const { id } = await client.create({ topic: "Is chess a sport?", participants });
 * for await (const event of client.events(id)) console.log(event.type);
 * const { result } = await client.waitForResult(id);
 * ```
 */
import { type EventOptions, follow } from "./events.ts";
import { type Call, type ClientOptions, createTransport, type Transport } from "./transport.ts";
import type {
  Answer,
  Debate,
  DebateEvent,
  DebatePage,
  DebateQuery,
  Estimates,
  ModelList,
  NewDebate,
  NewJudge,
  Rejudgement,
  TranscriptExport,
  Transcripts,
} from "./types.ts";
import { type WaitOptions, waitForEnd } from "./wait.ts";

export type { EventOptions } from "./events.ts";
export { ParleyProblem, type ProblemBody } from "./problem.ts";
export type { Call, ClientOptions } from "./transport.ts";
export type * from "./types.ts";
export type { WaitOptions } from "./wait.ts";

export interface CreateOptions {
  /** Two creates with one key make one debate. Without it the client makes one up, so that its own retries are safe. */
  idempotencyKey?: string;
  /** Hold the answer up to so many seconds, at most 60, for the debate's end. */
  waitSeconds?: number;
}

interface Reason {
  reason?: string;
}

/** Every method throws `ParleyProblem`; GETs and keyed POSTs are tried again after 429, 503 and broken connections. */
export interface Client {
  create(request: NewDebate, options?: CreateOptions): Promise<Debate>;
  /** `waitSeconds` (at most 60) holds the answer until the debate changes or is over. */
  get(id: string, options?: { waitSeconds?: number; signal?: AbortSignal }): Promise<Debate>;
  /** One page, newest first. */
  list(query?: DebateQuery): Promise<DebatePage>;
  /** All pages from the one that `query` asks for. */
  pages(query?: DebateQuery): AsyncGenerator<DebatePage, void>;

  /** Each command answers with the debate after it was accepted and recorded; 409 when it is not legal now. */
  validate(id: string, body?: Reason): Promise<Debate>;
  start(id: string, body?: Reason): Promise<Debate>;
  pause(id: string, body?: Reason & { when?: "now" }): Promise<Debate>;
  resume(id: string, body?: Reason): Promise<Debate>;
  /** `conclude`, the default, has the judge rule on what there is; `abandon` cancels. */
  stop(id: string, body?: Reason & { mode?: "conclude" | "abandon" }): Promise<Debate>;
  retry(id: string, body?: Reason): Promise<Debate>;
  acknowledge(id: string, body?: Reason): Promise<Debate>;
  reset(id: string, body?: Reason): Promise<Debate>;
  answer(id: string, answers: Answer[]): Promise<Debate>;
  decide(id: string, decisionId: string, choice: Choice): Promise<Debate>;
  /**
   * Another judge or panel over a debate that is over: answers at once with the rejudgement under way. What comes of it
   * shows in the debate's `rejudgements`, whole in its transcript.
   */
  rejudge(id: string, judge: NewJudge): Promise<Rejudgement>;
  rate(id: string, rating: { rating: 1 | 2 | 3 | 4 | 5; comment?: string }): Promise<Debate>;

  transcript(id: string): Promise<TranscriptExport>;
  transcript<As extends keyof Transcripts>(id: string, as: As): Promise<Transcripts[As]>;
  models(): Promise<ModelList>;
  /** What a debate would take; nothing is spent. With `problems` the figures are null. */
  estimate(request: NewDebate): Promise<Estimates>;
  /** The event log: every event once, in order, to the terminal one, across lost connections and restarted servers. */
  events(id: string, options?: EventOptions): AsyncGenerator<DebateEvent, void>;
  /**
   * The debate once it is over, whatever its end: see `status` and `result`. A debate that waits for its owner (answers,
   * a decision, a retry) is waited for. Rejects with a `TimeoutError` after `timeoutMs`.
   */
  waitForResult(id: string, options?: WaitOptions): Promise<Debate>;
  /** Any other route: `client.request({ method: "POST", path: "/v1/positions", body })`. A POST gets its key. */
  request<T>(call: Call): Promise<T>;
}

export interface Choice {
  option: string;
  params?: Record<string, unknown>;
}

const MEDIA = { json: "application/json", markdown: "text/markdown", html: "text/html" };

/** Throws `TypeError` when `baseUrl` is no http or https address. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const path = (id: string, rest = "") => `/v1/debates/${encodeURIComponent(id)}${rest}`;
  const get: Client["get"] = (id, { waitSeconds, signal } = {}) =>
    transport.json({ path: path(id, waitSeconds ? `?wait=${waitSeconds}` : ""), signal });
  const list: Client["list"] = (query = {}) => transport.json({ path: `/v1/debates${queryOf(query)}` });
  const events: Client["events"] = (id, given = {}) => follow({ transport, path: path(id, "/events"), options: given });
  const request = <T>(call: Call) => transport.json<T>(withKey(call));
  return {
    create: (body, given = {}) => request(creationOf(body, given)),
    get,
    list,
    pages: (query = {}) => pagesOf(list, query),
    ...commandsOf(request, path),
    answer: (id, answers) => request({ method: "POST", path: path(id, "/answers"), body: { answers } }),
    decide: (id, decisionId, body) =>
      request({ method: "POST", path: path(id, `/decisions/${encodeURIComponent(decisionId)}`), body }),
    rejudge: (id, judge) => request({ method: "POST", path: path(id, "/rejudge"), body: { judge } }),
    rate: (id, body) => request({ method: "PUT", path: path(id, "/rating"), body }),
    transcript: transcriptOf(transport, path),
    models: () => transport.json({ path: "/v1/models" }),
    estimate: (body) => request({ method: "POST", path: "/v1/estimates", body }),
    events,
    waitForResult: (id, given = {}) => waitForEnd({ get, events }, id, given),
    request,
  };
}

type PathOf = (id: string, rest?: string) => string;

function commandsOf(request: Client["request"], path: PathOf) {
  const command =
    (name: string) =>
    (id: string, body: Reason = {}): Promise<Debate> =>
      request({ method: "POST", path: path(id, `/${name}`), body });
  return {
    validate: command("validate"),
    start: command("start"),
    pause: command("pause"),
    resume: command("resume"),
    stop: command("stop"),
    retry: command("retry"),
    acknowledge: command("acknowledge"),
    reset: command("reset"),
  };
}

function creationOf(body: NewDebate, { idempotencyKey, waitSeconds }: CreateOptions): Call {
  const headers = {
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(waitSeconds && { prefer: `wait=${waitSeconds}` }),
  };
  return { method: "POST", path: "/v1/debates", body, headers };
}

/** The same key goes with every try of a call, so the server can tell them for one. */
function withKey(call: Call): Call {
  if (call.method !== "POST") return call;
  return { ...call, headers: { "idempotency-key": mintKey(), ...call.headers } };
}

/** `crypto.randomUUID` is missing on web pages without TLS. */
function mintKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function* pagesOf(list: Client["list"], query: DebateQuery): AsyncGenerator<DebatePage, void> {
  for (let cursor = query.cursor; ; ) {
    const page = await list({ ...query, ...(cursor !== undefined && { cursor }) });
    yield page;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

function transcriptOf(transport: Transport, path: PathOf): Client["transcript"] {
  return (async (id: string, as: keyof Transcripts = "json") => {
    const text = await transport.text({ path: path(id, "/transcript"), headers: { accept: MEDIA[as] } });
    return as === "json" ? JSON.parse(text) : text;
  }) as Client["transcript"];
}

function queryOf(query: DebateQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size > 0 ? `?${parameters.toString()}` : "";
}
