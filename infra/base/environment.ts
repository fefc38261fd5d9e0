/** Every variable that Parley reads, with schema and default. `.env.example` documents them; a test compares. */
import { z } from "zod";
import {
  baseUrlVariableOf,
  keyVariableOf,
  PROVIDERS,
  type ProviderRow,
} from "../../activities/models/base/providers.ts";
import { LIMITS } from "../../api/base/limits.api-base.ts";
import { parseKeptLimits } from "../../domain/around/kept-limits.ts";
import { LINE_LIMITS } from "../../domain/around/quotas/waiting-line.ts";
import { isPlaceholder } from "../../domain/base/text/placeholder.ts";
import { withoutLastSlash } from "../../domain/base/text/text.ts";
import {
  REPETITION_CONTAINMENT,
  REPETITION_COSINE,
  REPETITION_THRESHOLD,
} from "../../domain/judge/signals/repetition.signal.ts";
import { parseMcpServers } from "../../domain/rules/tools/servers.tools.ts";
import { parseModel } from "../../domain/shapes/catalogue/catalogue.ts";
import { LIMITS as OF_REQUESTS } from "../../domain/shapes/schemas/limits.schema.ts";
import { parseWrappedKeys } from "../codec/kms-keys.ts";
import { parsePayloadKeys } from "../codec/payload-keys.ts";
import { parseHeaders } from "./headers.infra-base.ts";
import { parseReceiptKeys } from "./receipt-keys.ts";
import { OTLP_PROTOCOLS } from "./telemetry-settings.ts";

/** The demo model needs no settings. */
export const CONFIGURABLE_PROVIDERS = PROVIDERS.filter((row) => !row.demo);

/** Names of a provider's variables: `openai-compatible` has `OPENAI_COMPATIBLE_API_KEY` and so on. */
export function providerVariables(row: ProviderRow): { apiKey: string | null; baseUrl: string; maxRps: string } {
  const baseUrl = baseUrlVariableOf(row);
  return {
    apiKey: row.key === "none" ? null : keyVariableOf(row),
    baseUrl,
    maxRps: baseUrl.replace(/_BASE_URL$/, "_MAX_RPS"),
  };
}

const text = z.string().trim();

function number(rules: { min: number; max?: number; whole?: boolean; above?: boolean }) {
  const { min, max = Number.MAX_SAFE_INTEGER, whole = false, above = false } = rules;
  const kind = whole ? "a whole number" : "a number";
  const range = above ? `above ${min}` : rules.max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
  return text
    .transform(Number)
    .refine(
      (value) =>
        Number.isFinite(value) &&
        (above ? value > min : value >= min) &&
        value <= max &&
        (!whole || Number.isInteger(value)),
      `must be ${kind} ${range}`,
    );
}

const WEEK_SECONDS = 7 * 24 * 3600;
const seconds = () => number({ min: 0, above: true });

const NO_USER =
  "must be without a name and password (user:password@): set the provider's key by its own variable, or put a proxy in front";
const url = text.refine((value) => isUrl(value, ["http:", "https:"]), "must be an http or https address");
/** A provider's key has a variable of its own. In an address it would stand in logs and errors. */
const providerUrl = url.refine((value) => !hasUser(value), NO_USER);
const flag = text.pipe(z.enum(["true", "false"], "must be true or false")).transform((value) => value === "true");
/** Goes into a header of HTTP: pasted keys bring ends of lines, dashes of word processors and invisible characters. */
const key = text
  .refine((value) => !isPlaceholder(value), {
    error: "is still the placeholder of the documents: put your own key in its place",
    abort: true,
  })
  .regex(/^[\x21-\x7e]*$/, "must be one line of plain ASCII without spaces, as its provider gave it");
const hostAndPort = text.regex(/^(\[[^\]]+\]|[^\s:/]+):\d{1,5}$/, "must be host:port, for example localhost:7233");
const tableName = text.regex(
  /^[A-Za-z0-9_.-]{3,255}$/,
  "must be 3 to 255 letters, digits, dots, dashes or underscores",
);
const bucketName = text.regex(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  "must be 3 to 63 small letters, digits, dots or dashes",
);
/** Temporal joins a deployment's name and a build id by a colon, or by a dot in older servers. */
const versionPart = text.regex(
  /^[A-Za-z0-9._+-]{1,128}$/,
  "must be letters, digits, dots, dashes, plus signs or underscores",
);
const host = text.regex(/^[^\s/]+$/, "must be a host name or an address, without a port");

