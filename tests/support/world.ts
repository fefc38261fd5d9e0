/** A whole Parley on real parts: Temporal, a DynamoDB engine, the SDKs over a wire-format model server, HTTP. */

import { randomUUID } from "node:crypto";
import { Client, Connection } from "@temporalio/client";
import type { PayloadCodec, WorkerDeploymentVersion } from "@temporalio/common";
import { NativeConnection } from "@temporalio/worker";
import { pino } from "pino";
import { createCatalogue, createMemory, createModels, type ProviderSettings } from "../../activities/models/index.ts";
import type { EmbedderSettings } from "../../activities/retrieval/embedder.ts";
import { createTemplateSearch } from "../../activities/retrieval/index.ts";
import { createPassageSearch } from "../../activities/retrieval/passages.activity.ts";
import { createTurnVectors } from "../../activities/retrieval/turn-vectors.ts";
import { createApp } from "../../api/app.ts";
import type { ApiSettings, OidcSettings } from "../../api/base/context.api-base.ts";
import { createDebateId } from "../../api/base/ids.api-base.ts";
import type { LogEvent } from "../../domain/play/events/events.ts";
import type { TemplateSearch } from "../../domain/rules/templates/retrieval.ts";
import type { Durations } from "../../domain/shapes/plan/plan.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import type { TranscriptExport } from "../../domain/show/export/transcript.export.ts";
import { createToolbox, type McpSettings } from "../../features/tools/activities/mcp.tool.ts";
import type { Telemetry } from "../../infra/base/telemetry-settings.ts";
import { dataConverterOf } from "../../infra/codec/data-converter.ts";
import type { Metrics } from "../../infra/metrics/index.ts";
import { listen } from "../../infra/serve/listen.ts";
import { type QueuesInput, startWorkers, type Workers } from "../../infra/workers/worker.worker-process.ts";
import { createStore } from "../../store/index.ts";
import { conclusionOf } from "./models/conclusions.ts";
import {
  aloneJson,
  assessmentJson,
  audienceJson,
  groupsJson,
  heardOf,
  inChoices,
  inLabels,
  kindOf,
  type Opinion,
  pollJson,
  pollRound,
  positionsJson,
  secondReading,
  verdictJson,
  voteJson,
} from "./models/replies.ts";
import { type ModelReplyScript, type ModelRequest, startModelServer } from "./models/server.ts";
import { startPlayed } from "./played/start.ts";
import { SHORT } from "./random/plans.ts";
import { receiptKey } from "./receipt-keys.ts";
import { sharedPool } from "./tasks.ts";
import "./runtime.ts";
import { sharedEngine } from "./servers/dynamodb.ts";

export interface WorldOptions {
  temporalAddress: string;
  /** True: `tests/support/played` stands for Temporal. */
  played?: boolean;
  codePath?: string;
  durations?: Partial<Durations>;
  /** How long a debate must be still before it is checked against its workflow when it is read. */
  stillMs?: number;
  continueAfterEvents?: number;
  /** False: no worker in this process; a test starts its own. */
  workers?: boolean;
  /** Workers have a queue of their own, each time that they are opened. */
  atHome?: true;
  /** Real providers instead of the scripted model server. */
  providers?: Record<string, ProviderSettings>;
  /** True: workers take the demo model's queue too. */
  demo?: boolean;
  /** Judges where a request names no judge; null: Parley takes one beside the speakers. Missing: a model without a price. */
  defaultJudge?: string | null;
  /** Judges at most where a request names none. Missing: 1. */
  defaultPanel?: number;
  /** Providers that the workers call. Missing: OpenAI and Anthropic. A queue of Temporal's is polled for each. */
  served?: string[];
  /** Providers whose key the workers lack, though the API has it. */
  lacking?: string[];
  templates?: TemplateSearch;
  /** Turns are compared, and templates and passages are found, by the vectors of this model. */
  embedding?: Omit<EmbedderSettings, "quotas">;
  metrics?: Metrics;
  /** Traces; the workers then bundle the workflows themselves. */
  telemetry?: Telemetry;
  /** Encrypts what Temporal stores; the workers then bundle the workflows themselves. */
  codec?: PayloadCodec;
  /** Webhooks may point to this machine. */
  webhookAllowPrivate?: boolean;
  /** MCP servers, whose names debates may use. */
  mcp?: Omit<McpSettings, "version">;
  /** Tokens of this issuer are accepted, and its users sign in. */
  oidc?: OidcSettings;
  /** Only requests to this machine's names and these are answered, as by a server on a loopback address. */
  hosts?: string[];
  /** Other bounds of what requests share. */
  places?: ApiSettings["places"];
  /** Puts something between Parley and its DynamoDB engine, at an address of its own. */
  before?: (engine: string) => Promise<{ endpoint: string; stop(): Promise<void> }>;
}

