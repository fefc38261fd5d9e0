/** The parts of every process: on a server, as a function and as a service. */
import type { PayloadCodec } from "@temporalio/common";
import type { Logger } from "pino";
import type { TurnVectors } from "../../activities/base/deps.ts";
import { createCatalogue } from "../../activities/models/catalogue.model.ts";
import { embeddingMicroUsd } from "../../activities/models/spending/pricing.ts";
import { createTemplateSearch } from "../../activities/retrieval/index.ts";
import { createPassageSearch } from "../../activities/retrieval/passages.activity.ts";
import { createTurnVectors } from "../../activities/retrieval/turn-vectors.ts";
import type { PassageSearch } from "../../domain/rules/retrieval/passages.retrieval.ts";
import type { TemplateSearch } from "../../domain/rules/templates/retrieval.ts";
import { type Catalogue, modelId } from "../../domain/shapes/catalogue/catalogue.ts";
import type { TableStore } from "../../store/index.ts";
import type { Config } from "../base/config.infra-base.ts";
import type { Telemetry } from "../base/telemetry-settings.ts";
import { version } from "../base/version.ts";
import { payloadCodecOf } from "../codec/payload-codec.ts";
import { createMetrics, type Metrics } from "../metrics/index.ts";
import { startTelemetry } from "../telemetry/index.ts";

export interface Parts {
  config: Config;
  logger: Logger;
  store: TableStore;
  /** The configured ones, and the demo model where it runs. */
  providers: Config["providers"];
  catalogue: Catalogue;
  /** How reasoning templates are found. */
  templates: TemplateSearch;
  /** How passages of files are found. */
  passages: PassageSearch;
  /** null: repetition is not measured by meaning. */
  turnVectors: TurnVectors | null;
  /** null: payloads are plain JSON. */
  codec: PayloadCodec | null;
  /** Metrics of this process, sent by OTLP if configured. */
  metrics: Metrics;
  telemetry: Telemetry;
}

/** Sends no request to Temporal or the table. */
export async function createParts(
  own: Pick<Parts, "config" | "logger" | "store"> & Partial<Pick<Parts, "providers">>,
): Promise<Parts> {
  const { config, logger, store, providers = config.providers } = own;
  const { embeddingModel: model, chromaUrl } = config.retrieval;
  const embedding = model && { model, providers: config.providers, quotas: store.quotas };
  if (model && embeddingMicroUsd(model, 1) === null)
    logger.warn(
      `the price of ${modelId(model)} is unknown: under a limit in USD nothing is embedded. Set EMBEDDING_PRICE_USD_PER_MTOK`,
    );
  const metrics = createMetrics();
  const { registry } = metrics;
  const telemetry = await startTelemetry(config.telemetry, { registry, logger, version: version() });
  return {
    config,
    logger,
    store: telemetry.store(metrics.store(store)),
    providers,
    catalogue: createCatalogue({ ...config, providers, servers: Object.keys(config.mcpServers) }),
    templates: createTemplateSearch({ records: store.records, embedding, chromaUrl }),
    passages: createPassageSearch({ store, embedding, chromaUrl }),
    turnVectors: embedding && createTurnVectors({ store, embedding }),
    codec: await payloadCodecOf({ ...config, region: config.dynamodb.region }),
    metrics,
    telemetry,
  };
}
