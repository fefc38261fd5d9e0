/** An API in a process of its own, for tests that kill it. Prints its address once it listens. */
import { Client, Connection } from "@temporalio/client";
import { pino } from "pino";
import { createCatalogue } from "../../../activities/models/index.ts";
import { createTemplateSearch } from "../../../activities/retrieval/index.ts";
import { createApp } from "../../../api/app.ts";
import { createDebateId } from "../../../api/ids.ts";
import { listen } from "../../../infra/listen.ts";
import { createStore } from "../../../store/index.ts";
import { SHORT } from "../plans.ts";
import { dyingStore, dyingTemporal } from "./dying.ts";

const options = JSON.parse(process.argv[2] ?? "{}");
const { table, taskQueue, temporalAddress, providers, idempotency, dies, port = 0, corsOrigins } = options;
const connection = await Connection.connect({ address: temporalAddress });
const store = dyingStore(createStore(table), dies);
const closing = new AbortController();
const { url } = await listen({
  host: "127.0.0.1",
  port,
  closing,
  build: (publicUrl) => {
    const app = createApp({
      temporal: dyingTemporal(new Client({ connection, namespace: "default" }), dies),
      store,
      templates: createTemplateSearch({ store: store.templates }),
      catalogue: createCatalogue({ providers, defaultModel: null, defaultJudgeModel: null }),
      settings: {
        publicUrl,
        secret: "a secret of at least thirty-two characters",
        durations: SHORT,
        continueAfterEvents: 1_000,
        taskQueue,
        temporalUiUrl: null,
        namespace: "default",
        corsOrigins: corsOrigins ?? [],
        commandTimeoutMs: 10_000,
        ...(idempotency && { idempotency }),
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
