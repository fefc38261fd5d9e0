/** Temporal, a DynamoDB engine and the demo model, each embedded unless configured otherwise. */
import type { KeyObject } from "node:crypto";
import { Connection } from "@temporalio/client";
import type { Config } from "../base/config.infra-base.ts";
import { keyOfSeed } from "../base/receipt-keys.ts";
import { missingOf } from "../checks/check.checks.ts";
import { checkTemporal } from "../checks/temporal.checks.ts";
import { type TemporalEndpoint, temporalEndpoint } from "../workers/temporal-connection.ts";
import { type Progress, sayIfSlow } from "./base/progress.local-base.ts";
import { folderSecret } from "./base/secret.local-base.ts";
import { type DemoModel, startDemoModel } from "./demo/model.demo.ts";
import { dynamodbKey, type OpenServers, openServers } from "./servers.local.ts";
import { FOREIGN, type Service } from "./service.local.ts";
import type { EngineLog } from "./supervisor.ts";
import { registerSearchAttributes } from "./temporal/search-attributes.ts";

export interface StackOptions {
  progress: Progress;
  logger: EngineLog;
  /** The demo model is only useful with workers. */
  demo: boolean;
  /** Without Temporal's web UI. */
  headless?: boolean;
  /** It uses the servers of the process that started it, and neither starts nor takes over any. */
  isGuest?: boolean;
}

/** Temporal stops last. */
export interface Stack extends Service {
  temporal: TemporalEndpoint;
  temporalUiUrl: string | null;
  /** null: Amazon's. */
  dynamodbEndpoint: string | null;
  /** Key of the embedded engine; null for others. */
  dynamodbKey: string | null;
  /** null without workers. */
  demo: DemoModel | null;
  /** Empty: nothing is signed. */
  receiptKeys: KeyObject[];
}

/** Starts the missing servers; resolves once all answer. On errors it stops what it started. */
export async function startStack(config: Config, options: StackOptions): Promise<Stack> {
  await using starting = new AsyncDisposableStack();
  const servers = needsServers(config)
    ? starting.adopt(await openServers({ config, ...options }), (it) => it.stop())
    : external(config);
  const temporal = await temporalEndpoint(config.temporal, servers.temporalAddress);
  // Of a guest, the process that started it has.
  if (config.temporal.address !== null && !options.isGuest) await prepareExternal(temporal, config, options.progress);
  const demo = options.demo ? starting.adopt(await startDemoModel({}), (it) => it.stop()) : null;
  const receiptKeys = await receiptKeysOf(config);
  const key = await dynamodbKey(config);
  const started = starting.move();
  return {
    temporal,
    temporalUiUrl: config.temporal.uiUrl ?? servers.temporalUiUrl,
    dynamodbEndpoint: servers.dynamodbEndpoint,
    dynamodbKey: key,
    demo,
    receiptKeys,
    failed: servers.failed,
    stop: () => started.disposeAsync(),
    stopNow: servers.stopNow,
  };
}

/** Without a configured one, a stack of this machine signs by a key of its data folder. */
async function receiptKeysOf({ receiptKeys, embedded, dataDir }: Config): Promise<KeyObject[]> {
  if (receiptKeys.length > 0 || embedded === "off") return receiptKeys;
  return [keyOfSeed(await folderSecret(dataDir, "receipt-key"))];
}

function needsServers(config: Config): boolean {
  return config.embedded === "auto" && (config.temporal.address === null || config.dynamodb.endpoint === null);
}

/** The configured servers. */
function external({ temporal: { address }, dynamodb: { endpoint } }: Config): OpenServers {
  return { ...FOREIGN, temporalAddress: address ?? "", temporalUiUrl: null, dynamodbEndpoint: endpoint };
}

async function prepareExternal(endpoint: TemporalEndpoint, config: Config, progress: Progress): Promise<void> {
  const connecting = Connection.connect(endpoint).catch((cause: unknown) => {
    throw new Error(`Temporal at ${endpoint.address} does not answer (TEMPORAL_ADDRESS)`, { cause });
  });
  const connection = await sayIfSlow(connecting, `connecting to Temporal at ${endpoint.address}`, progress);
  const { namespace } = config.temporal;
  const place = { address: endpoint.address, namespace, isVersioned: config.deployment !== null };
  try {
    // Where it is refused, the check names what is missing.
    await registerSearchAttributes(connection, namespace);
    for (const line of missingOf(await checkTemporal(connection, place))) progress(line);
  } finally {
    await connection.close();
  }
}
