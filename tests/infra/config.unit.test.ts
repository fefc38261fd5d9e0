import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig } from "../../infra/base/config.infra-base.ts";
import { createCli } from "../../infra/cli/base/cli.ts";

function faultsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe("an empty environment", () => {
  const config = loadConfig({});

  test("listens on loopback and embeds everything", () => {
    expect(config).toMatchObject({ host: "127.0.0.1", port: 3000, publicUrl: null, embedded: "auto", secret: null });
    expect(config.temporal).toEqual({
      address: null,
      namespace: "default",
      uiUrl: null,
      apiKey: null,
      tls: { enabled: false },
    });
    expect(config.dynamodb).toEqual({ endpoint: null, table: "parley", region: "us-east-1" });
    expect(config.dataDir).toMatch(/\/\.data$/);
  });

  test("has the durations of the specification", () => {
    expect(config.durations).toEqual({
      roundDelay: 1_000,
      turnTimeout: 120_000,
      judgeTimeout: 180_000,
      silence: 30_000,
      heartbeat: 3_000,
      heartbeatTimeout: 10_000,
      draftExpiry: 604_800_000,
      errorExpiry: 604_800_000,
      decisionTimeout: 86_400_000,
    });
    expect(config.continueAfterEvents).toBe(1_000);
  });

  test("knows the providers but has no key and no default model", () => {
    expect(config.providers.anthropic).toEqual({});
    expect(config.providers["openai-compatible"]).toEqual({});
    expect(config.defaultModel).toBeNull();
  });
});

