/** The packages as they are deployed: the API's function and those of the workers, on real servers of this machine. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type DebateEvent } from "../../api/client/index.ts";
import { buildApi, buildWorker } from "../../infra/lambda/packages.ts";
import { startTemporal } from "../../infra/local/temporal.ts";
import { createStore } from "../../store/index.ts";
import { makeKey } from "../api/keys.ts";
import { startEngine } from "../support/dynamodb.ts";
import { type RunningFunction, startApiFunction, startWorkerFunction } from "../support/lambda/functions.ts";
import { startModelServer } from "../support/model-server.ts";
import { debaters, requestOf } from "../support/world.ts";

const ROUNDS = 4;
const SPEAKERS = ["Ada", "Ben"];
const DEPLOYMENT = "parley-test";
const BUILD = "build-1";

let world: Awaited<ReturnType<typeof start>>;
const open = new AsyncDisposableStack();

beforeAll(async () => {
  world = await start();
}, 120_000);
afterAll(() => open.disposeAsync());

async function start() {
  const folder = open.adopt(await mkdtemp(join(tmpdir(), "parley-lambda-")), (it) => rm(it, { recursive: true }));
  const architecture = process.arch === "arm64" ? "arm64" : "x64";
  const [temporal, engine, models] = await Promise.all([
    startTemporal({ dataDir: null, namespace: "default", headless: true }),
    startEngine("dynalite"),
    startModelServer(),
    buildApi(join(folder, "api")),
    buildWorker(join(folder, "worker"), architecture),
  ]);
  open.adopt(temporal, (it) => it.stop());
  open.adopt(engine, (it) => it.stop());
  open.adopt(models, (it) => it.stop());
  const store = createStore({
    endpoint: engine.endpoint,
    region: "local",
    table: "parley",
    credentials: engine.credentials,
  });
  open.adopt(store, (it) => it.close());
  await store.ensureTable();
  const { token } = await makeKey(store);
  const env = variables({ temporal: temporal.address, dynamodb: engine.endpoint, models: models.url });
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
  return open.adopt(it, (each) => each.stop());
}

function variables(at: { temporal: string; dynamodb: string; models: string }): Record<string, string> {
  return {
    TEMPORAL_ADDRESS: at.temporal,
    DYNAMODB_ENDPOINT: at.dynamodb,
    DYNAMODB_TABLE: "parley",
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    PARLEY_SECRET: "a secret of at least thirty-two characters",
    OPENAI_API_KEY: "planted-openai-key",
    OPENAI_BASE_URL: `${at.models}/v1`,
    ANTHROPIC_API_KEY: "planted-anthropic-key",
    ANTHROPIC_BASE_URL: at.models,
    ROUND_DELAY_MS: "0",
    // The queue of a provider stops to poll so long before its deadline that its longest call can end.
    TURN_TIMEOUT_SECONDS: "3",
    JUDGE_TIMEOUT_SECONDS: "3",
    HEARTBEAT_SECONDS: "0.5",
    HEARTBEAT_TIMEOUT_SECONDS: "3",
    WORKER_DEPLOYMENT: DEPLOYMENT,
    WORKER_BUILD: BUILD,
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
      startWorkerFunction(join(folder, "worker"), { seconds: 8, env: { ...env, WORKER_PROVIDER: "openai" } }),
    ),
    anthropic: running(
      startWorkerFunction(join(folder, "worker"), { seconds: 8, env: { ...env, WORKER_PROVIDER: "anthropic" } }),
    ),
  };
  await Promise.all(Object.values(workers).map((it) => it.said((line) => line === "begins")));
  await makeCurrent(temporal.address);

  const before = Object.values(workers).map((it) => ended(it));
  const { id } = await client.create(
    requestOf({ maxRounds: ROUNDS, participants: SPEAKERS.map(speaker), judge: { model: "openai/gpt-5.5" } }) as never,
  );
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
  expect(turns(events, "turn.completed")).toHaveLength(ROUNDS * SPEAKERS.length);
  expect(models.journal, "each turn, each assessment and the verdict was bought once").toHaveLength(
    ROUNDS * SPEAKERS.length + ROUNDS + 1,
  );
  expect(models.complaints).toEqual([]);
  const { status, result } = await client.get(id);
  expect(status).toBe("completed");
  expect(result).not.toBeNull();
  for (const it of Object.values(workers)) expect(it.logged()).not.toMatch(/planted|Speech/);
}, 120_000);

function speaker(name: string, i: number) {
  return {
    name,
    model: i % 2 === 0 ? "openai/gpt-5.5" : "anthropic/claude-sonnet-5",
    position: `${name} has a position on cars.`,
  };
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
