/**
 * Looks at the task queues every few minutes, as a function of its own: no worker can say that there is none. A failure
 * is the function's, which has an alarm too.
 */
import { Connection } from "@temporalio/client";
import { modelQueue, TASK_QUEUE } from "../../workflows/base/messages.workflow-base.ts";
import { loadConfig } from "../base/config.infra-base.ts";
import { createLogger } from "../log/json-log.ts";
import { logQueues } from "../workers/queue-states.ts";
import { temporalEndpoint } from "../workers/temporal-connection.ts";
import { withSecrets } from "./secrets.lambda.ts";

const env = { ...(await withSecrets(process.env)), PARLEY_EMBEDDED: "off" };
const { temporal } = loadConfig(env, { servesApi: false });
const logger = createLogger("info");
const providers = (process.env.KEYED_PROVIDERS ?? "").split(",").filter((name) => name !== "");
const taskQueues = [TASK_QUEUE, ...providers.map((provider) => modelQueue(provider))];

export async function handler(): Promise<void> {
  await using open = new AsyncDisposableStack();
  const endpoint = await temporalEndpoint(temporal, temporal.address ?? "");
  const connection = open.adopt(await Connection.connect(endpoint), (it) => it.close());
  await logQueues(connection, { namespace: temporal.namespace, taskQueues, logger });
}