describe("each variable", () => {
  test.each<[string, string, (config: ReturnType<typeof loadConfig>) => unknown, unknown]>([
    ["HOST", "localhost", (c) => c.host, "localhost"],
    ["PORT", "0", (c) => c.port, 0],
    ["PUBLIC_URL", "https://parley.example/", (c) => c.publicUrl, "https://parley.example"],
    ["TEMPORAL_ADDRESS", "temporal.example:7233", (c) => c.temporal.address, "temporal.example:7233"],
    ["TEMPORAL_NAMESPACE", "debates", (c) => c.temporal.namespace, "debates"],
    ["TEMPORAL_API_KEY", "k-1", (c) => [c.temporal.apiKey, c.temporal.tls.enabled], ["k-1", true]],
    ["TEMPORAL_TLS", "true", (c) => c.temporal.tls, { enabled: true }],
    ["TEMPORAL_TLS_SERVER_NAME", "t.example", (c) => c.temporal.tls, { enabled: false, serverName: "t.example" }],
    ["TEMPORAL_TLS_SERVER_CA_CERT_PATH", "ca.pem", (c) => c.temporal.tls, { enabled: true, caFile: "ca.pem" }],
    ["TEMPORAL_DEPLOYMENT_NAME", "parley", (c) => c.deployment, { name: "parley", buildId: null }],
    ["DYNAMODB_ENDPOINT", "http://127.0.0.1:8000", (c) => c.dynamodb.endpoint, "http://127.0.0.1:8000"],
    ["DYNAMODB_TABLE", "debates-1", (c) => c.dynamodb.table, "debates-1"],
    ["AWS_REGION", "eu-central-1", (c) => c.dynamodb.region, "eu-central-1"],
    ["FILES_BUCKET", "my.files", (c) => c.bucket, { bucket: "my.files", endpoint: null, region: "us-east-1" }],
    [
      "DEFAULT_MODEL",
      "openrouter/anthropic/claude-sonnet-5",
      (c) => c.defaultModel,
      "openrouter/anthropic/claude-sonnet-5",
    ],
    [
      "EMBEDDING_MODEL",
      "ollama/nomic-embed-text",
      (c) => c.retrieval,
      { embeddingModel: { provider: "ollama", model: "nomic-embed-text" }, chromaUrl: null },
    ],
    ["DEFAULT_JUDGE_MODEL", "demo/judge", (c) => c.defaultJudgeModel, "demo/judge"],
    ["DEFAULT_PANEL", "1", (c) => c.defaultPanel, 1],
    ["PARLEY_DATA_DIR", "/var/lib/parley", (c) => c.dataDir, "/var/lib/parley"],
    ["PARLEY_SECRET", "0123456789abcdef", (c) => c.secret, "0123456789abcdef"],
    ["RECEIPT_KEY", `${"A".repeat(43)}=, ${"B".repeat(42)}E=`, (c) => c.receiptKeys.length, 2],
    ["ROUND_DELAY_MS", "0", (c) => c.durations.roundDelay, 0],
    ["TURN_TIMEOUT_SECONDS", "0.5", (c) => c.durations.turnTimeout, 500],
    ["JUDGE_TIMEOUT_SECONDS", "60", (c) => c.durations.judgeTimeout, 60_000],
    ["STREAM_SILENCE_SECONDS", "5", (c) => c.durations.silence, 5_000],
    ["HEARTBEAT_SECONDS", "1", (c) => c.durations.heartbeat, 1_000],
    ["HEARTBEAT_TIMEOUT_SECONDS", "30", (c) => c.durations.heartbeatTimeout, 30_000],
    ["DRAFT_EXPIRY_SECONDS", "10", (c) => c.durations.draftExpiry, 10_000],
    ["ERROR_EXPIRY_SECONDS", "10", (c) => c.durations.errorExpiry, 10_000],
    ["DECISION_TIMEOUT_SECONDS", "10", (c) => c.durations.decisionTimeout, 10_000],
    ["CONTINUE_AFTER_EVENTS", "150", (c) => c.continueAfterEvents, 150],
    ["DELTA_INTERVAL_SECONDS", "0.5", (c) => c.deltaIntervalMs, 500],
    ["REPETITION_THRESHOLD", "0.6", (c) => c.repetitionThreshold, 0.6],
    ["REPETITION_CONTAINMENT", "0.7", (c) => c.repetitionContainment, 0.7],
    ["REPETITION_COSINE", "0.9", (c) => c.repetitionCosine, 0.9],
    [
      "CORS_ORIGINS",
      "https://a.example, http://b.example:8080",
      (c) => c.corsOrigins,
      ["https://a.example", "http://b.example:8080"],
    ],
    ["LOG_LEVEL", "debug", (c) => c.logLevel, "debug"],
    ["WORKER_PROCESSES", "6", (c) => c.workerProcesses, 6],
    ["METRICS_PORT", "9464", (c) => c.metricsPort, 9464],
    [
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "http://collector.example:4318/",
      (c) => c.telemetry,
      {
        endpoint: "http://collector.example:4318",
        headers: {},
        protocol: "http/protobuf",
        serviceName: "parley",
        metricIntervalMs: 60_000,
        captureContent: false,
      },
    ],
    ["OPENAI_API_KEY", "sk-1", (c) => c.providers.openai, { apiKey: "sk-1" }],
    [
      "OPENAI_COMPATIBLE_BASE_URL",
      "http://127.0.0.1:9/v1",
      (c) => c.providers["openai-compatible"],
      { baseUrl: "http://127.0.0.1:9/v1" },
    ],
    ["ANTHROPIC_MAX_RPS", "2.5", (c) => c.providers.anthropic, { maxRps: 2.5 }],
  ])("%s is read", (name, value, read, expected) => {
    expect(read(loadConfig({ [name]: value }))).toEqual(expected);
  });

  test.each([
    ["HOST", "127.0.0.1/x"],
    ["PORT", "70000"],
    ["PORT", "3000.5"],
    ["PUBLIC_URL", "ftp://parley.example"],
    ["TEMPORAL_ADDRESS", "http://localhost:7233"],
    ["TEMPORAL_TLS", "yes"],
    ["DYNAMODB_ENDPOINT", "localhost:8000"],
    ["DYNAMODB_TABLE", "a table"],
    ["FILES_BUCKET", "My_Files"],
    ["AWS_ENDPOINT_URL_S3", "localhost:9000"],
    ["DEFAULT_MODEL", "gpt-5.5"],
    ["DEFAULT_MODEL", "acme/gpt-5.5"],
    ["EMBEDDING_MODEL", "text-embedding-3-small"],
    ["EMBEDDING_MODEL", "anthropic/claude-sonnet-5"],
    ["EMBEDDING_MODEL", "demo/debater"],
    ["EMBEDDING_PRICE_USD_PER_MTOK", "-1"],
    ["PARLEY_EMBEDDED", "on"],
    ["PARLEY_SECRET", "short"],
    ["RECEIPT_KEY", "short"],
    ["ROUND_DELAY_MS", "-1"],
    ["TURN_TIMEOUT_SECONDS", "two minutes"],
    ["HEARTBEAT_SECONDS", "0"],
    ["CONTINUE_AFTER_EVENTS", "1"],
    ["DELTA_INTERVAL_SECONDS", "0.01"],
    ["REPETITION_THRESHOLD", "1.5"],
    ["REPETITION_CONTAINMENT", "0"],
    ["REPETITION_COSINE", "1.5"],
    ["CORS_ORIGINS", "https://a.example/path"],
    ["LOG_LEVEL", "loud"],
    ["METRICS_PORT", "0"],
    ["WORKER_PROCESSES", "33"],
    ["OPENAI_BASE_URL", "api.openai.com"],
    ["OPENAI_BASE_URL", "https://user:hunter2@proxy.example/v1"],
    ["OLLAMA_BASE_URL", "http://user@127.0.0.1:11434"],
    ["MISTRAL_MAX_RPS", "0"],
  ])("%s=%s is refused, by name", (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} must `));
  });
});

test("every fault is listed at once, with its variable", () => {
  const faults = faultsOf({ PORT: "x", LOG_LEVEL: "loud", OPENAI_MAX_RPS: "-1", PARLEY_EMBEDDED: "off" });
  expect(faults.map((fault) => fault.split(" ")[0])).toEqual([
    "PORT",
    "LOG_LEVEL",
    "OPENAI_MAX_RPS",
    "TEMPORAL_ADDRESS",
    "PARLEY_SECRET",
  ]);
});

test("the message of a refused configuration repeats no value, since it may be a secret", () => {
  expect(() => loadConfig({ PARLEY_SECRET: "hunter2", OPENAI_BASE_URL: "sk-pasted-here" })).toThrow(ConfigError);
  expect(faultsOf({ PARLEY_SECRET: "hunter2", OPENAI_BASE_URL: "sk-pasted-here" }).join()).not.toMatch(
    /hunter2|sk-pasted/,
  );
});

test("an address of a provider with a password is refused with the reason, and without the password", () => {
  const [fault, ...more] = faultsOf({ OPENAI_COMPATIBLE_BASE_URL: "https://user:hunter2@proxy.example/v1" });
  expect([fault, more]).toEqual([expect.stringContaining("must be without a name and password"), []]);
  expect(fault).not.toMatch(/hunter2|proxy\.example/);
});

test.each([
  ["an end of a line within it", "sk-pasted\nsecond"],
  ["a dash of a word processor", "sk\u2013pasted"],
  ["a character that nobody sees", "sk-pasted\u200b"],
])("a key with %s is refused by its variable, and is not repeated", (_, pasted) => {
  const [fault, ...more] = faultsOf({ OPENAI_API_KEY: pasted });
  expect([fault, more]).toEqual([expect.stringMatching(/^OPENAI_API_KEY must be one line of plain ASCII/), []]);
  expect(fault).not.toContain("pasted");
});

test.each(["YOUR_OPENAI_KEY", "sk-your-key", "<your key>", "sk-…", "sk-..."])(
  "a key that is still the placeholder %s of a document is named as that",
  (pasted) => {
    const fault = "OPENAI_API_KEY is still the placeholder of the documents: put your own key in its place";
    expect(faultsOf({ OPENAI_API_KEY: pasted })).toEqual([fault]);
  },
);

test("the page of tools has placeholders that are named with their server, and values are not repeated", () => {
  const page = readFileSync(new URL("../../docs/tools.md", import.meta.url), "utf8");
  const [, shown = ""] = /^MCP_SERVERS='([^']*)'$/m.exec(page) ?? [];
  expect(faultsOf({ MCP_SERVERS: shown })).toEqual([
    "MCP_SERVERS has still the placeholder of the documents (at library, TOKEN)",
  ]);
  expect(faultsOf({ MCP_SERVERS: shown.replace('"YOUR_TOKEN"', '"t-1"') })).toEqual([
    "MCP_SERVERS has still the placeholder of the documents (at papers, authorization)",
  ]);
  expect(loadConfig({ MCP_SERVERS: shown.replaceAll("YOUR_TOKEN", "t-1") }).port).toBe(3000);
});

test("a Chroma server needs an embedding model, and a model that embeds needs its provider's key", () => {
  const CHROMA_URL = "http://127.0.0.1:8000";
  expect(faultsOf({ CHROMA_URL })).toEqual([expect.stringMatching(/^EMBEDDING_MODEL is required when CHROMA_URL/)]);
  const EMBEDDING_MODEL = "openai/text-embedding-3-small";
  expect(faultsOf({ CHROMA_URL, EMBEDDING_MODEL })).toEqual(["OPENAI_API_KEY is required by EMBEDDING_MODEL"]);
  expect(loadConfig({ CHROMA_URL, EMBEDDING_MODEL, OPENAI_API_KEY: "k" }).retrieval).toEqual({
    embeddingModel: { provider: "openai", model: "text-embedding-3-small" },
    chromaUrl: CHROMA_URL,
  });
  const priced = { EMBEDDING_MODEL, OPENAI_API_KEY: "k", EMBEDDING_PRICE_USD_PER_MTOK: "0.5" };
  expect(loadConfig(priced).retrieval.embeddingModel).toEqual({
    provider: "openai",
    model: "text-embedding-3-small",
    priceUsdPerMTok: { input: 0.5, cachedInput: null, output: 0 },
  });
  expect(faultsOf({ EMBEDDING_MODEL: "openai-compatible/e5" })).toEqual([
    "OPENAI_COMPATIBLE_BASE_URL is required by EMBEDDING_MODEL",
  ]);
});

test.each(["127.0.0.1:8000", "http://127.0.0.1:8000/chroma"])("CHROMA_URL=%s is refused", (CHROMA_URL) => {
  expect(faultsOf({ CHROMA_URL, EMBEDDING_MODEL: "ollama/nomic-embed-text" })).toEqual([
    expect.stringMatching(/^CHROMA_URL must be /),
  ]);
});

test("an empty variable counts as not set", () => {
  expect(loadConfig({ PORT: "", TEMPORAL_ADDRESS: " ", OPENAI_API_KEY: "" })).toEqual(loadConfig({}));
});

test("a client certificate without its key is refused", () => {
  expect(faultsOf({ TEMPORAL_TLS_CLIENT_CERT_PATH: "client.pem" })).toEqual([
    expect.stringContaining("TEMPORAL_TLS_CLIENT_KEY_PATH"),
  ]);
});

test("a heartbeat timeout below the heartbeat is refused, also against the default", () => {
  expect(faultsOf({ HEARTBEAT_TIMEOUT_SECONDS: "2" })).toEqual([expect.stringContaining("HEARTBEAT_TIMEOUT_SECONDS")]);
});

test("with PARLEY_EMBEDDED=off an address and a secret are enough", () => {
  const config = loadConfig({ PARLEY_EMBEDDED: "off", TEMPORAL_ADDRESS: "t:7233", PARLEY_SECRET: "0123456789abcdef" });
  expect(config.embedded).toBe("off");
});

test("workers and commands need no secret of the API's, but where they serve one", () => {
  const env = { PARLEY_EMBEDDED: "off", TEMPORAL_ADDRESS: "t:7233" };
  const cli = createCli({ out: () => {}, err: () => {}, style: (_, text) => text }, env);
  expect(cli.config().secret).toBeNull();
  expect(() => cli.config({ servesApi: true })).toThrow(/PARLEY_SECRET is required/);
  expect(loadConfig(env, { servesApi: false }).secret).toBeNull();
  expect(() => loadConfig(env)).toThrow(/PARLEY_SECRET is required/);
});

describe("an OIDC issuer", () => {
  test("needs an audience, and has the tenant in the claim tenant unless told", () => {
    const issuer = { OIDC_ISSUER: "https://issuer.example/realm" };
    expect(() => loadConfig(issuer)).toThrow(/OIDC_AUDIENCE is required/);
    const oidc = { issuer: "https://issuer.example/realm", audience: "parley", tenantClaim: "tenant" };
    expect(loadConfig({ ...issuer, OIDC_AUDIENCE: "parley" }).oidc).toEqual(oidc);
    expect(loadConfig({ ...issuer, OIDC_AUDIENCE: "parley", OIDC_TENANT_CLAIM: "org" }).oidc?.tenantClaim).toBe("org");
    expect(loadConfig({}).oidc).toBeNull();
  });

  test("has a client if users are to sign in, whose scopes begin with what identifies them", () => {
    const issuer = { OIDC_ISSUER: "https://issuer.example/realm", OIDC_AUDIENCE: "parley", OIDC_CLIENT_ID: "pages" };
    const client = { clientId: "pages", clientSecret: null, scopes: "openid read write admin" };
    expect(loadConfig(issuer).oidc?.client).toEqual(client);
    const own = { OIDC_CLIENT_SECRET: "hush", OIDC_SCOPES: "openid api/.default" };
    expect(loadConfig({ ...issuer, ...own }).oidc?.client).toEqual({
      ...client,
      clientSecret: "hush",
      scopes: "openid api/.default",
    });
    expect(() => loadConfig({ OIDC_CLIENT_ID: "pages" })).toThrow(/OIDC_ISSUER is required/);
    expect(() => loadConfig({ OIDC_CLIENT_SECRET: "hush" })).toThrow(/OIDC_CLIENT_ID is required/);
    expect(() => loadConfig({ ...issuer, OIDC_SCOPES: "read" })).toThrow(/OIDC_SCOPES .*openid/);
  });
});

describe("telemetry", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example" };

  test("is off without an endpoint, whatever else is set", () => {
    expect(loadConfig({ OTEL_SERVICE_NAME: "debates" }).telemetry).toBeNull();
  });

  test("sends the headers that the collector asks for, decoded", () => {
    const headers = "authorization=Basic%20YTpi, x-scope = a=b";
    const { telemetry } = loadConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers });
    expect(telemetry?.headers).toEqual({ authorization: "Basic YTpi", "x-scope": "a=b" });
  });

  test("does not repeat headers that are not valid", () => {
    expect(faultsOf({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: "s3cret" })).toEqual([
      "OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas",
    ]);
  });
});

test("a build id is of no use without its deployment", () => {
  expect(faultsOf({ TEMPORAL_BUILD_ID: "1.0" })).toEqual([
    "TEMPORAL_DEPLOYMENT_NAME is required when TEMPORAL_BUILD_ID is set",
  ]);
  expect(faultsOf({ TEMPORAL_DEPLOYMENT_NAME: "a:b" })[0]).toContain("TEMPORAL_DEPLOYMENT_NAME must be letters");
});
