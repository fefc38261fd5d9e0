/**
 * Readers of live debates: how late an event reaches them after it was written, and what that costs the API in store
 * requests. Writer and API are processes of their own, on DynamoDB Local; this process has the readers.
 *
 *     npm run bench -- watchers
 */

import { createDebateId } from "../../api/base/ids.api-base.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import { record } from "../store/fixtures.ts";
import { startEngine } from "../support/servers/dynamodb.ts";
import { openFrames } from "./frames.ts";
import { between, type Measured, percentiles, startMeasured, usedLine } from "./measured.ts";

interface Crowd {
  debates: number;
  readers: number;
  deltas: number;
  everyMs: number;
}

const CROWDS: Crowd[] = [
  { debates: 1, readers: 1, deltas: 100, everyMs: 100 },
  { debates: 1, readers: 1_000, deltas: 100, everyMs: 100 },
  { debates: 200, readers: 5, deltas: 12, everyMs: 1_000 },
];
/** Readers that open their streams at once. */
const JOINING = 25;
const WANTED_P99 = 250;
/** These debates have no workflows, which the API is not to miss. */
const STILL_MS = 3_600_000;

type Table = Parameters<typeof createStore>[0];

export async function benchWatchers(temporalAddress: string): Promise<string[]> {
  await using open = new AsyncDisposableStack();
  const engine = open.adopt(await startEngine("dynamodb-local"), (it) => it.stop());
  const { endpoint, credentials } = engine;
  const table = { endpoint, credentials, region: "local", table: "watchers" };
  const store = open.adopt(createStore(table), (it) => it.close());
  await store.ensureTable();
  const settings = { table, taskQueue: "watchers", temporalAddress, providers: {}, stillMs: STILL_MS };
  const lines = [`watchers: from the event's time to a reader (wanted: p99 ${WANTED_P99} ms)`];
  for (const crowd of CROWDS) {
    const api = await startMeasured("api", settings);
    lines.push(...(await watch({ crowd, api, store, table })));
    await api.stop();
  }
  return lines;
}

async function watch(input: { crowd: Crowd; api: Measured; store: TableStore; table: Table }): Promise<string[]> {
  const { crowd, api, store, table } = input;
  const { debates, readers, deltas, everyMs } = crowd;
  const keys: DebateKey[] = [];
  while (keys.length < debates) keys.push(await storedDebate(store));
  const feeder = await startMeasured("feeder", { table, debates: keys, deltas, everyMs });
  const lags: number[] = [];
  const hear = (frame: string) => {
    const at = /"at":"([^"]+)"/.exec(frame)?.[1];
    if (at && frame.includes("event: turn.delta")) lags.push(Date.now() - Date.parse(at));
  };
  const idle = await api.used();
  const all = keys.flatMap((key) => Array.from({ length: readers }, () => key));
  const streams: Promise<void>[] = [];
  for (let n = 0; n < all.length; n += JOINING)
    await Promise.all(
      all.slice(n, n + JOINING).map(async ({ debateId }) => {
        const { ended } = await openFrames(`${api.said}/v1/debates/${debateId}/events`, hear);
        streams.push(ended);
      }),
    );
  const joined = await api.used();
  const over = feeder.line();
  const startedAt = performance.now();
  feeder.child.send("go");
  const failed = Number(await over);
  const seconds = (performance.now() - startedAt) / 1000;
  const followed = await api.used();
  // The log is over before the stored debate, whose end readers are shown after it.
  for (const key of keys) await end(store, key);
  await Promise.all(streams);
  await feeder.stop();
  const unwritten = failed > 0 ? `, ${failed} appends FAILED` : "";
  const missing = deltas * all.length - lags.length;
  return [
    `  ${debates} × ${readers} readers, a delta every ${everyMs} ms for ${seconds.toFixed(0)} s: ${percentiles(lags)}${missing ? `, ${missing} LOST` : ""}${unwritten}`,
    usedLine("  API, joining", between(idle, joined)),
    usedLine("  API, following", between(joined, followed)),
  ];
}

async function storedDebate(store: TableStore): Promise<DebateKey> {
  const key = { tenant: "default", debateId: createDebateId(new Date()) };
  const first = record(key);
  await store.createDebate(first);
  await store.putState({ ...key, version: 2, state: { ...first.state, status: "running" } });
  return key;
}

async function end(store: TableStore, key: DebateKey): Promise<void> {
  const { state } = record(key);
  await store.putState({ ...key, version: 3, state: { ...state, status: "completed" } });
}
