/** The stages: sizes, names, regions, and everything else in which two deployments differ. */
import { RetentionDays } from "aws-cdk-lib/aws-logs";

export type WorkerKind = "lambda" | "fargate";
export const STAGES = ["dev", "prod"] as const;
type StageName = (typeof STAGES)[number];

export interface Stage {
  name: StageName;
  region: string;
  /** The API's origin if it has its own domain; null: links are paths. */
  publicUrl: string | null;
  temporal: {
    /** `host:port` */
    address: string;
    namespace: string;
    /** Who may invoke the workers' functions: ARNs of roles of Temporal Cloud or of your own server. Empty: nobody. */
    invokers: string[];
    /** Given to Temporal with the role; keeps other customers of the same Temporal from using it. */
    externalId: string;
  };
  /** Further settings of docs/configuration.md, such as DEFAULT_MODEL, OIDC_ISSUER or CORS_ORIGINS; no secrets. */
  variables: Record<string, string>;
  /** Providers whose queues are served. Each has a secret, which must contain its key. */
  providers: string[];
  api: {
    memoryMb: number;
    /** Concurrent requests; AWS refuses more with 429. */
    concurrency: number;
    /** Seconds after which an event stream ends and clients reconnect, below the function's own limit. */
    streamSeconds: number;
  };
  workers: {
    memoryMb: number;
    /** Concurrent invocations. */
    concurrency: number;
    /** Seconds of one invocation, at most 900. */
    seconds: number;
    /** Sizes of the service with `-c workers=fargate`. */
    fargate: { cpu: number; memoryMb: number; tasks: number };
  };
  architecture: "arm64" | "x64";
  logRetention: RetentionDays;
  /** False only if the stage's data may be deleted with it. */
  keepData: boolean;
  alarms: {
    /** Recipient of alarms; null: they are only displayed. */
    email: string | null;
    /** Limits: USD a day for models, and USD a month for AWS. */
    modelUsdPerDay: number;
    awsUsdPerMonth: number;
    /** Milliseconds from an act's schedule to its start, 95th percentile. */
    scheduleToStartMs: number;
  };
}

const dev: Stage = {
  name: "dev",
  region: "eu-central-1",
  publicUrl: null,
  temporal: {
    address: "parley-dev.account.tmprl.cloud:7233",
    namespace: "parley-dev.account",
    invokers: [],
    externalId: "parley-dev",
  },
  // Each heartbeat is a billed Action, and calls of usual length need none (docs/aws.md#heartbeats). Each text chunk is a
  // billed write.
  variables: { HEARTBEAT_SECONDS: "15", HEARTBEAT_TIMEOUT_SECONDS: "45", DELTA_INTERVAL_SECONDS: "0.5" },
  providers: ["anthropic", "openai"],
  api: { memoryMb: 512, concurrency: 20, streamSeconds: 100 },
  workers: {
    memoryMb: 1024,
    concurrency: 5,
    seconds: 900,
    fargate: { cpu: 512, memoryMb: 1024, tasks: 1 },
  },
  architecture: "arm64",
  logRetention: RetentionDays.TWO_WEEKS,
  keepData: false,
  alarms: { email: null, modelUsdPerDay: 10, awsUsdPerMonth: 50, scheduleToStartMs: 10_000 },
};

const prod: Stage = {
  ...dev,
  name: "prod",
  temporal: {
    address: "parley-prod.account.tmprl.cloud:7233",
    namespace: "parley-prod.account",
    invokers: [],
    externalId: "parley-prod",
  },
  api: { memoryMb: 1024, concurrency: 200, streamSeconds: 100 },
  workers: {
    memoryMb: 2048,
    concurrency: 50,
    seconds: 900,
    fargate: { cpu: 1024, memoryMb: 2048, tasks: 2 },
  },
  logRetention: RetentionDays.THREE_MONTHS,
  keepData: true,
  alarms: { email: null, modelUsdPerDay: 200, awsUsdPerMonth: 500, scheduleToStartMs: 5_000 },
};

const ALL: Record<StageName, Stage> = { dev, prod };

/** Throws if there is no such stage. */
export function stageOf(name: string): Stage {
  const known = STAGES.find((each) => each === name);
  if (!known) throw new Error(`there is no stage ${name}; there are ${STAGES.join(" and ")}`);
  return ALL[known];
}

export function workerKindOf(name: string): WorkerKind {
  if (name === "lambda" || name === "fargate") return name;
  throw new Error(`workers are lambda or fargate, not ${name}`);
}
