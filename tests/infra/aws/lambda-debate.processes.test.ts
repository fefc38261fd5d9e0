/** The packages as they are deployed: the API's function and those of the workers, on real servers of this machine. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type DebateEvent, type NewDebate } from "../../../api/client/index.ts";
import { promote, versionsOf } from "../../../infra/deploy/versions.deploy.ts";
import { buildApi, buildWorker } from "../../../infra/lambda/packages.ts";
import { startTemporal } from "../../../infra/local/temporal/server.temporal-server.ts";
import { createStore } from "../../../store/index.ts";
import { makeKey } from "../../api/access/keys.ts";
import {
  type RunningFunction,
  startApiFunction,
  startWorkerFunction,
  startWorkerService,
} from "../../support/lambda/functions.ts";
import { startKms } from "../../support/lambda/kms.ts";
import { startSecretsManager } from "../../support/lambda/secrets-manager.ts";
import { counted, onceEach, wholeTrace } from "../../support/lambda/trace.ts";
import { connectMcp } from "../../support/mcp.ts";
import { texts } from "../../support/models/message-texts.ts";
import { startModelServer } from "../../support/models/server.ts";
import { type CollectedSpan, startCollector } from "../../support/servers/collector.ts";
import { startEngine } from "../../support/servers/dynamodb.ts";
import { debaters, requestOf } from "../../support/world.ts";

const ROUNDS = 5;
const SPEAKERS = 2;
const DEPLOYMENT = "parley-test";
/** Of the services, then of the functions. */
const BUILDS = ["build-1", "build-2", "build-3"] as const;
/** Each process reads its own, as the stack allows it: the API no provider's key, workers no `PARLEY_SECRET`. */
const SECRETS = {
  api: { PARLEY_SECRETS: "arn:temporal,arn:service" },
  worker: { PARLEY_SECRETS: "arn:temporal,arn:openai,arn:anthropic" },
};
const secretsWith = (payloadKey: string) => ({
  "arn:openai": JSON.stringify({ OPENAI_API_KEY: "planted-openai" }),
  "arn:anthropic": JSON.stringify({ ANTHROPIC_API_KEY: "planted-anthropic" }),
  "arn:service": JSON.stringify({ PARLEY_SECRET: "planted-secret-of-the-service" }),
  "arn:temporal": JSON.stringify({ PAYLOAD_KMS_KEYS: payloadKey }),
});

let world: Awaited<ReturnType<typeof start>>;
const open = new AsyncDisposableStack();

beforeAll(async () => {
  world = await start();
});
afterAll(() => open.disposeAsync());

async function start() {
  const folder = open.adopt(await mkdtemp(join(tmpdir(), "parley-lambda-")), (it) => rm(it, { recursive: true }));
  const kms = open.adopt(await startKms(), (it) => it.stop());
  const architecture = process.arch === "arm64" ? "arm64" : "x64";
  const [temporal, engine, models, secrets, collector] = await Promise.all([
    startTemporal({ dataDir: null, namespace: "default", headless: true }),
    startEngine("dynalite"),
    startModelServer(),
    startSecretsManager(secretsWith(kms.newKey("2026"))),
    startCollector(),
    buildApi(join(folder, "api")),
    buildWorker(join(folder, "worker"), architecture),
  ]);
  open.adopt(temporal, (it) => it.stop());
  open.adopt(engine, (it) => it.stop());
  open.adopt(models, (it) => it.stop());
  open.adopt(secrets, (it) => it.stop());
  open.adopt(collector, (it) => it.stop());
  const store = createStore({
    endpoint: engine.endpoint,
    region: "local",
    table: "parley",
    credentials: engine.credentials,
  });
  open.adopt(store, (it) => it.close());
  await store.ensureTable();
  const [{ token }, { token: admin }] = await Promise.all([makeKey(store), makeKey(store, { scopes: ["admin"] })]);
  const env = variables({
    temporal: temporal.address,
    dynamodb: engine.endpoint,
    models: models.url,
    secrets: secrets.url,
    kms: kms.url,
    collector: collector.url,
  });
  const api = running(startApiFunction(join(folder, "api"), { ...env, ...SECRETS.api, STREAM_MAX_SECONDS: "1" }));
  const url = await api.said((line) => line.startsWith("http"));
  const streams: string[] = [];
  const client = createClient({ baseUrl: url, apiKey: token, fetch: noting(streams) });
  const connection = open.adopt(await Connection.connect({ address: temporal.address }), (it) => it.close());
  return { folder, temporal: new Client({ connection }), models, env, url, client, streams, collector, admin };
}

