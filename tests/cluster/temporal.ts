/** Servers of one Temporal cluster: each with all four services, on one Postgres, in one membership ring. */
import { execFile } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Connection } from "@temporalio/client";
import { freePort, portFrom } from "../../infra/base/ports.infra-base.ts";
import { lookAgain } from "../support/waits.ts";
import { createPart, type Part } from "./part.ts";
import type { Programs } from "./programs.ts";

const run = promisify(execFile);
const DATABASES = { temporal: "temporal", visibility: "temporal_visibility" };
/** Fixed when a cluster is made. Production has 512 and more; these are enough for one machine. */
const SHARDS = 64;
const SERVICES = ["frontend", "history", "matching", "worker"];

/** Of gRPC's health check. */
const SERVING = 1;

/** Creates both databases, with the schema that the tool carries. */
export async function createSchema({ sql }: Programs, port: number): Promise<void> {
  for (const [schema, database] of Object.entries(DATABASES)) {
    const place = ["--plugin", "postgres12", "--ep", "127.0.0.1", "-p", String(port), "-u", "postgres", "--pw", "none"];
    const tool = (...command: string[]) => run(sql, [...place, "--db", database, ...command]);
    // Postgres answers before it takes connections.
    for (let tries = 50; tries > 0 && !(await tool("create").catch(() => null)); tries--) await lookAgain(200);
    await tool("setup-schema", "-v", "0.0");
    await tool("update-schema", "--schema-name", `postgresql/v12/${schema}`);
  }
}

export interface TemporalServer extends Part {
  /** Of its frontend. */
  port: number;
}

export async function createServer(input: {
  name: string;
  programs: Programs;
  folder: string;
  postgres: number;
}): Promise<TemporalServer> {
  const { name, programs, folder, postgres } = input;
  const place = join(folder, name.replaceAll(" ", "-"));
  mkdirSync(place);
  const services = await Promise.all(SERVICES.map(async (service) => [service, await rpcOf()] as const));
  const port = services[0]?.[1].grpcPort ?? 0;
  const config = configOf({ services: Object.fromEntries(services), postgres, port });
  // What is JSON is YAML too.
  writeFileSync(join(place, "development.yaml"), JSON.stringify(config));
  const part = createPart({
    name,
    command: [
      programs.server,
      "--root",
      folder,
      "--config",
      place.slice(folder.length + 1),
      "--allow-no-auth",
      "start",
    ],
    log: join(folder, `${name}.log`),
    serves: () => isServing(`127.0.0.1:${port}`),
  });
  return { ...part, port };
}

/** Postgres has the port of a member as a number of 16 bits with a sign. */
const rpcOf = async () => ({ grpcPort: await freePort(), membershipPort: await portFrom(randomInt(16_000, 32_000)) });

function configOf(input: { services: Record<string, object>; postgres: number; port: number }) {
  const store = (databaseName: string, maxConns: number) => ({
    sql: {
      pluginName: "postgres12",
      databaseName,
      connectAddr: `127.0.0.1:${input.postgres}`,
      connectProtocol: "tcp",
      user: "postgres",
      password: "none",
      maxConns,
      maxIdleConns: maxConns,
      maxConnLifetime: "1h",
    },
  });
  const rpcs = Object.entries(input.services).map(([name, rpc]) => [name, { rpc: { ...rpc, bindOnIP: "127.0.0.1" } }]);
  const active = {
    enabled: true,
    initialFailoverVersion: 1,
    rpcName: "frontend",
    rpcAddress: `127.0.0.1:${input.port}`,
  };
  return {
    log: { stdout: true, level: "warn" },
    persistence: {
      defaultStore: "default",
      visibilityStore: "visibility",
      numHistoryShards: SHARDS,
      datastores: { default: store(DATABASES.temporal, 40), visibility: store(DATABASES.visibility, 15) },
    },
    global: { membership: { maxJoinDuration: "30s", broadcastAddress: "127.0.0.1" } },
    services: Object.fromEntries(rpcs),
    clusterMetadata: {
      enableGlobalNamespace: false,
      failoverVersionIncrement: 10,
      masterClusterName: "active",
      currentClusterName: "active",
      clusterInformation: { active },
    },
    dcRedirectionPolicy: { policy: "noop" },
  };
}

async function isServing(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: 1_000 });
  try {
    const health: { status?: number | null } = await connection.healthService.check({
      service: "temporal.api.workflowservice.v1.WorkflowService",
    });
    return health.status === SERVING;
  } finally {
    await connection.close();
  }
}
