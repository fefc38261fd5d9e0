/**
 * The typed client of Parley's HTTP API, `@parley-debates/client`. It needs `fetch` and nothing else: Node, browsers, workers.
 *
 * ```ts
 * const client = createClient({ baseUrl: "http://127.0.0.1:3000" });
 * const { id } = await client.create({ topic: "Is chess a sport?", participants });
 * for await (const event of client.events(id)) console.log(event.type);
 * const { result } = await client.waitForResult(id);
 * ```
 */
import { carriedOut } from "./accepted.client.ts";
import { type EventOptions, follow } from "./events.client.ts";
import { type Experiments, experimentsOf } from "./experiments.client.ts";
import { type Files, filesOf } from "./files.client.ts";
import { type Presets, presetsOf } from "./presets.client.ts";
import { queryOf } from "./query.client.ts";
import { type Schedules, schedulesOf } from "./schedules.client.ts";
import { type Call, type ClientOptions, createTransport, type Transport } from "./transport.ts";
import type {
  Answer,
  Calibration,
  Choice,
  Comparison,
  Debate,
  DebateEvent,
  DebatePage,
  DebateQuery,
  EarnedLevels,
  Estimates,
  KnownOutcome,
  ModelList,
  NewDebate,
  NewFork,
  NewJudge,
  OwnQuota,
  Rating,
  Ratings,
  Rejudgement,
  RelatedDebates,
  Share,
  StoredRequest,
  TranscriptExport,
  Transcripts,
  Turn,
} from "./types.ts";
import { type WaitOptions, waitForEnd } from "./wait.client.ts";
import type { Wire } from "./wire.client.ts";

export type { EventOptions } from "./events.client.ts";
export type * from "./experiments.client.ts";
export type * from "./files.client.ts";
export type * from "./presets.client.ts";
export { ParleyProblem, type ProblemBody } from "./problem.ts";
export type * from "./schedules.client.ts";
export type { Call, ClientOptions } from "./transport.ts";
export type * from "./types.ts";
export type { WaitOptions } from "./wait.client.ts";

export interface CreateOptions {
  /** Two calls with one key create one debate. By default the client creates a key, so that its retries are safe. */
  idempotencyKey?: string;
  /** Wait up to this many seconds (at most 60) for the debate's end. */
  waitSeconds?: number;
}

interface Reason {
  reason?: string;
}

/** Every method throws `ParleyProblem`. GETs and keyed POSTs are retried after 429 (not of a quota), 503 and lost connections. */
export interface Client {
  create(request: NewDebate, options?: CreateOptions): Promise<Debate>;
  /** Waits up to `waitSeconds` (at most 60) until the debate changes or is over. */
  get(id: string, options?: { waitSeconds?: number; signal?: AbortSignal }): Promise<Debate>;
  /** The request that the debate was made from, to change a draft or to create the debate again. */
  storedRequest(id: string): Promise<StoredRequest>;
  /** One page, newest first. */
  list(query?: DebateQuery): Promise<DebatePage>;
  /** All pages, from the one that `query` names. */
  pages(query?: DebateQuery): AsyncGenerator<DebatePage, void>;

  /**
   * Each command returns the debate after the command was recorded; 409 if it is not legal now. Where thousands come at once,
   * that takes as long as those before it.
   */
  /** `live`: each model is asked whether it answers. Takes up to 25 seconds; the `status` may still be `validating`. */
  validate(id: string, body?: Reason & { live?: boolean }): Promise<Debate>;
  start(id: string, body?: Reason): Promise<Debate>;
  pause(id: string, body?: Reason & { when?: "now" }): Promise<Debate>;
  resume(id: string, body?: Reason): Promise<Debate>;
  /** `conclude`, the default, has the judge rule on what there is; `abandon` cancels. */
  stop(id: string, body?: Reason & { mode?: "conclude" | "abandon" }): Promise<Debate>;
  retry(id: string, body?: Reason): Promise<Debate>;
  acknowledge(id: string, body?: Reason): Promise<Debate>;
  reset(id: string, body?: Reason): Promise<Debate>;
  /** An answer of `null` skips its question. */
  answer(id: string, answers: Answer[]): Promise<Debate>;
  decide(id: string, decisionId: string, choice: Choice): Promise<Debate>;
  /**
   * Asks another judge or panel to rule on a debate that is over, and returns the running rejudgement. The ruling appears
   * in the debate's `rejudgements`, and whole in its transcript.
   */
  rejudge(id: string, judge: NewJudge): Promise<Rejudgement>;
  /** Says something to the participants, from their next turns on. `to`: the id of the only one who is shown it. */
  interject(id: string, remark: Wire["NewInterjection"]): Promise<Turn>;
  /** A new debate that shares all rounds up to `afterRound`, and continues from there by itself. */
  fork(id: string, fork: NewFork): Promise<Debate>;
  /** What it would buy beyond the rounds that it takes over. Starts nothing and spends nothing. */
  estimateFork(id: string, fork: NewFork): Promise<Estimates>;
  /** A new debate from the start, with the sides swapped. */
  twin(id: string): Promise<Debate>;
  /** Verdicts and scores side by side. */
  compare(id: string, otherId: string): Promise<Comparison>;
  /** Past debates on the same question, `limit` of them at most (1–20; default 5), and where their answers differ. */
  related(id: string, options?: { limit?: number }): Promise<RelatedDebates>;
  /** Stores a debate that was exported as JSON, under its own id. 409 if it exists already. */
  import(transcript: TranscriptExport): Promise<Debate>;
  /** Rates a debate that is over. The newest rating replaces the one before. */
  rate(id: string, rating: { rating: 1 | 2 | 3 | 4 | 5; comment?: string }): Promise<Rating>;
  /** Reports whether the answer of a debate that is over came true. The newest report replaces the one before. */
  reportOutcome(id: string, outcome: Wire["NewOutcome"]): Promise<KnownOutcome>;
  /** Erases a debate that is over, with everything stored for it. */
  delete(id: string): Promise<void>;