/** Notes after which event each event stream was opened. */
function noting(streams: string[]): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    if (headers.get("accept") === "text/event-stream") streams.push(headers.get("last-event-id") ?? "0");
    return fetch(input, init);
  };
}

function running(it: RunningFunction): RunningFunction {
  open.defer(async () => void (await it.stop()));
  return it;
}

function variables(at: {
  temporal: string;
  dynamodb: string;
  models: string;
  secrets: string;
  kms: string;
  collector: string;
}): Record<string, string> {
  return {
    TEMPORAL_ADDRESS: at.temporal,
    DYNAMODB_ENDPOINT: at.dynamodb,
    DYNAMODB_TABLE: "parley",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_SECRETS_MANAGER: at.secrets,
    AWS_ENDPOINT_URL_KMS: at.kms,
    KEYED_PROVIDERS: "openai,anthropic",
    OPENAI_BASE_URL: `${at.models}/v1`,
    ANTHROPIC_BASE_URL: at.models,
    ROUND_DELAY_MS: "0",
    // The queue of a provider stops to poll so long before its deadline that its longest call can end.
    TURN_TIMEOUT_SECONDS: "6",
    JUDGE_TIMEOUT_SECONDS: "6",
    HEARTBEAT_SECONDS: "0.5",
    HEARTBEAT_TIMEOUT_SECONDS: "10",
    TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT,
    TEMPORAL_BUILD_ID: BUILDS[2],
    OTEL_EXPORTER_OTLP_ENDPOINT: at.collector,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    // Nothing is sent by itself: a function is frozen before its time has come.
    OTEL_BSP_SCHEDULE_DELAY: "3600000",
    OTEL_METRIC_EXPORT_INTERVAL: "3600000",
  };
}

test("The API's function speaks the Model Context Protocol.", async () => {
  const client = await connectMcp({ url: world.url, token: world.admin });
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("start_debate");
  const { structuredContent } = await client.callTool({ name: "find_debates", arguments: { tag: ["no such tag"] } });
  expect(structuredContent).toEqual({ debates: [], nextCursor: null });
  await client.close();
});

test("The API's package has every file that its pages ask for.", async () => {
  const { url } = world;
  const page = await (await fetch(new URL("/debates/deb-20260101-000000-ABCDEF", url))).text();
  const asked = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
  const answers = await Promise.all(asked.map(async (path) => (await fetch(new URL(path, url))).status));
  expect(asked.some((path) => path.endsWith("/debate-page.js"))).toBe(true);
  expect(new Set(answers)).toEqual(new Set([200]));
});

test("A stranger is refused by the function although its deployment has just begun.", async () => {
  const answer = await fetch(`${world.url}/v1/debates`);
  expect(answer.status).toBe(401);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
});

