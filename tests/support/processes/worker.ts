/**
 * A worker in a process of its own, for tests that kill it. Prints a line once it serves; with `metrics`, an address for
 * Prometheus, it tells there what it has asked of Temporal.
 */
import { DefaultLogger, NativeConnection, Runtime } from "@temporalio/worker";
import { createCatalogue, createModels } from "../../../activities/models/index.ts";
import { createTemplateSearch } from "../../../activities/retrieval/index.ts";
import { createPassageSearch } from "../../../activities/retrieval/passages.activity.ts";
import { createToolbox } from "../../../features/tools/activities/mcp.tool.ts";
import { startWorkers } from "../../../infra/workers/worker.worker-process.ts";
import { createStore } from "../../../store/index.ts";

const settings = JSON.parse(process.argv[2] ?? "{}");
const { table, taskQueue, temporalAddress, providers, bundle, metrics, mcp, deltaIntervalMs, homeId } = settings;
if (metrics)
  Runtime.install({
    logger: new DefaultLogger("ERROR"),
    telemetryOptions: { metrics: { prometheus: { bindAddress: metrics } } },
  });
const connection = await NativeConnection.connect({ address: temporalAddress });
const store = createStore(table);
const workers = await startWorkers({
  connection,
  namespace: "default",
  store,
  templates: createTemplateSearch({ records: store.records }),
  passages: createPassageSearch({ store }),
  models: createModels({ providers }),
  catalogue: createCatalogue({ providers, defaultModel: null, defaultJudgeModel: null }),
  providers: ["openai", "anthropic", "mistral"],
  taskQueue,
  retryBaseMs: 20,
  webhooks: { allowPrivate: true, publicUrl: null },
  deltaIntervalMs,
  homeId,
  ...(mcp && { toolbox: createToolbox({ ...mcp, version: "test" }) }),
  workflowBundle: { codePath: bundle },
});
process.once("SIGTERM", () => {
  void workers.stop().then(() => process.exit(0));
});
process.stdout.write("ready\n");
await workers.failed;