const NAMESPACE = "default";

export type World = Awaited<ReturnType<typeof startWorld>>;

export async function startWorld(options: WorldOptions) {
  const taskQueue = `parley-${randomUUID().slice(0, 8)}`;
  await using starting = new AsyncDisposableStack();
  const engine = await sharedEngine();
  const models = starting.adopt(await startModelServer(), (it) => it.stop());
  const front = options.before ? starting.adopt(await options.before(engine.endpoint), (it) => it.stop()) : engine;
  const table = { endpoint: front.endpoint, region: "local", table: taskQueue, credentials: engine.credentials };
  const opened = starting.adopt(createStore(table), (it) => it.close());
  await opened.ensureTable();
  const metered = options.metrics?.store(opened) ?? opened;
  const store = options.telemetry?.store(metered) ?? metered;
  const providers = options.providers ?? models.providers;
  const servers = Object.keys(options.mcp?.servers ?? {});
  const catalogue = createCatalogue({
    providers,
    servers,
    defaultModel: null,
    defaultJudgeModel: options.defaultJudge === undefined ? "openai/judge" : options.defaultJudge,
    defaultPanel: options.defaultPanel ?? 1,
  });

  const embedding = options.embedding ? { ...options.embedding, quotas: store.quotas } : null;
  const templates = options.templates ?? createTemplateSearch({ records: store.records, embedding });
  const passages = createPassageSearch({ store, embedding });

  let homes = 0;
  /** What workers are made of, real ones or played ones. */
  const workersInput = (): QueuesInput => {
    const lacking = options.lacking ?? [];
    const known = Object.fromEntries(Object.entries(providers).filter(([id]) => !lacking.includes(id)));
    const plain = createModels({ providers: known, memory: createMemory(store.records) });
    const traced = options.telemetry?.models(plain) ?? plain;
    const plainTools = options.mcp && createToolbox({ ...options.mcp, version: "test" });
    const toolbox = plainTools && (options.telemetry?.toolbox(plainTools) ?? plainTools);
    return {
      store,
      models: options.metrics?.models(traced) ?? traced,
      catalogue: createCatalogue({ providers: known, defaultModel: null, defaultJudgeModel: null }),
      providers: Object.keys(providers).filter((id) =>
        [...(options.served ?? ["openai", "anthropic"]), ...(options.demo ? ["demo"] : [])].includes(id),
      ),
      taskQueue,
      retryBaseMs: 20,
      ...(options.atHome && { homeId: `home${++homes}` }),
      webhooks: { allowPrivate: options.webhookAllowPrivate ?? false, publicUrl: null },
      templates,
      passages,
      turnVectors: embedding && createTurnVectors({ store, embedding }),
      ...(toolbox && { toolbox: options.metrics?.toolbox(toolbox) ?? toolbox }),
      ...(options.codec && { codec: options.codec }),
      ...(options.telemetry && { tracing: options.telemetry.worker }),
    };
  };
  const { client, openWorkers, endDebates } = options.played
    ? starting.adopt(await startPlayed(workersInput()), (it) => it.stop())
    : starting.adopt(await connect(options, workersInput), (it) => it.stop());
  if (options.workers !== false && !options.played) starting.adopt(await openWorkers(), (it) => it.stop());

  const tasks = sharedPool(catalogue);
  const closing = new AbortController();
  const app = (publicUrl: string) =>
    createApp({
      temporal: client,
      store,
      templates,
      passages,
      catalogue,
      tasks,
      settings: {
        publicUrl,
        secret: "a secret of at least thirty-two characters",
        receiptKeys: [receiptKey("world")],
        durations: { ...SHORT, ...options.durations },
        continueAfterEvents: options.continueAfterEvents ?? 1_000,
        taskQueue,
        temporalUiUrl: null,
        namespace: NAMESPACE,
        corsOrigins: [],
        commandTimeoutMs: 30_000,
        webhookAllowPrivate: options.webhookAllowPrivate ?? false,
        ...(options.oidc && { oidc: options.oidc }),
        ...(options.hosts && { hosts: options.hosts }),
        ...(options.places && { places: options.places }),
        ...(options.stillMs !== undefined && { stillMs: options.stillMs }),
        version: "test",
      },
      now: () => new Date(),
      newId: createDebateId,
      logger: pino({ level: "silent" }),
      closing: closing.signal,
      ...(options.metrics && { meter: options.metrics.meter }),
      ...(options.codec && { codec: options.codec }),
    });
  const server = starting.adopt(
    await listen({
      host: "127.0.0.1",
      port: 0,
      closing,
      build: (url) => {
        const served = app(url);
        return (req, env) => served.fetch(req, env);
      },
    }),
    (it) => it.stop(),
  );
  const running = starting.move();
  const http = requests(server.url);
  return {
    url: server.url,
    taskQueue,
    namespace: NAMESPACE,
    temporalAddress: options.temporalAddress,
    table,
    client,
    store,
    models,
    catalogue,
    ...http,
    handle: (id: string) => client.workflow.getHandle(id),
    openWorkers,
    /** So that no debate of one file calls the models of the next. */
    endDebates: () => endDebates(taskQueue),
    stop: () => running.disposeAsync(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A client of the real Temporal, and what starts workers on it. */
async function connect(options: WorldOptions, input: () => QueuesInput) {
  const connection = await Connection.connect({ address: options.temporalAddress });
  const client = new Client({
    connection,
    namespace: NAMESPACE,
    ...dataConverterOf(options.codec ?? null),
    ...options.telemetry?.client,
  });
  const openWorkers = async (codePath = options.codePath, deployment?: WorkerDeploymentVersion) => {
    const native = await NativeConnection.connect({ address: options.temporalAddress });
    const workers = await startWorkers({
      ...input(),
      connection: native,
      namespace: NAMESPACE,
      ...(deployment && { deployment }),
      ...(codePath !== undefined && { workflowBundle: { codePath } }),
    });
    return {
      async stop() {
        await workers.stop();
        await native.close();
      },
    } satisfies Pick<Workers, "stop">;
  };
  const endDebates = async (taskQueue: string) => {
    const query = `TaskQueue = "${taskQueue}" AND ExecutionStatus = "Running"`;
    const running = await Array.fromAsync(client.workflow.list({ query }));
    // One may end by itself meanwhile.
    await Promise.allSettled(running.map(({ workflowId }) => client.workflow.getHandle(workflowId).terminate()));
  };
  return { client, openWorkers, endDebates, stop: () => connection.close() };
}

/** The few requests that tests make of the API. */
function requests(url: string) {
  const request = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text.startsWith("{") ? JSON.parse(text) : null,
    };
  };
  const post = (path: string, body: unknown = {}) =>
    request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const debate = async (id: string): Promise<Debate> => (await request(`/v1/debates/${id}`)).body as Debate;
  return {
    request,
    post,
    debate,
    async create(body: object): Promise<Debate> {
      const { status, body: made, text } = await post("/v1/debates", body);
      if (status !== 201) throw new Error(`creating answered ${status}: ${text}`);
      return made as Debate;
    },
    /** Waits on the event log until `holds` is true of an event; gives all events up to it. */
    async until(id: string, holds: (event: FlatEvent) => boolean, after = 0): Promise<FlatEvent[]> {
      const seen: FlatEvent[] = [];
      for await (const event of events(url, id, after)) {
        seen.push(event);
        if (holds(event)) return seen;
      }
      throw new Error(`the log ended first: ${seen.map((e) => e.type).join(" ")}`);
    },
    /** All events up to the terminal one. */
    async finished(id: string): Promise<FlatEvent[]> {
      const seen: FlatEvent[] = [];
      for await (const event of events(url, id, 0)) seen.push(event);
      return seen;
    },
    transcript: async (id: string): Promise<TranscriptExport> =>
      (await request(`/v1/debates/${id}/transcript`, { headers: { accept: "application/json" } }))
        .body as TranscriptExport,
  };
}

/** An event as the API shows it: its payload lies flat beside id, type and time. */
export type FlatEvent = Pick<LogEvent, "id" | "type" | "at"> & Record<string, unknown>;

/** Reads an event stream to its end. */
export async function* events(url: string, id: string, after: number): AsyncGenerator<FlatEvent> {
  const response = await fetch(`${url}/v1/debates/${id}/events?after=${after}`, {
    headers: { accept: "text/event-stream" },
  });
  if (!response.body) return;
  let rest = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + chunk).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data: "));
      if (data) yield JSON.parse(data.slice("data: ".length)) as FlatEvent;
    }
  }
}