const PROVIDER_IDS = PROVIDERS.map((row) => row.id);
const model = text
  .refine((value) => parseModel(value) !== null, "must be provider/model, for example openai/gpt-5.5")
  .refine(
    (value) => PROVIDER_IDS.includes(parseModel(value)?.provider ?? "demo"),
    `must name one of these providers: ${PROVIDER_IDS.join(", ")}`,
  );

/** Providers without embeddings. */
const WITHOUT_EMBEDDINGS = ["anthropic", "demo"];
const embeddingModel = model.refine(
  (value) => hasEmbeddings(parseModel(value)?.provider ?? ""),
  "must be of a provider that has embeddings, for example openai/text-embedding-3-small",
);
const chromaUrl = url.refine(
  (value) => !URL.canParse(value) || new URL(value).pathname === "/",
  "must be an address without a path, for example http://127.0.0.1:8000",
);

const list = text.transform((value) => value.split(",").flatMap((part) => part.trim() || []));
const origins = list.refine(
  (values) => values.every(isOrigin),
  "must be origins separated by commas, for example https://example.com",
);
const scopes = text.refine(
  (value) => value.split(/ +/).includes("openid"),
  "must be scopes separated by spaces, with openid among them",
);
const providerIds = list.refine(
  (ids) => ids.every((id) => PROVIDER_IDS.includes(id)),
  `must be some of these providers, separated by commas: ${PROVIDER_IDS.join(", ")}`,
);

const headers = text
  .transform(parseHeaders)
  .refine((value) => value !== null, "must be name=value pairs, separated by commas");

/** Errors never repeat the keys. */
const keysBy = <T>(parse: (value: string) => T[]) =>
  text.transform((value, check) => {
    try {
      return parse(value);
    } catch (error) {
      check.addIssue({ code: "custom", message: (error as Error).message });
      return z.NEVER;
    }
  });

