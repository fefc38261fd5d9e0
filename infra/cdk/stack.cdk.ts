/** A stage of Parley, one resource group after another. */
import { type App, Stack } from "aws-cdk-lib";
import { addApi } from "./api.cdk.ts";
import { addBucket } from "./base/bucket.cdk-base.ts";
import { addKey } from "./base/key.cdk-base.ts";
import type { Parts } from "./base/parts.cdk-base.ts";
import { tag } from "./base/rules.ts";
import { addSecrets } from "./base/secrets.cdk-base.ts";
import type { WorkerKind } from "./base/stages.ts";
import { addAlarms } from "./observe/alarms.ts";
import { addDashboard } from "./observe/dashboard.ts";
import { addLogMetrics } from "./observe/log-metrics.ts";
import { addQueueWatch } from "./observe/queue-watch.ts";
import { addTable } from "./table.cdk.ts";
import { addWorkerFunction } from "./workers/functions.ts";
import { addWorkerCluster } from "./workers/network.ts";
import { createWorkerStack } from "./workers/service.cdk.ts";

export interface StackInput extends Pick<Parts, "stage" | "packages" | "build"> {
  workers: WorkerKind;
}

/** The permanent stack, and with workers as services a second stack for the build's workers. */
export function createStacks(app: App, { stage, workers, packages, build }: StackInput): Stack[] {
  const stack = new Stack(app, `parley-${stage.name}`, {
    description: `Parley (${stage.name}): debates between language models`,
    env: { region: stage.region },
    terminationProtection: stage.keepData,
  });
  tag(stack, stage);
  const key = addKey(stack, stage);
  const table = addTable(stack, { stage, key });
  const bucket = addBucket(stack, { stage, key });
  const secrets = addSecrets(stack, { stage, key });
  const parts: Parts = { stage, key, table, bucket, secrets, packages, build };
  const api = addApi(stack, parts);
  const functions = workers === "lambda" ? [addWorkerFunction(stack, parts)] : [];
  const services = workers === "fargate" ? addWorkerCluster(stack, parts) : null;
  const watch = addQueueWatch(stack, parts);
  for (const { function: of, logs } of functions) addLogMetrics(stack, { stage, id: of.node.id, logs, of: "workers" });
  if (services) addLogMetrics(stack, { stage, id: "Workers", logs: services.logs, of: "workers" });
  addLogMetrics(stack, { stage, id: "Api", logs: api.logs, of: "api" });
  addLogMetrics(stack, { stage, id: "Queues", logs: watch.logs, of: "queues" });
  const alarms = addAlarms(stack, parts, [api, ...functions, watch]);
  addDashboard(stack, parts, { alarms, functions: [api, ...functions], services });
  return services ? [stack, createWorkerStack(app, parts, services)] : [stack];
}