export interface Manner {
  /** What a debater says; the default names the speaker's request number. */
  turn?: (request: ModelRequest, n: number) => ModelReplyScript;
  assess?: (request: ModelRequest, round: number) => ModelReplyScript;
  assign?: (request: ModelRequest, n: number) => ModelReplyScript;
  /** On the answers that were given alone. */
  ruleAlone?: (request: ModelRequest) => ModelReplyScript;
  rule?: (request: ModelRequest) => ModelReplyScript;
  /** The claims that are checked against the exhibits: none unless told. */
  checks?: (request: ModelRequest) => ModelReplyScript;
  /** A second judge's reading of claims: it reads them as contradicted too, unless told. */
  confirms?: (request: ModelRequest) => ModelReplyScript;
  concludes?: (request: ModelRequest) => ModelReplyScript;
  /** A judge's word on an answer that the ballots did not give; it agrees unless told. */
  reviews?: (request: ModelRequest) => ModelReplyScript;
  /** What a debater would like to know before the debate; nothing unless told. */
  ask?: (request: ModelRequest) => string[];
  /** The judge's vote on the motion; undecided, then for it, unless a test says otherwise. */
  vote?: (when: "before" | "after") => ModelReplyScript;
  /** A vote of the audience: undecided, then for it, unless a test says otherwise. */
  audience?: (request: ModelRequest, when: "before" | "after") => ModelReplyScript;
  /** An answer of the control arm. */
  alone?: (request: ModelRequest, n: number) => ModelReplyScript;
  /** A private answer after a round, or before round 1 (0): undecided, unless a test says otherwise. */
  poll?: (request: ModelRequest, round: number) => ModelReplyScript;
  /** How the control arm's answers are grouped: by their words, unless a test says otherwise. */
  group?: (request: ModelRequest) => ModelReplyScript;
  opinion?: (round: number) => Opinion;
  /** A summary of the transcript. */
  condense?: (request: ModelRequest, n: number) => ModelReplyScript;
}

