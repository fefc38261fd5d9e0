/** An API in a process of its own, for tests that kill it. Prints its address once it listens. */
import { Client, Connection } from "@temporalio/client";
import { pino } from "pino";
import { createCatalogue } from "../../../activities/models/index.ts";
import { createTemplateSearch } from "../../../activities/retrieval/index.ts";
import { createPassageSearch } from "../../../activities/retrieval/passages.activity.ts";
import { createApp } from "../../../api/app.ts";
import { createDebateId } from "../../../api/base/ids.api-base.ts";
import { listen } from "../../../infra/serve/listen.ts";
import { createPool } from "../../../infra/tasks/pool.task.ts";
import { createStore } from "../../../store/index.ts";
import { SHORT } from "../random/plans.ts";
import { receiptKey } from "../receipt-keys.ts";
import { dyingStore, dyingTemporal } from "./dying.ts";

const options = JSON.parse(process.argv[2] ?? "{}");
const { table, taskQueue, temporalAddress, providers, idempotency, dies, port = 0, corsOrigins, stillMs } = options;
const connection = await Connection.connect({ address: temporalAddress });
const store = dyingStore(createStore(table), dies);
const catalogue = createCatalogue({ providers, defaultModel: null, defaultJudgeModel: null });
const tasks = createPool(catalogue);
const closing = new AbortController();
const { url } = await listen({
  host: "127.0.0.1",
  port,
  closing,
  build: (publicUrl) => {
    const app = createApp({
      temporal: dyingTemporal(new Client({ connection, namespace: "default" }), dies),
      store,
      templates: createTemplateSearch({ records: store.records }),
      passages: createPassageSearch({ store }),
      catalogue,
      tasks,
      settings: {
        publicUrl,
        secret: "a secret of at least thirty-two characters",
        receiptKeys: [receiptKey("world")],
        durations: SHORT,
        continueAfterEvents: 1_000,
        taskQueue,
        temporalUiUrl: null,
        namespace: "default",
        corsOrigins: corsOrigins ?? [],
        commandTimeoutMs: 10_000,
        ...(idempotency && { idempotency }),
        ...(stillMs && { stillMs }),
        version: "test",
      },
      now: () => new Date(),
      newId: createDebateId,
      logger: pino({ level: "silent" }),
      closing: closing.signal,
    });
    return (request, env) => app.fetch(request, env);
  },
});
process.stdout.write(`${url}\n`);
reportHolds();

/** On SIGUSR2 prints for how long the event loop was held at most since the last time: milliseconds of processor time. */
function reportHolds(): void {
  let longest = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, 5).unref();
  process.on("SIGUSR2", () => {
    process.stdout.write(`${longest}\n`);
    longest = 0;
  });
}