/** Errors never repeat the servers' keys. */
const mcpServers = text.transform((value, check) => {
  try {
    return parseMcpServers(value);
  } catch (error) {
    check.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
});

const keptLimits = text.transform((value, check) => {
  try {
    return parseKeptLimits(value);
  } catch (error) {
    check.addIssue({ code: "custom", message: (error as Error).message });
    return z.NEVER;
  }
});

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export const environmentSchema = z.object({
  HOST: host.default("127.0.0.1"),
  PORT: number({ min: 0, max: 65_535, whole: true }).default(3000),
  PUBLIC_URL: url.transform(withoutLastSlash).optional(),
  TEMPORAL_ADDRESS: hostAndPort.optional(),
  TEMPORAL_NAMESPACE: text.default("default"),
  TEMPORAL_API_KEY: key.optional(),
  TEMPORAL_UI_URL: url.transform(withoutLastSlash).optional(),
  TEMPORAL_TLS: flag.optional(),
  TEMPORAL_TLS_SERVER_NAME: text.optional(),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: text.optional(),
  TEMPORAL_TLS_CLIENT_CERT_PATH: text.optional(),
  TEMPORAL_TLS_CLIENT_KEY_PATH: text.optional(),
  TEMPORAL_DEPLOYMENT_NAME: versionPart.optional(),
  TEMPORAL_BUILD_ID: versionPart.optional(),
  DYNAMODB_ENDPOINT: url.optional(),
  DYNAMODB_TABLE: tableName.default("parley"),
  AWS_REGION: text.default("us-east-1"),
  FILES_BUCKET: bucketName.optional(),
  AWS_ENDPOINT_URL_S3: url.optional(),
  DEFAULT_MODEL: model.optional(),
  DEFAULT_JUDGE_MODEL: model.optional(),
  DEFAULT_PANEL: number({ min: 1, max: OF_REQUESTS.panel, whole: true }).default(3),
  KEYED_PROVIDERS: providerIds.default([]),
  EMBEDDING_MODEL: embeddingModel.optional(),
  EMBEDDING_PRICE_USD_PER_MTOK: number({ min: 0, max: 1_000_000 }).optional(),
  CHROMA_URL: chromaUrl.optional(),
  PARLEY_DATA_DIR: text.optional(),
  PARLEY_EMBEDDED: text.pipe(z.enum(["auto", "off"], "must be auto or off")).default("auto"),
  PARLEY_SECRET: text.min(16, "must have at least 16 characters").optional(),
  RECEIPT_KEY: keysBy(parseReceiptKeys).default([]),
  PAYLOAD_KEY: keysBy(parsePayloadKeys).default([]),
  PAYLOAD_KMS_KEYS: keysBy(parseWrappedKeys).default([]),
  ROUND_DELAY_MS: number({ min: 0, max: 3_600_000, whole: true }).default(1_000),
  TURN_TIMEOUT_SECONDS: seconds().default(120),
  JUDGE_TIMEOUT_SECONDS: seconds().default(180),
  STREAM_SILENCE_SECONDS: seconds().default(30),
  HEARTBEAT_SECONDS: seconds().default(3),
  HEARTBEAT_TIMEOUT_SECONDS: seconds().default(10),
  DRAFT_EXPIRY_SECONDS: seconds().default(WEEK_SECONDS),
  ERROR_EXPIRY_SECONDS: seconds().default(WEEK_SECONDS),
  DECISION_TIMEOUT_SECONDS: seconds().default(24 * 3600),
  CONTINUE_AFTER_EVENTS: number({ min: 50, max: 50_000, whole: true }).default(1_000),
  SWEEP_INTERVAL_SECONDS: seconds().default(300),
  EXPERIMENTS_AT_ONCE: number({ min: 1, max: 100, whole: true }).default(LINE_LIMITS.atOnce),
  EXPERIMENT_CELLS_AT_ONCE: number({ min: 1, max: 1_000, whole: true }).default(LINE_LIMITS.cells),
  DELTA_INTERVAL_SECONDS: number({ min: 0.02, max: 10 }).default(0.1),
  DELTAS_KEPT_SECONDS: seconds().default(24 * 3600),
  REPETITION_THRESHOLD: number({ min: 0.01, max: 1 }).default(REPETITION_THRESHOLD),
  REPETITION_CONTAINMENT: number({ min: 0.01, max: 1 }).default(REPETITION_CONTAINMENT),
  REPETITION_COSINE: number({ min: 0.01, max: 1 }).default(REPETITION_COSINE),
  CORS_ORIGINS: origins.default([]),
  OIDC_ISSUER: url.optional(),
  OIDC_AUDIENCE: text.optional(),
  OIDC_TENANT_CLAIM: text.default("tenant"),
  OIDC_CLIENT_ID: text.optional(),
  OIDC_CLIENT_SECRET: text.optional(),
  OIDC_SCOPES: scopes.default("openid read write admin"),
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  MCP_SERVERS: mcpServers.optional(),
  MCP_ALLOW_PRIVATE: flag.default(false),
  STREAM_MAX_SECONDS: seconds().optional(),
  STREAMS_PER_CALLER: number({ min: 1, whole: true }).default(LIMITS.streams),
  STREAMS_PER_SHARE: number({ min: 1, whole: true }).default(LIMITS.shareStreams),
  WAITS_PER_CALLER: number({ min: 1, whole: true }).default(LIMITS.waits),
  OIDC_REQUESTS_PER_MINUTE: number({ min: 1, whole: true }).default(LIMITS.subjectRequests),
  SHARE_REQUESTS_PER_MINUTE: number({ min: 1, whole: true }).default(LIMITS.shareRequests),
  TENANT_KEEPS: keptLimits.optional(),
  LOG_LEVEL: text.pipe(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`)).default("info"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.transform(withoutLastSlash).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: text
    .pipe(z.enum(OTLP_PROTOCOLS, `must be ${OTLP_PROTOCOLS.join(" or ")}`))
    .default("http/protobuf"),
  OTEL_SERVICE_NAME: text.default("parley"),
  OTEL_METRIC_EXPORT_INTERVAL: number({ min: 100, whole: true }).default(60_000),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: flag.default(false),
  WORKER_PROCESSES: number({ min: 1, max: 32, whole: true }).optional(),
  METRICS_PORT: number({ min: 1, max: 65_535, whole: true }).optional(),
  ...providerShape(),
});
export type Environment = z.infer<typeof environmentSchema>;

function providerShape(): Record<string, z.ZodType> {
  const variables = CONFIGURABLE_PROVIDERS.flatMap((row) => {
    const { apiKey, baseUrl, maxRps } = providerVariables(row);
    return [
      ...(apiKey === null ? [] : [[apiKey, key.optional()]]),
      [baseUrl, providerUrl.optional()],
      [maxRps, number({ min: 0, above: true }).optional()],
    ];
  });
  return Object.fromEntries(variables);
}

export function hasEmbeddings(provider: string): boolean {
  return !WITHOUT_EMBEDDINGS.includes(provider);
}

function isUrl(value: string, schemes: string[]): boolean {
  return URL.canParse(value) && schemes.includes(new URL(value).protocol);
}

function hasUser(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== "" || password !== "";
}

function isOrigin(value: string): boolean {
  return value === "*" || (isUrl(value, ["http:", "https:"]) && new URL(value).origin === value);
}