/** A script for a whole debate: turns, assessments and the verdict, each as valid as the test wants it. */
/** Of two debaters the last says the same in each round: from round 3 on the code measures that returns diminish. */
export function halfRepeats(_request: ModelRequest, n: number): ModelReplyScript {
  const refrain = "Trams carry far more people than cars on the same width of street, and without fumes.";
  return { text: n % 2 === 0 ? refrain : `Speech ${n}.` };
}

export function debaters(participants: string[], manner: Manner = {}) {
  let turns = 0;
  let assignments = 0;
  let summaries = 0;
  let answers = 0;
  return (request: ModelRequest): ModelReplyScript => {
    const kind = kindOf(request);
    if (kind === "check") return { text: "Yes.", usage: { input: 20, output: 2 } };
    if (kind === "turn") {
      turns += 1;
      return manner.turn?.(request, turns) ?? { text: `Speech ${turns}.`, usage: { input: 100, output: 20 } };
    }
    if (kind === "condensing") {
      summaries += 1;
      const usual = { text: `In brief, summary ${summaries}.`, usage: { input: 400, output: 40 } };
      return manner.condense?.(request, summaries) ?? usual;
    }
    if (kind === "questions")
      return { json: { questions: manner.ask?.(request) ?? [] }, usage: { input: 80, output: 10 } };
    if (kind === "positions") {
      assignments += 1;
      return manner.assign?.(request, assignments) ?? { text: positionsJson(seatsOf(request)) };
    }
    if (kind === "verdict")
      return judged(
        request,
        manner.rule?.(request) ?? {
          text: verdictJson(heardOf(request, participants)),
          usage: { input: 500, output: 200 },
        },
      );
    if (kind === "review") {
      const usual = {
        json: { reason: "The record bears it out.", finding: "agree" },
        usage: { input: 300, output: 20 },
      };
      return judged(request, manner.reviews?.(request) ?? usual);
    }
    if (kind === "claims")
      return judged(request, manner.checks?.(request) ?? { json: { claims: [] }, usage: { input: 350, output: 20 } });
    if (kind === "second-reading")
      return manner.confirms?.(request) ?? { json: secondReading(request), usage: { input: 200, output: 40 } };
    if (kind === "conclusion")
      return judged(
        request,
        manner.concludes?.(request) ?? { json: conclusionOf(request), usage: { input: 450, output: 150 } },
      );
    if (kind === "blind-verdict") {
      const usual = { json: { unanimous: false, ...JSON.parse(verdictJson(participants)) } };
      return judged(request, manner.ruleAlone?.(request) ?? { ...usual, usage: { input: 250, output: 150 } });
    }
    if (kind === "vote") {
      const before = request.messages.at(-1)?.content.includes("Nobody has spoken yet");
      const usual = { text: voteJson(before ? "undecided" : "for"), usage: { input: 200, output: 50 } };
      return manner.vote?.(before ? "before" : "after") ?? usual;
    }
    if (kind === "audience") {
      const when = request.messages.at(-1)?.content.includes("as you see it now.") ? "before" : "after";
      const text = when === "before" ? audienceJson("undecided") : audienceJson("for", null);
      return judged(request, manner.audience?.(request, when) ?? { text, usage: { input: 200, output: 50 } });
    }
    if (kind === "alone") {
      answers += 1;
      const usual = { text: aloneJson("Ban them."), usage: { input: 90, output: 60 } };
      return manner.alone?.(request, answers) ?? usual;
    }
    if (kind === "poll") {
      const usual = { text: pollJson(), usage: { input: 120, output: 40 } };
      return manner.poll?.(request, pollRound(request)) ?? usual;
    }
    if (kind === "groups")
      return manner.group?.(request) ?? { text: groupsJson(request), usage: { input: 150, output: 40 } };
    const round = Number(/Assess round (\d+)/.exec(request.messages.at(-1)?.content ?? "")?.[1]);
    const usual = { text: assessmentJson(participants, manner.opinion?.(round)), usage: { input: 300, output: 100 } };
    return judged(request, manner.assess?.(request, round) ?? usual);
  };
}

