/** The packages as they are deployed: the API's function and those of the workers, on real servers of this machine. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type DebateEvent, type NewDebate } from "../../api/client/index.ts";
import { buildApi, buildWorker } from "../../infra/lambda/packages.ts";
import { startTemporal } from "../../infra/local/temporal.ts";
import { createStore } from "../../store/index.ts";
import { makeKey } from "../api/keys.ts";
import { startEngine } from "../support/dynamodb.ts";
import {
  type RunningFunction,
  startApiFunction,
  startWorkerFunction,
  startWorkerService,
} from "../support/lambda/functions.ts";
import { startSecretsManager } from "../support/lambda/secrets-manager.ts";
import { startModelServer } from "../support/model-server.ts";
import { debaters, requestOf } from "../support/world.ts";

const ROUNDS = 5;
const SPEAKERS = 2;
const DEPLOYMENT = "parley-test";
const BUILD = "build-1";
const SECRETS = {
  "arn:providers": JSON.stringify({ OPENAI_API_KEY: "planted-openai", ANTHROPIC_API_KEY: "planted-anthropic" }),
  "arn:service": JSON.stringify({ PARLEY_SECRET: "planted-secret-of-the-service" }),
};

let world: Awaited<ReturnType<typeof start>>;
const open = new AsyncDisposableStack();

beforeAll(async () => {
  world = await start();
}, 120_000);
afterAll(() => open.disposeAsync());

async function start() {
  const folder = open.adopt(await mkdtemp(join(tmpdir(), "parley-lambda-")), (it) => rm(it, { recursive: true }));
  const architecture = process.arch === "arm64" ? "arm64" : "x64";
  const [temporal, engine, models, secrets] = await Promise.all([
    startTemporal({ dataDir: null, namespace: "default", headless: true }),
    startEngine("dynalite"),
    startModelServer(),
    startSecretsManager(SECRETS),
    buildApi(join(folder, "api")),
    buildWorker(join(folder, "worker"), architecture),
  ]);
  open.adopt(temporal, (it) => it.stop());
  open.adopt(engine, (it) => it.stop());
  open.adopt(models, (it) => it.stop());
  open.adopt(secrets, (it) => it.stop());
  const store = createStore({
    endpoint: engine.endpoint,
    region: "local",
    table: "parley",
    credentials: engine.credentials,
  });
  open.adopt(store, (it) => it.close());
  await store.ensureTable();
  const { token } = await makeKey(store);
  const env = variables({
    temporal: temporal.address,
    dynamodb: engine.endpoint,
    models: models.url,
    secrets: secrets.url,
  });
  const api = running(startApiFunction(join(folder, "api"), { ...env, STREAM_MAX_SECONDS: "1" }));
  const url = await api.said((line) => line.startsWith("http"));
  const streams: string[] = [];
  const client = createClient({ baseUrl: url, apiKey: token, fetch: noting(streams) });
  return { folder, temporal, models, env, url, client, streams };
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
}): Record<string, string> {
  return {
    TEMPORAL_ADDRESS: at.temporal,
    DYNAMODB_ENDPOINT: at.dynamodb,
    DYNAMODB_TABLE: "parley",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_SECRETS_MANAGER: at.secrets,
    PARLEY_SECRETS: Object.keys(SECRETS).join(","),
    OPENAI_BASE_URL: `${at.models}/v1`,
    ANTHROPIC_BASE_URL: at.models,
    ROUND_DELAY_MS: "0",
    // The queue of a provider stops to poll so long before its deadline that its longest call can end.
    TURN_TIMEOUT_SECONDS: "6",
    JUDGE_TIMEOUT_SECONDS: "6",
    HEARTBEAT_SECONDS: "0.5",
    HEARTBEAT_TIMEOUT_SECONDS: "10",
    TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT,
    TEMPORAL_BUILD_ID: BUILD,
  };
}

test("A stranger is refused by the function although its deployment has just begun.", async () => {
  const answer = await fetch(`${world.url}/v1/debates`);
  expect(answer.status).toBe(401);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
});

test("The function serves its reference page from its package, and answers HEAD and its own description.", async () => {
  const script = await fetch(`${world.url}/docs/swagger-ui-bundle.js`);
  expect(script.headers.get("content-type")).toContain("javascript");
  expect((await script.text()).length).toBeGreaterThan(1_000_000);
  const description = (await (await fetch(`${world.url}/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(description.paths)).toContain("/v1/debates/{id}/events");
  expect((await fetch(`${world.url}/healthz`, { method: "HEAD" })).status).toBe(200);
});

test("The workers as a service bring a debate to its end, and end in order when they are told to.", async () => {
  const { models, client, env, folder } = world;
  models.use(debaters(["p1", "p2"]));
  const service = startWorkerService(join(folder, "worker"), env);
  try {
    const { id } = await client.create(request(1));
    const finished = await Promise.race([client.waitForResult(id), service.failed]);
    expect(finished.status).toBe("completed");
  } finally {
    expect(await service.stop(), service.logged()).toBe(0);
  }
}, 60_000);

test("A debate goes through the API's function and workers that reach their deadline several times; nothing is doubled.", async () => {
  const { models, client, env, folder, temporal, streams } = world;
  models.use(
    debaters(["p1", "p2"], {
      turn: (_, n) => ({ text: `Speech ${n}. `.repeat(20), profile: { ttft: 300, tps: 20 } }),
    }),
  );
  const workers = {
    service: running(startWorkerFunction(join(folder, "worker"), { seconds: 9, env })),
    openai: running(
      startWorkerFunction(join(folder, "worker"), { seconds: 11, env: { ...env, WORKER_PROVIDER: "openai" } }),
    ),
    anthropic: running(
      startWorkerFunction(join(folder, "worker"), { seconds: 11, env: { ...env, WORKER_PROVIDER: "anthropic" } }),
    ),
  };
  await Promise.all(Object.values(workers).map((it) => it.said((line) => line === "begins")));
  await makeCurrent(temporal.address);

  const before = Object.values(workers).map((it) => ended(it));
  models.forget();
  streams.length = 0;
  const { id } = await client.create(request(ROUNDS));
  const deaths = Object.values(workers).map((it) => it.failed);
  const events = await Promise.race([Array.fromAsync(client.events(id)), ...deaths]);
  expect(events.at(-1)?.type).toBe("debate.completed");
  expect(
    events.map((event) => event.id),
    "no event is lost or comes twice",
  ).toEqual(events.map((_, i) => i + 1));

  expect(streams.length, "streams were closed after a second each, and resumed").toBeGreaterThan(3);
  expect(streams[0]).toBe("0");
  expect(streams.map(Number)).toEqual(streams.map(Number).toSorted((a, b) => a - b));

  const deadlines = Object.values(workers).map((it, i) => ended(it) - (before[i] ?? 0));
  for (const count of deadlines) expect(count).toBeGreaterThanOrEqual(3);
  expect(Object.values(workers).flatMap((it) => it.lines)).not.toContain("late");
  expect(turns(events, "turn.completed")).toHaveLength(ROUNDS * SPEAKERS);
  expect(models.journal, "each turn, each assessment and the verdict was bought once").toHaveLength(
    ROUNDS * SPEAKERS + ROUNDS + 1,
  );
  expect(models.complaints).toEqual([]);
  const { status, result } = await client.get(id);
  expect(status).toBe("completed");
  expect(result).not.toBeNull();
  // What the alarms on waiting and spending count.
  const calls = [...logLines(workers.openai, "model call"), ...logLines(workers.anthropic, "model call")];
  expect(calls).toHaveLength(models.journal.length);
  for (const call of calls) expect(call.costUsd).toBeGreaterThan(0);
  const [wait] = logLines(workers.openai, "activity");
  expect(wait).toMatchObject({ taskQueue: "parley-llm-openai", waitedMs: expect.any(Number) });

  for (const it of Object.values(workers)) expect(it.logged()).not.toMatch(/planted|Speech/);
}, 120_000);

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

/** As a deployment does it; the server knows the version from the first poll on. */
async function makeCurrent(address: string): Promise<void> {
  const connection = await Connection.connect({ address });
  const { workflowService } = new Client({ connection });
  await expect
    .poll(
      () =>
        workflowService
          .setWorkerDeploymentCurrentVersion({ namespace: "default", deploymentName: DEPLOYMENT, buildId: BUILD })
          .then(() => "set")
          .catch((error: Error) => error.message),
      { timeout: 30_000 },
    )
    .toBe("set");
  await connection.close();
}
