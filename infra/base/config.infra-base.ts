/** The environment, parsed once. Nothing else in Parley reads it. */

import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { missingVariable, type ProviderSettings, providerRow } from "../../activities/models/base/providers.ts";
import { KEPT } from "../../domain/around/kept-limits.ts";
import { parseModel } from "../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../domain/shapes/catalogue/model-ref.ts";
import type { Durations } from "../../domain/shapes/plan/plan.ts";
import {
  CONFIGURABLE_PROVIDERS,
  type Environment,
  environmentSchema,
  hasEmbeddings,
  providerVariables,
} from "./environment.ts";
import { IS_INSTALLED } from "./own-commands.ts";
import type { TelemetrySettings } from "./telemetry-settings.ts";

export type Config = ReturnType<typeof toConfig>;

/** All faults of the environment, one per line. Values are not repeated, because some are secrets. */
export class ConfigError extends Error {
  readonly faults: string[];

  constructor(faults: string[]) {
    super(["The configuration is not valid:", ...faults.map((fault) => `  - ${fault}`)].join("\n"));
    this.name = "ConfigError";
    this.faults = faults;
  }
}

/** The folder of `.data`: the clone, or the current folder of an installed Parley, because packages are replaced. */
const PROJECT_FOLDER = IS_INSTALLED ? process.cwd() : dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Empty variables count as missing. `servesApi` false: for what needs no `PARLEY_SECRET`. Throws `ConfigError`
 * with every fault.
 */