/** A test writes what a judge says with the debate's own ids; the judge knows labels. */
function judged(request: ModelRequest, reply: ModelReplyScript): ModelReplyScript {
  if ("text" in reply && typeof reply.text === "string") {
    const text = inLabels(request, reply.text);
    const isBallot = text.startsWith('{"findings"');
    return { ...reply, text: isBallot ? JSON.stringify(inChoices(request, JSON.parse(text))) : text };
  }
  if ("json" in reply)
    return { ...reply, json: inChoices(request, JSON.parse(inLabels(request, JSON.stringify(reply.json)))) };
  return reply;
}

/** How many positions a request asks for. */
function seatsOf(request: ModelRequest): number {
  return Number(/^Find the positions: exactly (\d+)/m.exec(request.messages.at(-1)?.content ?? "")?.[1]);
}

/** A request for a debate of so many speakers on scripted models; one order of the labels, so one verdict. */
export function requestOf(changes: object = {}, speakers = 2): object {
  const names = ["Ada", "Ben", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hana"].slice(0, speakers);
  return {
    topic: "Should cities ban cars?",
    format: "round-limited",
    maxRounds: 2,
    participants: names.map((name, i) => ({
      name,
      model: i % 2 === 0 ? "openai/gpt-5.5" : "anthropic/claude-sonnet-5",
      position: `${name} has a position on cars.`,
    })),
    judge: { model: "openai/gpt-5.5", bothOrders: false },
    // It takes a call of its own: tests/workflows/conclusion is about it.
    conclusion: false,
    // An audience is asked 18 times: tests/workflows/formats/audience.played.test.ts is about it.
    ...("format" in changes && changes.format === "oxford" && { audience: false }),
    ...changes,
  };
}
