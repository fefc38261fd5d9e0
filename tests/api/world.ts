/** An API over a real store and the run's Temporal, in one line per test file. */

import { Client, Connection } from "@temporalio/client";
import { inject } from "vitest";
import { createTemplateSearch } from "../../activities/retrieval/index.ts";
import { createPassageSearch } from "../../activities/retrieval/passages.activity.ts";
import { type ApiSettings, type App, type AppDeps, createApp } from "../../api/app.ts";
import { createDebateId } from "../../api/base/ids.api-base.ts";
import { configOf } from "../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../domain/play/beginning/create-plan.ts";
import { withRequest } from "../../domain/play/beginning/revision.ts";
import type { DraftEvent } from "../../domain/play/events/events.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import { DebateRequest } from "../../domain/rules/request/debate-request.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import { createStore, type StoreOptions } from "../../store/index.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import { SHORT } from "../support/random/plans.ts";
import { LOCAL_CREDENTIALS, sharedEngine, type TestEngine } from "../support/servers/dynamodb.ts";
import { sharedPool } from "../support/tasks.ts";
import { isPlayed } from "../support/use-world.ts";
import { catalogue, demoRequest } from "./requests.ts";

interface LogLine {
  level: "info" | "warn" | "error";
  fields: Record<string, unknown>;
  message: string;
}

export interface World extends AsyncDisposable {
  app: App;
  deps: AppDeps;
  store: Store;
  temporal: Client;
  /** Where the store is, for a process of its own. */
  table: StoreOptions;
  /** What the API logged. */
  lines: LogLine[];
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The same store and Temporal behind an API with other settings or parts. */
  appWith(changes: Partial<Omit<AppDeps, "settings">> & { settings?: Partial<ApiSettings> }): App;
}

export async function createWorld(
  changes: Partial<ApiSettings> = {},
  open?: () => Promise<TestEngine>,
): Promise<World> {
  await using starting = new AsyncDisposableStack();
  const { endpoint, credentials } = open ? starting.adopt(await open(), (it) => it.stop()) : await sharedEngine();
  // A folder that is opened has the table of who made it; worlds of the shared engine have one each.
  const table = { endpoint, credentials, region: "local", table: open ? "parley" : `parley-${crypto.randomUUID()}` };
  const store = starting.adopt(createStore(table), (it) => it.close());
  await store.ensureTable();
  const temporal = await openTemporal(starting);
  const tasks = sharedPool(catalogue);
  const lines: LogLine[] = [];
  const log = (level: LogLine["level"]) => (fields: object, message: string) =>
    void lines.push({ level, fields: fields as Record<string, unknown>, message });
  const deps: AppDeps = {
    temporal,
    store,
    templates: createTemplateSearch({ records: store.records }),
    passages: createPassageSearch({ store }),
    catalogue,
    settings: settingsOf(changes),
    tasks,
    now: () => new Date(),
    newId: createDebateId,
    logger: { info: log("info"), warn: log("warn"), error: log("error") },
  };
  const app = createApp(deps);
  const running = starting.move();
  return {
    app,
    deps,
    store,
    temporal,
    table,
    lines,
    get: async (path, headers = {}) => app.request(path, { headers }),
    post: async (path, body, headers = {}) => app.request(path, postOf(body, headers)),
    appWith: ({ settings, ...parts }) => createApp({ ...deps, ...parts, settings: { ...deps.settings, ...settings } }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A client of the run's Temporal; where that is played, of one that has no workers. */
async function openTemporal(closing: AsyncDisposableStack): Promise<Client> {
  // It loads the SDK of workflows, which must find its globals.
  if (isPlayed()) return (await import("../support/played/temporal.ts")).playTemporal([], {}).client;
  const connection = await Connection.connect({ address: inject("temporalAddress") });
  closing.defer(() => connection.close());
  return new Client({ connection });
}

/** A client of a Temporal that is not there. It says so at once: the SDK's would try again for seconds. */
export function unreachableTemporal(): Client {
  return new Client({ connection: Connection.lazy({ address: "127.0.0.1:1", interceptors: [] }) });
}

/** A store whose engine is not there. */
export function unreachableStore(): Store {
  return createStore({
    endpoint: "http://127.0.0.1:1",
    region: "local",
    table: "parley",
    credentials: LOCAL_CREDENTIALS,
  });
}

export function postOf(body: unknown, headers: Record<string, string> = {}): RequestInit {
  if (body === undefined) return { method: "POST", headers };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { method: "POST", body: text, headers: { "content-type": "application/json", ...headers } };
}

/** A stored debate without a workflow, in whatever state a test needs. */
export async function storeDebate(
  store: Store,
  changes: { tenant?: string; request?: object; state?: Partial<DebateState>; at?: Date } = {},
): Promise<DebateRecord> {
  const { tenant = "default", at = new Date() } = changes;
  const id = createDebateId(at);
  const request = demoRequest({ ...changes.request });
  const config = withRequest(configOf(DebateRequest.parse(request), catalogue), request, SHORT);
  const plan = planOf({ tenant, debateId: id, config, durations: SHORT, continueAfterEvents: 1_000 });
  const first: DebateRecord = {
    tenant,
    id,
    version: 1,
    config,
    state: initialState(plan),
    createdAt: at.toISOString(),
  };
  await store.createDebate(first);
  if (!changes.state) return first;
  const record = { ...first, version: 2, state: { ...first.state, ...changes.state } };
  await store.putState({ tenant, debateId: id, version: record.version, state: record.state });
  return record;
}

let keys = 0;

/** Appends events as the workflow would. */
export async function append(
  store: Store,
  { tenant, id }: Pick<DebateRecord, "tenant" | "id">,
  events: DraftEvent[],
): Promise<void> {
  const keyed = events.map((event) => ({ key: `w/${++keys}`, event }));
  await store.log.append({ debate: { tenant, debateId: id }, since: 0, events: keyed });
}

export async function problemOf(response: Response) {
  return (await response.json()) as {
    type: string;
    title: string;
    status: number;
    detail: string;
    instance: string;
    requestId: string;
    errors?: { pointer: string; detail: string }[];
    debateStatus?: string;
    allowed?: string[];
    checks?: Record<string, string>;
    signal?: string;
  };
}

function settingsOf(changes: Partial<ApiSettings>): ApiSettings {
  return {
    publicUrl: null,
    secret: "a secret of the tests",
    durations: SHORT,
    continueAfterEvents: 1_000,
    taskQueue: `api-test-${crypto.randomUUID()}`,
    temporalUiUrl: null,
    namespace: "default",
    corsOrigins: [],
    commandTimeoutMs: 10_000,
    version: "0.0.0-test",
    ...changes,
  };
}
