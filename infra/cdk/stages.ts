/** The stages: sizes, names and regions. Whatever differs between two deployments stands here and nowhere else. */
import { RetentionDays } from "aws-cdk-lib/aws-logs";

export type WorkerKind = "lambda" | "fargate";
export const STAGES = ["dev", "prod"] as const;
type StageName = (typeof STAGES)[number];

export interface Stage {
  name: StageName;
  region: string;
  /** Origin of the API with a domain of its own; null: links are paths. */
  publicUrl: string | null;
  temporal: {
    /** `host:port` */
    address: string;
    namespace: string;
    /** Who invokes the workers' functions: ARNs of roles of Temporal Cloud or of one's own server. Empty: nobody may. */
    invokers: string[];
    /** Told to Temporal together with the role; keeps others who use the same Temporal from using it. */
    externalId: string;
  };
  /** Further settings of the README's table, such as DEFAULT_MODEL, OIDC_ISSUER or CORS_ORIGINS; no secrets. */
  variables: Record<string, string>;
  /** Providers whose queues are served. Each needs its key among the secrets. */
  providers: string[];
  api: {
    memoryMb: number;
    /** Requests at a time; what is beyond is refused by AWS with 429. */
    concurrency: number;
    /** Seconds after which an event stream is ended and taken up again; the function's own limit is above. */
    streamSeconds: number;
  };
  workers: {
    memoryMb: number;
    /** Invocations of one queue at a time. */
    concurrency: number;
    /** Seconds of one invocation, at most 900. */
    seconds: number;
    /** Of the service that runs instead of the functions with `-c workers=fargate`. */
    fargate: { cpu: number; memoryMb: number; tasks: number };
  };
  architecture: "arm64" | "x64";
  logRetention: RetentionDays;
  /** False only where a stage's data may go with it. */
  keepData: boolean;
  alarms: {
    /** Where alarms are sent; null: they are only seen. */
    email: string | null;
    /** USD a day that models may cost, and USD a month that AWS may. */
    modelUsdPerDay: number;
    awsUsdPerMonth: number;
    /** Milliseconds from an act's schedule to its start, at the 95th percentile. */
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
  variables: {},
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

/** Throws when there is no such stage. */
export function stageOf(name: string): Stage {
  const known = STAGES.find((each) => each === name);
  if (!known) throw new Error(`there is no stage ${name}; there are ${STAGES.join(" and ")}`);
  return ALL[known];
}

/** Throws when there is no such kind of workers. */
export function workerKindOf(name: string): WorkerKind {
  if (name === "lambda" || name === "fargate") return name;
  throw new Error(`workers are lambda or fargate, not ${name}`);
}
