/** What both functions are built from: everything outside is reached by its configured address, nothing is embedded. */
import type { PayloadCodec } from "@temporalio/common";
import type { Logger } from "pino";
import { createCatalogue } from "../../activities/models/catalogue.ts";
import type { Catalogue } from "../../domain/catalogue.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import { payloadCodecOf } from "../codec/payload-codec.ts";
import { type Config, loadConfig } from "../config.ts";
import { createLogger } from "../json-log.ts";
import { createMetrics, type Metrics } from "../metrics/index.ts";
import { createRetrieval, type Retrieval } from "../retrieval.ts";
import { startTelemetry, type Telemetry } from "../telemetry/index.ts";
import { type TemporalEndpoint, temporalEndpoint } from "../temporal-connection.ts";
import { version } from "../version.ts";
import { withSecrets } from "./secrets.ts";

export interface Parts extends Retrieval {
  config: Config;
  /** For `Connection` and `NativeConnection`. */
  endpoint: TemporalEndpoint;
  logger: Logger;
  store: TableStore;
  catalogue: Catalogue;
  /** Of this process; sent by OTLP where that is set. */
  metrics: Metrics;
  telemetry: Telemetry;
  /** null: payloads are plain JSON. */
  codec: PayloadCodec | null;
}

/** Reads secrets and configuration; nothing is asked of Temporal or the table yet. Throws `ConfigError`. */
export async function createParts(env: NodeJS.ProcessEnv): Promise<Parts> {
  // A function is reached under names of AWS's: which they are is not checked.
  const config = loadConfig({ ...(await withSecrets(env)), HOST: "0.0.0.0", PARLEY_EMBEDDED: "off" });
  const { providers, defaultModel, defaultJudgeModel, dynamodb, temporal } = config;
  const metrics = createMetrics();
  const { registry } = metrics;
  const store = metrics.store(createStore(dynamodb));
  const logger = createLogger(config.logLevel);
  return {
    config,
    endpoint: await temporalEndpoint(temporal, temporal.address ?? ""),
    logger,
    metrics,
    telemetry: await startTelemetry(config.telemetry, { registry, logger, version: version() }),
    store,
    codec: await payloadCodecOf({ ...config, region: config.dynamodb.region }),
    catalogue: createCatalogue({ providers, defaultModel, defaultJudgeModel }),
    ...createRetrieval(config, store),
  };
}
