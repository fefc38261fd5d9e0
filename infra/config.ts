/** The environment, parsed once (spec §4.5). Nothing else in Parley reads it. */
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  missingVariable,
  type ProviderRow,
  type ProviderSettings,
  providerRow,
} from "../activities/models/providers.ts";
import { parseModel } from "../domain/catalogue.ts";
import type { Durations, ModelRef } from "../domain/plan.ts";
import { parseWrappedKeys, type WrappedKey } from "./codec/kms-keys.ts";
import { type PayloadKey, parsePayloadKeys } from "./codec/payload-keys.ts";
import {
  CONFIGURABLE_PROVIDERS,
  type Environment,
  environmentSchema,
  hasEmbeddings,
  providerVariables,
} from "./environment.ts";
import { parseHeaders } from "./telemetry/headers.ts";
import type { TelemetrySettings } from "./telemetry/index.ts";

export interface Config {
  host: string;
  port: number;
  publicUrl: string | null;
  temporal: {
    /** null: use the embedded one. */
    address: string | null;
    namespace: string;
    /** Where its web page is, when it is not the embedded one. */
    uiUrl: string | null;
    apiKey: string | null;
    tls: { enabled: boolean; serverName?: string; caFile?: string; certFile?: string; keyFile?: string };
  };
  dynamodb: { endpoint: string | null; table: string; region: string };
  providers: Record<string, ProviderSettings>;
  /** Workers are a version of this deployment; null: they are not versioned. */
  deployment: { name: string; buildId: string | null } | null;
  defaultModel: string | null;
  defaultJudgeModel: string | null;
  /** How reasoning templates are found; null and null: by their words. */
  retrieval: { embeddingModel: ModelRef | null; chromaUrl: string | null };
  dataDir: string;
  embedded: "auto" | "off";
  /** Signs cursors; null means: made in the data folder when embedded. */
  secret: string | null;
  /** Encrypt what Temporal stores, the first of them; empty: nothing is encrypted. */
  payloadKeys: PayloadKey[];
  /** The same as KMS keeps them, which come first. */
  payloadKmsKeys: WrappedKey[];
  durations: Durations;
  continueAfterEvents: number;
  /** Seconds between two looks for debates whose workflow was closed from outside. */
  sweepIntervalSeconds: number;
  deltasKeptSeconds: number;
  /** Overlap, 0–1, from which on a turn repeats another. */
  repetitionThreshold: number;
  /** Share of its 3-grams, 0–1, from which on a turn repeats earlier ones together. */
  repetitionContainment: number;
  /** Cosine, 0–1, from which on a turn repeats another in meaning. */
  repetitionCosine: number;
  corsOrigins: string[];
  /** Whose tokens are good beside API keys; null: nobody's. */
  oidc: { issuer: string; audience: string; tenantClaim: string } | null;
  /** Webhooks may point to http, private and loopback addresses. */
  webhookAllowPrivate: boolean;
  /** An event stream is ended after so long, in milliseconds; null: it may go on for ever. */
  streamMaxMs: number | null;
  logLevel: string;
  /** Where traces and metrics are sent; null: nowhere. */
  telemetry: TelemetrySettings | null;
  /** Where a process without an API serves its metrics; null: nowhere. */
  metricsPort: number | null;
}

/** Every fault of the environment at once, one line each. Values are not repeated: some of them are secrets. */
export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(["The configuration is not valid:", ...faults.map((fault) => `  - ${fault}`)].join("\n"));
    this.name = "ConfigError";
    this.faults = faults;
  }
}

const IS_EMITTED = extname(import.meta.url) === ".js";
/** Where `.data` stands: in the clone, or where an installed Parley was called, since packages come and go. */
const PROJECT_FOLDER = IS_EMITTED ? process.cwd() : dirname(dirname(fileURLToPath(import.meta.url)));