  /** Creates a link that lets anybody read this debate, for at most 30 days. Only this result has its `url`. */
  share(id: string, options: Wire["NewShare"]): Promise<Share & { url: string }>;
  /** The links that work now. */
  shares(id: string): Promise<Share[]>;
  /** The link stops working within 5 seconds. */
  revokeShare(id: string, shareId: string): Promise<void>;

  transcript(id: string): Promise<TranscriptExport>;
  transcript<As extends keyof Transcripts>(id: string, as: As): Promise<Transcripts[As]>;
  /** All known models, or one alone (`provider/model`), known or not. */
  models(options?: { model?: string }): Promise<ModelList>;
  /** Estimates a debate's cost and spends nothing. With `problems` the figures are null. */
  estimate(request: NewDebate): Promise<Estimates>;
  /** Rates models and judges over the newest completed debates, `limit` of them at most (1–1,000; default 500). */
  ratings(options?: { limit?: number }): Promise<Ratings>;
  /** How often your answers with a known outcome were right, by the level of their support. */
  levels(): Promise<EarnedLevels>;
  /**
   * The support from which on answers have been shown to be right in at least `right` percent of cases, at `confidence` percent
   * (50–99; default 90 and 95). Needs 100 known outcomes.
   */
  calibration(options?: { right?: number; confidence?: number }): Promise<Calibration>;
  /** The limits on your debates, and what is used of them. */
  quota(): Promise<OwnQuota>;
  /** Every event of the log once, in order, to the terminal one, across lost connections and restarts. */
  events(id: string, options?: EventOptions): AsyncGenerator<DebateEvent, void>;
  /**
   * The debate when it is over, with any `status` and `result`. Keeps waiting while the debate waits for its owner.
   * Rejects with a `TimeoutError` after `timeoutMs`.
   */
  waitForResult(id: string, options?: WaitOptions): Promise<Debate>;
  /** Compares debates with single answers and votes, over many questions. */
  experiments: Experiments;
  /** Files that are handed in as material. */
  files: Files;
  /** Saved debate requests by name and version. */
  presets: Presets;
  /** Debates that begin by the clock. */
  schedules: Schedules;
  /** Any other route: `client.request({ method: "POST", path: "/v1/positions", body })`. A POST gets an idempotency key. */
  request<T>(call: Call): Promise<T>;
}

const MEDIA = {
  json: "application/json",
  markdown: "text/markdown",
  html: "text/html",
  inspect: "application/json",
  jsonl: "application/x-ndjson",
  receipt: "application/json",
};
/** `Accept` cannot tell these from other JSON. */
const BY_NAME: (keyof Transcripts)[] = ["inspect", "receipt"];

