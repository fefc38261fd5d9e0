/** What both functions are built from: everything outside is reached by its configured address, nothing is embedded. */
import type { PayloadCodec } from "@temporalio/common";
import type { Logger } from "pino";
import { createCatalogue } from "../../activities/models/catalogue.ts";
import { createTemplateSearch } from "../../activities/retrieval/index.ts";
import { createTurnVectors, type TurnVectors } from "../../activities/retrieval/turn-vectors.ts";
import type { Catalogue } from "../../domain/catalogue.ts";
import type { TemplateSearch } from "../../domain/retrieval.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import { payloadCodecOf } from "../codec/payload-codec.ts";
import { type Config, loadConfig } from "../config.ts";
import { createLogger } from "../json-log.ts";
import { type TemporalEndpoint, temporalEndpoint } from "../temporal-connection.ts";
import { createMetrics } from "../metrics/index.ts";
import { startTelemetry, type Telemetry } from "../telemetry/index.ts";
import { version } from "../version.ts";
import { withSecrets } from "./secrets.ts";

export interface Parts {
  config: Config;
  /** For `Connection` and `NativeConnection`. */
  endpoint: TemporalEndpoint;
  logger: Logger;
  store: TableStore;
  catalogue: Catalogue;
  templates: TemplateSearch;
  /** null: repetition is not measured by meaning. */
  turnVectors: TurnVectors | null;
  telemetry: Telemetry;
  /** null: payloads are plain JSON. */
  codec: PayloadCodec | null;
}

/** Reads secrets and configuration; nothing is asked of Temporal or the table yet. Throws `ConfigError`. */
export async function createParts(env: NodeJS.ProcessEnv): Promise<Parts> {
  // A function is reached under names of AWS's: which they are is not checked.
  const config = loadConfig({ ...(await withSecrets(env)), HOST: "0.0.0.0", PARLEY_EMBEDDED: "off" });
  const { providers, defaultModel, defaultJudgeModel, retrieval, dynamodb, temporal } = config;
  const store = createStore(dynamodb);
  const logger = createLogger(config.logLevel);
  const { registry } = createMetrics();
  const { embeddingModel: model, chromaUrl } = retrieval;
  return {
    config,
    endpoint: await temporalEndpoint(temporal, temporal.address ?? ""),
    logger,
    telemetry: await startTelemetry(config.telemetry, { registry, logger, version: version() }),
    store,
    codec: payloadCodecOf(config),
    catalogue: createCatalogue({ providers, defaultModel, defaultJudgeModel }),
    turnVectors: model && createTurnVectors({ store, embedding: { model, providers } }),
    templates: createTemplateSearch({ store: store.templates, embedding: model && { model, providers }, chromaUrl }),
  };
}
