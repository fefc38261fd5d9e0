/**
 * A whole Parley whose every part is counted: its API here and its worker in a process of its own, as they are apart in
 * AWS, each with a meter before the table. One debate at a time, so whatever is counted is that debate's.
 */

import { loadConfig } from "../../infra/base/config.infra-base.ts";
import { freePort } from "../../infra/base/ports.infra-base.ts";
import { stageOf } from "../../infra/cdk/base/stages.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import { killProgram, startProgram } from "../support/processes/program.ts";
import { startWorld, type World } from "../support/world.ts";
import { type Consumed, type Meter, startMeter } from "./meter.ts";

export interface Counters {
  api: Consumed;
  worker: Consumed;
  /** Heartbeats that reached Temporal. */
  heartbeats: number;
  /** Milliseconds in which the worker ran activities, local activities and workflow tasks, each by itself. */
  busyMs: number;
}

export interface Lane {
  world: World;
  /** The engine itself, of which nothing is counted. */
  engine: string;
  /** As the worker sees the table. */
  workerStore: TableStore;
  counters(): Promise<Counters>;
  stop(): Promise<void>;
}

const BUSY = ["activity_execution_latency", "local_activity_execution_latency", "workflow_task_execution_latency"];

export async function startLane(input: { temporalAddress: string; bundle: string }): Promise<Lane> {
  await using starting = new AsyncDisposableStack();
  // Of AWS.
  const { durations, continueAfterEvents, deltaIntervalMs } = loadConfig(stageOf("prod").variables);
  let engine = "";
  let apiMeter: Meter | undefined;
  const world = starting.adopt(
    await startWorld({
      temporalAddress: input.temporalAddress,
      workers: false,
      durations,
      continueAfterEvents,
      before: async (endpoint) => {
        engine = endpoint;
        return (apiMeter = await startMeter(endpoint));
      },
    }),
    (it) => it.stop(),
  );
  if (!apiMeter) throw new Error("the world has not asked for its meter");
  const api = apiMeter;
  const workerMeter = starting.adopt(await startMeter(engine), (it) => it.stop());
  const table = { ...world.table, endpoint: workerMeter.endpoint };
  const metrics = `127.0.0.1:${await freePort()}`;
  const { taskQueue, temporalAddress, models } = world;
  const { providers } = models;
  const settings = { table, taskQueue, temporalAddress, providers, bundle: input.bundle, metrics, deltaIntervalMs };
  starting.adopt(await startProgram({ name: "worker", settings }), ({ child }) => killProgram(child));
  const workerStore = starting.adopt(createStore(table), (it) => it.close());
  const running = starting.move();
  return {
    world,
    engine,
    workerStore,
    async counters() {
      const lines = (await (await fetch(`http://${metrics}/metrics`)).text()).split("\n");
      const busyMs = BUSY.reduce((sum, name) => sum + total(lines, `temporal_${name}_sum`), 0);
      const heartbeats = total(lines, "temporal_request", 'operation="RecordActivityTaskHeartbeat"');
      return { api: api.consumed(), worker: workerMeter.consumed(), heartbeats, busyMs };
    },
    stop: () => running.disposeAsync(),
  };
}

/** The sum of a metric over all its labels, in Prometheus' text format. */
function total(lines: string[], name: string, label = ""): number {
  const found = lines.filter((line) => line.startsWith(`${name}{`) && line.includes(label));
  return found.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(" "))), 0);
}