/** Parses the environment. An empty variable counts as not set. Throws `ConfigError` with every fault. */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = environmentSchema.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}`),
    ...requirements(given),
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return toConfig(parsed.data);
}

/** What one variable asks of another; said beside the faults of the values. */
function requirements(given: Record<string, string | undefined>): string[] {
  const faults: string[] = [];
  if (given.PARLEY_EMBEDDED === "off") {
    if (!given.TEMPORAL_ADDRESS) faults.push("TEMPORAL_ADDRESS is required when PARLEY_EMBEDDED is off");
    if (!given.PARLEY_SECRET) faults.push("PARLEY_SECRET is required when PARLEY_EMBEDDED is off");
  }
  if (!given.TEMPORAL_TLS_CLIENT_CERT_PATH !== !given.TEMPORAL_TLS_CLIENT_KEY_PATH) {
    faults.push("TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH are only of use together");
  }
  if (given.TEMPORAL_BUILD_ID && !given.TEMPORAL_DEPLOYMENT_NAME) {
    faults.push("TEMPORAL_DEPLOYMENT_NAME is required when TEMPORAL_BUILD_ID is set");
  }
  if (given.OIDC_ISSUER && !given.OIDC_AUDIENCE) {
    faults.push("OIDC_AUDIENCE is required when OIDC_ISSUER is set: a token for another service must not be good here");
  }
  faults.push(...retrievalRequirements(given));
  const [beat, limit] = [given.HEARTBEAT_SECONDS ?? 3, given.HEARTBEAT_TIMEOUT_SECONDS ?? 10].map(Number);
  if (beat !== undefined && limit !== undefined && limit <= beat) {
    faults.push("HEARTBEAT_TIMEOUT_SECONDS must be above HEARTBEAT_SECONDS, or every turn times out");
  }
  return faults;
}

function retrievalRequirements(given: Record<string, string | undefined>): string[] {
  const { EMBEDDING_MODEL: model, CHROMA_URL: chroma } = given;
  if (!model)
    return chroma ? ["EMBEDDING_MODEL is required when CHROMA_URL is set: Chroma's server does not embed"] : [];
  const row = providerRow(parseModel(model.trim())?.provider ?? "");
  if (!row || !hasEmbeddings(row.id)) return [];
  const { apiKey, baseUrl } = providerVariables(row);
  const missing = missingVariable(row, { apiKey: given[apiKey ?? ""], baseUrl: given[baseUrl] });
  return missing ? [`${missing} is required by EMBEDDING_MODEL`] : [];
}

function toConfig(env: Environment): Config {
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? null,
    temporal: {
      address: env.TEMPORAL_ADDRESS ?? null,
      namespace: env.TEMPORAL_NAMESPACE,
      uiUrl: env.TEMPORAL_UI_URL ?? null,
      apiKey: env.TEMPORAL_API_KEY ?? null,
      tls: tlsOf(env),
    },
    dynamodb: { endpoint: env.DYNAMODB_ENDPOINT ?? null, table: env.DYNAMODB_TABLE, region: env.AWS_REGION },
    providers: providersOf(env),
    deployment: deploymentOf(env),
    defaultModel: env.DEFAULT_MODEL ?? null,
    defaultJudgeModel: env.DEFAULT_JUDGE_MODEL ?? null,
    retrieval: { embeddingModel: parseModel(env.EMBEDDING_MODEL ?? ""), chromaUrl: env.CHROMA_URL ?? null },
    dataDir: env.PARLEY_DATA_DIR ? resolve(env.PARLEY_DATA_DIR) : join(PROJECT_FOLDER, ".data"),
    embedded: env.PARLEY_EMBEDDED,
    secret: env.PARLEY_SECRET ?? null,
    payloadKeys: env.PAYLOAD_KEY ? parsePayloadKeys(env.PAYLOAD_KEY) : [],
    payloadKmsKeys: env.PAYLOAD_KMS_KEYS ? parseWrappedKeys(env.PAYLOAD_KMS_KEYS) : [],
    durations: durationsOf(env),
    continueAfterEvents: env.CONTINUE_AFTER_EVENTS,
    sweepIntervalSeconds: env.SWEEP_INTERVAL_SECONDS,
    deltasKeptSeconds: env.DELTAS_KEPT_SECONDS,
    repetitionThreshold: env.REPETITION_THRESHOLD,
    repetitionContainment: env.REPETITION_CONTAINMENT,
    repetitionCosine: env.REPETITION_COSINE,
    corsOrigins: env.CORS_ORIGINS,
    oidc: oidcOf(env),
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    streamMaxMs: env.STREAM_MAX_SECONDS === undefined ? null : env.STREAM_MAX_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
    metricsPort: env.METRICS_PORT ?? null,
    telemetry: telemetryOf(env),
  };
}

function telemetryOf(env: Environment): TelemetrySettings | null {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  return {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: parseHeaders(env.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {},
    serviceName: env.OTEL_SERVICE_NAME,
    metricIntervalMs: env.OTEL_METRIC_EXPORT_INTERVAL,
    captureContent: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
  };
}

function deploymentOf({ TEMPORAL_DEPLOYMENT_NAME: name, TEMPORAL_BUILD_ID: buildId }: Environment) {
  return name ? { name, buildId: buildId ?? null } : null;
}

function oidcOf({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_TENANT_CLAIM: tenantClaim }: Environment) {
  return issuer && audience ? { issuer, audience, tenantClaim } : null;
}

/** TLS is on when it is asked for, or when a key or a certificate says that the other side expects it. */
function tlsOf(env: Environment): Config["temporal"]["tls"] {
  const files = {
    ...(env.TEMPORAL_TLS_SERVER_CA_CERT_PATH && { caFile: env.TEMPORAL_TLS_SERVER_CA_CERT_PATH }),
    ...(env.TEMPORAL_TLS_CLIENT_CERT_PATH && { certFile: env.TEMPORAL_TLS_CLIENT_CERT_PATH }),
    ...(env.TEMPORAL_TLS_CLIENT_KEY_PATH && { keyFile: env.TEMPORAL_TLS_CLIENT_KEY_PATH }),
  };
  const implied = env.TEMPORAL_API_KEY !== undefined || Object.keys(files).length > 0;
  return {
    enabled: env.TEMPORAL_TLS ?? implied,
    ...(env.TEMPORAL_TLS_SERVER_NAME && { serverName: env.TEMPORAL_TLS_SERVER_NAME }),
    ...files,
  };
}

function durationsOf(env: Environment): Durations {
  return {
    roundDelay: env.ROUND_DELAY_MS,
    turnTimeout: env.TURN_TIMEOUT_SECONDS * 1000,
    judgeTimeout: env.JUDGE_TIMEOUT_SECONDS * 1000,
    silence: env.STREAM_SILENCE_SECONDS * 1000,
    heartbeat: env.HEARTBEAT_SECONDS * 1000,
    heartbeatTimeout: env.HEARTBEAT_TIMEOUT_SECONDS * 1000,
    draftExpiry: env.DRAFT_EXPIRY_SECONDS * 1000,
    errorExpiry: env.ERROR_EXPIRY_SECONDS * 1000,
    decisionTimeout: env.DECISION_TIMEOUT_SECONDS * 1000,
  };
}

/** Settings of each provider, by its id; one that nothing was said of has an empty row. */
function providersOf(env: Environment): Record<string, ProviderSettings> {
  const values = env as Record<string, unknown>;
  const settings = (row: ProviderRow): ProviderSettings => {
    const names = providerVariables(row);
    const apiKey = values[names.apiKey ?? ""] as string | undefined;
    const baseUrl = values[names.baseUrl] as string | undefined;
    const maxRps = values[names.maxRps] as number | undefined;
    return { ...(apiKey && { apiKey }), ...(baseUrl && { baseUrl }), ...(maxRps && { maxRps }) };
  };
  return Object.fromEntries(CONFIGURABLE_PROVIDERS.map((row) => [row.id, settings(row)]));
}
