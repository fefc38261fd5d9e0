/** Workers of all queues as one permanent service, instead of the functions of infra/lambda. */
import { NativeConnection } from "@temporalio/worker";
import { deploymentOf } from "../base/deployment.ts";
import { createParts } from "../lambda/parts.lambda.ts";
import { prepareTemporal } from "../lambda/prepare.ts";
import { packagedQueues } from "../lambda/queue-work.ts";
import { workflowBundleOf } from "../lambda/workflow-bundle.ts";
import { installTemporalRuntime } from "../log/logger.ts";
import { onInterrupt, untilTold } from "../running.ts";
import { askableProviders } from "../workers/settings.worker-process.ts";
import { startWorkers } from "../workers/worker.worker-process.ts";

const interrupt = onInterrupt(() => process.exit(1));
const parts = await createParts(process.env, { servesApi: false });
installTemporalRuntime(parts.logger);
await prepareTemporal(parts);
const providers = askableProviders(parts.config);
const connection = await NativeConnection.connect(parts.endpoint);
const workers = await startWorkers({
  ...packagedQueues(parts, providers),
  ...(await deploymentOf(parts.config, { codePath: workflowBundleOf(parts) })),
  connection,
  namespace: parts.config.temporal.namespace,
});
parts.logger.info({ providers }, "workers run");
await untilTold(workers, interrupt.signal);
await workers.stop();
await connection.close();
await parts.telemetry.stop();
process.exit(0);