test("The function serves its reference page from its package, and answers HEAD and its own description.", async () => {
  const guide = await fetch(`${world.url}/docs/guide/formats`);
  expect(await guide.text()).toContain('<h1 id="formats">');
  const script = await fetch(`${world.url}/docs/swagger-ui-bundle.js`);
  expect(script.headers.get("content-type")).toContain("javascript");
  expect((await script.text()).length).toBeGreaterThan(1_000_000);
  const description = (await (await fetch(`${world.url}/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(description.paths)).toContain("/v1/debates/{id}/events");
  expect((await fetch(`${world.url}/healthz`, { method: "HEAD" })).status).toBe(200);
});

test("The look at the queues logs each of them from the workers' package, with the secret of Temporal alone.", async () => {
  const { folder, env } = world;
  const script = `const { handler } = await import(process.argv[1]); await handler();`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", script, join(folder, "worker/queues.js")],
    { env: { ...env, PARLEY_SECRETS: "arn:temporal" } },
  );
  const lines = `${stdout}${stderr}`.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    ["parley", "parley-llm-openai", "parley-llm-anthropic"].map((taskQueue) =>
      expect.objectContaining({
        msg: "task queue",
        taskQueue,
        pollers: expect.any(Number),
        backlog: expect.any(Number),
      }),
    ),
  );
});

test("A request is told of before its function may be frozen.", async () => {
  const { folder, env, collector } = world;
  const api = running(startApiFunction(join(folder, "api"), { ...env, ...SECRETS.api }));
  const url = await api.said((line) => line.startsWith("http"));
  const traceId = "1".repeat(32);
  await fetch(`${url}/v1/formats`, { headers: { traceparent: `00-${traceId}-${"2".repeat(16)}-01` } });
  await api.said((line) => line === "ends");
  await api.stop();
  const spans = collector.spans.filter((span) => span.traceId === traceId);
  expect(spans.map(({ name }) => name)).toEqual(["GET /v1/formats"]);
});

test("A collector that never answers holds no answer, and the function for a second at most.", async () => {
  const { folder, env } = world;
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  open.defer(() => {
    silent.close();
    silent.closeAllConnections();
  });
  await once(silent, "listening");
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const api = running(
    startApiFunction(join(folder, "api"), { ...env, ...SECRETS.api, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }),
  );
  const url = await api.said((line) => line.startsWith("http"));
  const asked = performance.now();
  const answer = await fetch(`${url}/v1/formats`);
  expect(answer.status).toBe(401);
  await answer.text();
  const answered = performance.now();
  await api.said((line) => line === "ends");
  const held = performance.now() - answered;
  // The collector is given a second or two after the answer; left alone, the exporter takes ten.
  expect(answered - asked).toBeLessThan(8_000);
  expect(held).toBeGreaterThan(500);
  expect(held).toBeLessThan(8_000);
  expect((await fetch(`${url}/healthz`)).status, "the next request is answered").toBe(200);
});

test("Workers as services end their debates in order: one that began on the older build ends there, beside the newer one.", async () => {
  const { models, client, env, folder, temporal } = world;
  const turn = () => ({ text: "Speech. ".repeat(20), profile: { ttft: 100, tps: 40 } });
  models.use(debaters(["p1", "p2"], { turn }));
  const [older, newer] = BUILDS;
  const serviceOf = (build: string) =>
    startWorkerService(join(folder, "worker"), { ...env, ...SECRETS.worker, TEMPORAL_BUILD_ID: build });
  const services = [serviceOf(older)];
  try {
    await current(older);
    const first = await client.create(request(3));
    for await (const { type } of client.events(first.id)) if (type === "turn.completed") break;
    services.push(serviceOf(newer));
    await current(newer);
    const second = await client.create(request(1));
    const ends = [first, second].map(({ id }) => client.waitForResult(id));
    const finished = await Promise.race([Promise.all(ends), ...services.map(({ failed }) => failed)]);
    expect(finished.map(({ status }) => status)).toEqual(["completed", "completed"]);
    expect(await buildOf(first.id)).toBe(older);
    expect(await buildOf(second.id)).toBe(newer);
    const drained = async () =>
      (await versionsOf(temporal, { namespace: "default", name: DEPLOYMENT })).map(({ buildId, pinned }) => ({
        buildId,
        pinned,
      }));
    await expect.poll(drained, { timeout: 50_000 }).toEqual([newer, older].map((buildId) => ({ buildId, pinned: 0 })));
  } finally {
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual(services.map(() => 0));
  }
});

test("A debate goes through the API's function and workers that reach their deadline several times; nothing is doubled.", async () => {
  const { models, client, env, folder, streams, collector } = world;
  const others = new Set(collector.instances.keys());
  models.use(
    debaters(["p1", "p2"], {
      turn: (_, n) => ({ text: `Speech ${n}. `.repeat(20), profile: { ttft: 300, tps: 20 } }),
    }),
  );
  // Temporal invokes the function again while an invocation that polls no more ends its calls.
  const workers = [12, 14, 16].map((seconds) =>
    running(startWorkerFunction(join(folder, "worker"), { seconds, env: { ...env, ...SECRETS.worker } })),
  );
  await Promise.all(workers.map((it) => it.said((line) => line === "begins")));
  await current(BUILDS[2]);

  const before = workers.map((it) => ended(it));
  models.forget();
  streams.length = 0;
  const { id } = await client.create(request(ROUNDS));
  const deaths = workers.map((it) => it.failed);
  const [events] = await Promise.race([Promise.all([Array.fromAsync(client.events(id)), rest(id)]), ...deaths]);
  expect(events.at(-1)?.type).toBe("debate.completed");
  expect(
    events.map((event) => event.id),
    "no event is lost or comes twice",
  ).toEqual(events.map((_, i) => i + 1));

  expect(streams.length, "streams were closed after a second each, and resumed").toBeGreaterThan(3);
  expect(streams[0]).toBe("0");
  expect(streams.map(Number)).toEqual(streams.map(Number).toSorted((a, b) => a - b));

  const deadlines = workers.map((it, i) => ended(it) - (before[i] ?? 0));
  for (const count of deadlines) expect(count).toBeGreaterThanOrEqual(2);
  expect(workers.flatMap((it) => it.lines)).not.toContain("late");
  expect(turns(events, "turn.completed")).toHaveLength(ROUNDS * SPEAKERS);
  expect(models.journal, "each turn, each assessment and the verdict was bought once").toHaveLength(
    ROUNDS * SPEAKERS + ROUNDS + 1,
  );
  expect(models.complaints).toEqual([]);
  const { status, result } = await client.get(id);
  expect(status).toBe("completed");
  expect(result).not.toBeNull();
  expect(await client.transcript(id, "html"), "a process of the package renders it").toContain("<!doctype html>");
  // What the alarms on waiting and spending count.
  const calls = workers.flatMap((it) => logLines(it, "model call"));
  expect(calls).toHaveLength(models.journal.length);
  for (const call of calls) expect(call.costUsd).toBeGreaterThan(0);
  const waits = workers.flatMap((it) => logLines(it, "activity"));
  expect(waits).toContainEqual(
    expect.objectContaining({ taskQueue: "parley-llm-openai", waitedMs: expect.any(Number) }),
  );

  for (const it of workers) expect(it.logged()).not.toMatch(/planted|Speech/);

  const spans = await wholeTrace(collector, { debateId: id, calls: models.journal.length });
  expectOneTree(spans, { calls: models.journal.length });
  const followed = () =>
    onceEach(collector.spans).filter(
      ({ name, attributes }) => name === "GET /v1/debates/{id}/events" && attributes["parley.debate.id"] === id,
    );
  await expect.poll(() => followed().length, { message: "each stream is told of" }).toBe(streams.length);
  const { usage, cost } = await client.get(id);
  const asked = spans.filter(({ name }) => name.startsWith("chat "));
  const sum = (attribute: string) => asked.reduce((total, { attributes }) => total + Number(attributes[attribute]), 0);
  expect(sum("gen_ai.usage.input_tokens")).toBe(usage.inputTokens);
  expect(sum("gen_ai.usage.output_tokens")).toBe(usage.outputTokens);
  expect(sum("parley.cost_usd")).toBeCloseTo(cost.totalUsd ?? Number.NaN, 6);
  // What the functions have counted since they began, which is this debate.
  const count = (name: string, labels = {}) => counted(collector, { name, labels, others });
  expect(count("parley_model_calls_total", { outcome: "ok" })).toBe(models.journal.length);
  expect(count("parley_model_tokens_total", { kind: "output" })).toBe(usage.outputTokens);
  expect(count("parley_model_cost_usd_total")).toBeCloseTo(cost.totalUsd ?? Number.NaN, 6);
  expect(count("parley_model_first_token_seconds", { provider: "openai" })).toBeGreaterThan(0);
  expect(count("parley_turn_duration_seconds")).toBe(ROUNDS * SPEAKERS);
  expect(count("parley_debates_finished_total", { status: "completed" })).toBe(1);
});

test("What the functions have written to Temporal is read with the key of KMS alone, through the API, by who may.", async () => {
  const { temporal, url, admin } = world;
  const query = 'WorkflowType = "debateWorkflow"';
  const listed = await temporal.connection.workflowService.listWorkflowExecutions({ namespace: "default", query });
  const { events } = await temporal.workflow
    .getHandle(listed.executions?.[0]?.execution?.workflowId ?? "")
    .fetchHistory();
  const [input] = events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  expect(Buffer.from(input?.metadata?.["encryption-key-id"] ?? []).toString()).toBe("2026");
  const base64 = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString("base64");
  const metadata = Object.fromEntries(Object.entries(input?.metadata ?? {}).map(([name, it]) => [name, base64(it)]));
  const ask = (headers: Record<string, string>) =>
    fetch(`${url}/codec/decode`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ payloads: [{ metadata, data: base64(input?.data) }] }),
    });
  expect((await ask({})).status).toBe(401);
  const answer = await ask({ authorization: `Bearer ${admin}` });
  const { payloads } = (await answer.json()) as { payloads: { data: string }[] };
  expect(Buffer.from(payloads[0]?.data ?? "", "base64").toString()).toContain("Ada");
  const plain = texts(events);
  expect(plain).toContain("binary/encrypted");
  for (const said of ["Ada", "Should cities ban cars?", "Speech"])
    expect(plain.filter((text) => text.includes(said))).toEqual([]);
});

/** Pauses the debate and lets it go on: commands are part of what must not break a trace. */
async function rest(id: string): Promise<void> {
  const { client, models } = world;
  await expect.poll(() => models.journal.length, { timeout: 50_000 }).toBeGreaterThan(0);
  await client.pause(id);
  await expect.poll(async () => (await client.get(id)).status, { timeout: 50_000 }).toBe("paused");
  await client.resume(id);
}

/** One root, and under it a span for each call with what it was and what it cost. */
function expectOneTree(spans: CollectedSpan[], { calls }: { calls: number }): void {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  expect(spans.filter(({ parentSpanId }) => parentSpanId === "").map(({ name }) => name)).toEqual(["POST /v1/debates"]);
  const asked = spans.filter(({ name }) => name.startsWith("chat "));
  expect(asked).toHaveLength(calls);
  for (const { attributes, parentSpanId } of asked) {
    expect(attributes["gen_ai.request.model"]).toEqual(expect.any(String));
    expect(attributes["gen_ai.usage.output_tokens"]).toBeGreaterThan(0);
    expect(attributes["parley.cost_usd"]).toBeGreaterThan(0);
    expect(byId.get(parentSpanId)?.name).toMatch(/^(RunActivity:|invoke_agent )/);
  }
}

/** Speakers of two providers with a position each, so that nothing is bought besides turns and rulings. */
function request(maxRounds: number): NewDebate {
  return requestOf({ maxRounds }) as NewDebate;
}

/** The lines of a worker's log with this message. */
function logLines({ logged }: RunningFunction, message: string): Record<string, unknown>[] {
  return logged()
    .split("\n")
    .flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as Record<string, unknown>] : []))
    .filter(({ msg }) => msg === message);
}

function turns(events: DebateEvent[], type: string): DebateEvent[] {
  return events.filter((event) => event.type === type);
}

function ended({ lines }: RunningFunction): number {
  return lines.filter((line) => line !== "begins").length;
}

/** As `deploy:promote` does it; the server knows a version from its first poll on. */
async function current(buildId: string): Promise<void> {
  const version = { namespace: "default", name: DEPLOYMENT, buildId };
  const set = () =>
    promote(world.temporal, version).then(
      () => "set",
      (error: Error) => error.message,
    );
  await expect.poll(set, { timeout: 30_000 }).toBe("set");
}

/** The build to which Temporal pins a debate. */
async function buildOf(id: string): Promise<string | undefined> {
  // Without the key, which the client would need for the memo.
  const { workflowService } = world.temporal.connection;
  const described = await workflowService.describeWorkflowExecution({
    namespace: "default",
    execution: { workflowId: id },
  });
  return described.workflowExecutionInfo?.versioningInfo?.deploymentVersion?.buildId ?? undefined;
}