/** Throws `TypeError` if `baseUrl` is not an http or https address. */
export function createClient(options: ClientOptions): Client {
  const transport = createTransport(options);
  const path = (id: string, rest = "") => `/v1/debates/${encodeURIComponent(id)}${rest}`;
  const get: Client["get"] = (id, { waitSeconds, signal } = {}) =>
    transport.json({ path: path(id, waitSeconds ? `?wait=${waitSeconds}` : ""), signal });
  const list: Client["list"] = (query = {}) => transport.json({ path: `/v1/debates${queryOf(query)}` });
  const events: Client["events"] = (id, given = {}) => follow({ transport, path: path(id, "/events"), options: given });
  const request = <T>(call: Call) => transport.json<T>(withKey(call));
  const command = async (id: string, rest: string, body: object): Promise<Debate> =>
    carriedOut(id, await request({ method: "POST", path: path(id, rest), body }), {
      get,
      read: (commandId) => transport.json({ path: path(id, `/commands/${encodeURIComponent(commandId)}`) }),
    });
  return {
    create: (body, given = {}) => request(creationOf(body, given)),
    get,
    storedRequest: (id) => transport.json({ path: path(id, "/request") }),
    list,
    pages: (query = {}) => pagesOf(list, query),
    ...commandsOf(command),
    answer: (id, answers) => command(id, "/answers", { answers }),
    decide: (id, decisionId, body) => command(id, `/decisions/${encodeURIComponent(decisionId)}`, body),
    rejudge: (id, judge) => request({ method: "POST", path: path(id, "/rejudge"), body: { judge } }),
    interject: (id, body) => request({ method: "POST", path: path(id, "/interjections"), body }),
    estimateFork: (id, body) => request({ method: "POST", path: path(id, "/fork/estimates"), body }),
    fork: (id, body) => request({ method: "POST", path: path(id, "/fork"), body }),
    twin: (id) => request({ method: "POST", path: path(id, "/twin") }),
    compare: (id, otherId) => request({ path: path(id, `/compare/${encodeURIComponent(otherId)}`) }),
    related: (id, { limit } = {}) => request({ path: path(id, `/related${queryOf({ limit })}`) }),
    import: (body) => request({ method: "POST", path: "/v1/debates/import", body }),
    rate: (id, body) => request({ method: "PUT", path: path(id, "/rating"), body }),
    reportOutcome: (id, body) => request({ method: "PUT", path: path(id, "/outcome"), body }),
    delete: (id) => request({ method: "DELETE", path: path(id) }),
    share: (id, body) => request({ method: "POST", path: path(id, "/shares"), body }),
    shares: async (id) => (await request<{ items: Share[] }>({ path: path(id, "/shares") })).items,
    revokeShare: (id, shareId) =>
      request({ method: "DELETE", path: path(id, `/shares/${encodeURIComponent(shareId)}`) }),
    transcript: transcriptOf(transport, path),
    models: ({ model } = {}) => transport.json({ path: `/v1/models${queryOf({ model })}` }),
    estimate: (body) => request({ method: "POST", path: "/v1/estimates", body }),
    ratings: ({ limit } = {}) => request({ path: `/v1/ratings${queryOf({ limit })}` }),
    levels: () => request({ path: "/v1/ratings/levels" }),
    calibration: ({ right, confidence } = {}) =>
      request({ path: `/v1/ratings/calibration${queryOf({ right, confidence })}` }),
    quota: () => request({ path: "/v1/quota" }),
    events,
    experiments: experimentsOf(transport, request),
    files: filesOf(request),
    presets: presetsOf(request),
    schedules: schedulesOf(request),
    waitForResult: (id, given = {}) => waitForEnd({ get, events }, id, given),
    request,
  };
}

type PathOf = (id: string, rest?: string) => string;

const COMMANDS = ["validate", "start", "pause", "resume", "stop", "retry", "acknowledge", "reset"] as const;
type Commands = Pick<Client, (typeof COMMANDS)[number]>;

function commandsOf(command: (id: string, rest: string, body: object) => Promise<Debate>): Commands {
  const commands = COMMANDS.map((name) => [name, (id: string, body: Reason = {}) => command(id, `/${name}`, body)]);
  return Object.fromEntries(commands) as Commands;
}

function creationOf(body: NewDebate, { idempotencyKey, waitSeconds }: CreateOptions): Call {
  const headers = {
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(waitSeconds && { prefer: `wait=${waitSeconds}` }),
  };
  return { method: "POST", path: "/v1/debates", body, headers };
}

/** All attempts of a call share its key, so the server carries it out once. */
function withKey(call: Call): Call {
  if (call.method !== "POST") return call;
  return { ...call, headers: { "idempotency-key": mintKey(), ...call.headers } };
}

/** `crypto.randomUUID` is missing on web pages without TLS, and `crypto` in Node 18: the key is no secret. */
function mintKey(): string {
  const random = () => globalThis.crypto?.getRandomValues(new Uint8Array(1))[0] ?? Math.floor(Math.random() * 256);
  return Array.from({ length: 16 }, () => random().toString(16).padStart(2, "0")).join("");
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
    const rest = BY_NAME.includes(as) ? `/transcript?as=${as}` : "/transcript";
    const text = await transport.text({ path: path(id, rest), headers: { accept: MEDIA[as] } });
    if (as === "jsonl") return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    return MEDIA[as] === MEDIA.json ? JSON.parse(text) : text;
  }) as Client["transcript"];
}
