/** The workers of all queues as one service that stays: what the functions of infra/lambda do, for long debates. */
import { NativeConnection } from "@temporalio/worker";
import { deploymentOf } from "../deploy/deployment.ts";
import { createParts } from "../lambda/parts.ts";
import { prepareTemporal } from "../lambda/prepare.ts";
import { queuesInput } from "../lambda/queue-work.ts";
import { workflowBundleOf } from "../lambda/workflow-bundle.ts";
import { installTemporalRuntime } from "../logger.ts";
import { onInterrupt } from "../running.ts";
import { startWorkers } from "../worker.ts";

const interrupt = onInterrupt(() => process.exit(1));
const parts = await createParts(process.env);
const codePath = workflowBundleOf(parts);
installTemporalRuntime(parts.logger);
await prepareTemporal(parts);
const providers = parts.catalogue.providers().flatMap(({ id, isAuthenticated }) => (isAuthenticated ? [id] : []));
const connection = await NativeConnection.connect(parts.endpoint);
const workers = await startWorkers({
  ...queuesInput(parts, { providers, codePath }),
  ...(await deploymentOf(parts.config, { codePath })),
  connection,
  namespace: parts.config.temporal.namespace,
});
parts.logger.info({ providers }, "workers run");
const { promise: told, resolve } = Promise.withResolvers<void>();
interrupt.signal.addEventListener("abort", () => resolve());
if (interrupt.signal.aborted) resolve();
await Promise.race([told, workers.failed]);
await workers.stop();
await connection.close();
await parts.telemetry.stop();
process.exit(0);