export function loadConfig(env: NodeJS.ProcessEnv, { servesApi = true } = {}): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
  const parsed = environmentSchema.safeParse(given);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}`),
    ...requirements(given, servesApi),
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return toConfig(parsed.data);
}

/** Requirements between variables. */
function requirements(given: Record<string, string | undefined>, servesApi: boolean): string[] {
  const faults: string[] = [];
  if (given.PARLEY_EMBEDDED === "off") {
    if (!given.TEMPORAL_ADDRESS) faults.push("TEMPORAL_ADDRESS is required when PARLEY_EMBEDDED is off");
    if (servesApi && !given.PARLEY_SECRET) faults.push("PARLEY_SECRET is required when PARLEY_EMBEDDED is off");
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
  if (given.OIDC_CLIENT_ID && !given.OIDC_ISSUER) {
    faults.push("OIDC_ISSUER is required when OIDC_CLIENT_ID is set: users sign in there");
  }
  if (given.OIDC_CLIENT_SECRET && !given.OIDC_CLIENT_ID) {
    faults.push("OIDC_CLIENT_ID is required when OIDC_CLIENT_SECRET is set");
  }
  faults.push(...retrievalRequirements(given));
  if (Number(given.HEARTBEAT_TIMEOUT_SECONDS ?? 10) <= Number(given.HEARTBEAT_SECONDS ?? 3)) {
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

function toConfig(env: Environment) {
  return {
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? null,
    temporal: {
      /** null: use the embedded one. */
      address: env.TEMPORAL_ADDRESS ?? null,
      namespace: env.TEMPORAL_NAMESPACE,
      /** Address of its web page, if it is not the embedded one. */
      uiUrl: env.TEMPORAL_UI_URL ?? null,
      apiKey: env.TEMPORAL_API_KEY ?? null,
      tls: tlsOf(env),
    },
    dynamodb: { endpoint: env.DYNAMODB_ENDPOINT ?? null, table: env.DYNAMODB_TABLE, region: env.AWS_REGION },
    /** Where the bytes of files go; null: into the table. */
    bucket: bucketOf(env),
    providers: providersOf(env),
    /** Providers whose keys other processes have: debates may use them, though this process cannot call them. */
    keyedProviders: env.KEYED_PROVIDERS,
    /** The workers' deployment; null: they are not versioned. */
    deployment: deploymentOf(env),
    defaultModel: env.DEFAULT_MODEL ?? null,
    defaultJudgeModel: env.DEFAULT_JUDGE_MODEL ?? null,
    /** Judges at most where a request names none. */
    defaultPanel: env.DEFAULT_PANEL,
    /** How reasoning templates are found; both null: by words. */
    retrieval: { embeddingModel: embeddingModelOf(env), chromaUrl: env.CHROMA_URL ?? null },
    dataDir: env.PARLEY_DATA_DIR ? resolve(env.PARLEY_DATA_DIR) : join(PROJECT_FOLDER, ".data"),
    embedded: env.PARLEY_EMBEDDED,
    /** Signs cursors and sessions, encrypts kept responses; null: generated in the data folder if embedded. */
    secret: env.PARLEY_SECRET ?? null,
    /** Sign receipts, the first alone; empty: generated in the data folder if embedded, else nothing is signed. */
    receiptKeys: env.RECEIPT_KEY,
    /** Keys for what Temporal stores, the first encrypts; empty: nothing is encrypted. */
    payloadKeys: env.PAYLOAD_KEY,
    /** The same, encrypted by KMS; these come first. */
    payloadKmsKeys: env.PAYLOAD_KMS_KEYS,
    durations: durationsOf(env),
    continueAfterEvents: env.CONTINUE_AFTER_EVENTS,
    /** Seconds between sweeps for debates whose workflow was closed from outside. */
    sweepIntervalSeconds: env.SWEEP_INTERVAL_SECONDS,
    deltasKeptSeconds: env.DELTAS_KEPT_SECONDS,
    /** Of one tenant: experiments that run at a time, and their cells together. */
    experiments: { atOnce: env.EXPERIMENTS_AT_ONCE, cells: env.EXPERIMENT_CELLS_AT_ONCE },
    /** Milliseconds between two text chunks of a turn. */
    deltaIntervalMs: env.DELTA_INTERVAL_SECONDS * 1000,
    /** Overlap, 0–1, above which a turn repeats another. */
    repetitionThreshold: env.REPETITION_THRESHOLD,
    /** Share of its 3-grams, 0–1, above which a turn repeats earlier ones together. */
    repetitionContainment: env.REPETITION_CONTAINMENT,
    /** Cosine, 0–1, above which a turn repeats another in meaning. */
    repetitionCosine: env.REPETITION_COSINE,
    corsOrigins: env.CORS_ORIGINS,
    /** Issuer whose tokens are accepted beside API keys; null: none. */
    oidc: oidcOf(env),
    /** Webhooks may use http, private and loopback addresses. */
    webhookAllowPrivate: env.WEBHOOK_ALLOW_PRIVATE,
    /** Servers whose tools speakers may use, by name. */
    mcpServers: env.MCP_SERVERS ?? {},
    /** Those servers, and what their tools are asked for, may be in the service's own network. */
    mcpAllowPrivate: env.MCP_ALLOW_PRIVATE,
    /** Milliseconds after which an event stream ends; null: never. */
    streamMaxMs: env.STREAM_MAX_SECONDS === undefined ? null : env.STREAM_MAX_SECONDS * 1000,
    /** One caller's limits. */
    limits: {
      subjectRequests: env.OIDC_REQUESTS_PER_MINUTE,
      shareRequests: env.SHARE_REQUESTS_PER_MINUTE,
      streams: env.STREAMS_PER_CALLER,
      shareStreams: env.STREAMS_PER_SHARE,
      waits: env.WAITS_PER_CALLER,
    },
    /** What a tenant may keep. */
    kept: env.TENANT_KEEPS ?? KEPT,
    logLevel: env.LOG_LEVEL as string,
    /** Telemetry's destination; null: off. */
    telemetry: telemetryOf(env),
    /** Of workers, on this machine. */
    workerProcesses: env.WORKER_PROCESSES ?? processesOn(availableParallelism()),
    /** Port for the metrics of a process without an API; null: none. */
    metricsPort: env.METRICS_PORT ?? null,
  };
}

/**
 * Each takes a core and a half, Temporal's server and the store the rest. On 16 cores two gave 1.45 times the debates of one,
 * four gave 1.5 times with the embedded servers and 1.9 times with Postgres (docs/growing.md).
 */
function processesOn(cores: number): number {
  return Math.min(4, Math.max(1, Math.floor(cores / 4)));
}

function embeddingModelOf({ EMBEDDING_MODEL: id = "", EMBEDDING_PRICE_USD_PER_MTOK: input }: Environment) {
  const model: ModelRef | null = parseModel(id);
  return model && input !== undefined ? { ...model, priceUsdPerMTok: { input, cachedInput: null, output: 0 } } : model;
}

function telemetryOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }: Environment): TelemetrySettings | null {
  if (!endpoint) return null;
  return {
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    serviceName: env.OTEL_SERVICE_NAME,
    metricIntervalMs: env.OTEL_METRIC_EXPORT_INTERVAL,
    captureContent: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
  };
}

function bucketOf({ FILES_BUCKET: bucket, AWS_ENDPOINT_URL_S3: endpoint, AWS_REGION: region }: Environment) {
  return bucket === undefined ? null : { bucket, endpoint: endpoint ?? null, region };
}

function deploymentOf({ TEMPORAL_DEPLOYMENT_NAME: name, TEMPORAL_BUILD_ID: buildId }: Environment) {
  return name ? { name, buildId: buildId ?? null } : null;
}

function oidcOf({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_TENANT_CLAIM: tenantClaim, ...env }: Environment) {
  const { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret = null, OIDC_SCOPES: scopes } = env;
  if (!issuer || !audience) return null;
  return { issuer, audience, tenantClaim, ...(clientId && { client: { clientId, clientSecret, scopes } }) };
}

/** TLS is on if requested, or if a key or certificate implies it. */
function tlsOf(env: Environment) {
  const files = {
    caFile: env.TEMPORAL_TLS_SERVER_CA_CERT_PATH,
    certFile: env.TEMPORAL_TLS_CLIENT_CERT_PATH,
    keyFile: env.TEMPORAL_TLS_CLIENT_KEY_PATH,
  };
  const implied = [env.TEMPORAL_API_KEY, ...Object.values(files)].some((value) => value !== undefined);
  return { enabled: env.TEMPORAL_TLS ?? implied, serverName: env.TEMPORAL_TLS_SERVER_NAME, ...files };
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

/** Settings by provider id; empty without variables. */
function providersOf(env: Record<string, unknown>): Record<string, ProviderSettings> {
  const settings = CONFIGURABLE_PROVIDERS.map((row) => {
    const given = Object.entries(providerVariables(row)).map(([name, variable]) => [name, env[variable ?? ""]]);
    return [row.id, Object.fromEntries(given.filter(([, value]) => value !== undefined))];
  });
  return Object.fromEntries(settings);
}
