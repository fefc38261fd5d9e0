/** A cluster on this machine: Postgres, two servers of one Temporal, two APIs and three workers, each a process of its own. */
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import { freePort } from "../../infra/base/ports.infra-base.ts";
import { environmentOf } from "../bench/waiting/servers.ts";
import { ROOT } from "../support/copies.ts";
import { startEngine } from "../support/servers/dynamodb.ts";
import { startBalancer } from "./balancer.ts";
import { createPart, type Part } from "./part.ts";
import { createPostgres, type Postgres } from "./postgres.ts";
import type { Programs } from "./programs.ts";
import { createSchema, createServer } from "./temporal.ts";

export interface Cluster {
  postgres: Postgres;
  servers: Part[];
  apis: Part[];
  workers: Part[];
  /** A worker more. `root`: of another clone than this; `env`: settings beside the usual ones. */
  createWorker(name: string, more: { root?: string; env: NodeJS.ProcessEnv }): Promise<Part>;
  /** Before both APIs. */
  url: string;
  temporal: Client;
  /** Where everybody's output is. */
  folder: string;
  stop(): Promise<void>;
}

const NAMESPACE = "default";
const SERVERS = 2;
const APIS = 2;
const WORKERS = 3;

export async function startCluster(programs: Programs, modelsUrl: string): Promise<Cluster> {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "parley-cluster-"));
  // Postgres may run as another user.
  chmodSync(folder, 0o755);
  const upAndDown = async <P extends Part>(part: P): Promise<P> => {
    await part.start();
    starting.defer(() => part.stop());
    return part;
  };
  const postgres = await upAndDown(
    await createPostgres({ programs: programs.postgres, folder, port: await freePort() }),
  );
  await createSchema(programs, postgres.port);
  const server = (_: unknown, n: number) =>
    createServer({ name: `Temporal ${n + 1}`, programs, folder, postgres: postgres.port });
  const servers = await Promise.all(Array.from({ length: SERVERS }, server));
  // One after the other: the first to come makes the cluster's own namespace.
  for (const each of servers) await upAndDown(each);
  const temporal = starting.adopt(await startBalancer(servers.map(({ port }) => port)), (it) => it.stop());
  const connection = starting.adopt(await Connection.connect({ address: temporal.address }), (it) => it.close());
  const workflowExecutionRetentionPeriod = { seconds: 72 * 3600 } as never;
  await connection.workflowService.registerNamespace({ namespace: NAMESPACE, workflowExecutionRetentionPeriod });
  const dynamodb = starting.adopt(await startEngine("dynalite"), (it) => it.stop());
  const engines = { dataDir: folder, temporalAddress: temporal.address, dynamodb, modelsUrl };
  const usual = { ...environmentOf(engines), LOG_LEVEL: "warn" };
  const parley = (name: string, program: string, env: NodeJS.ProcessEnv, root = ROOT) => {
    const path = env["PORT"] ? `:${env["PORT"]}/readyz` : `:${env["METRICS_PORT"]}/metrics`;
    return createPart({
      name,
      command: [process.execPath, "--max-semi-space-size=16", join(root, program)],
      options: { env: { ...usual, ...env } },
      log: join(folder, `${name}.log`),
      serves: async () => (await fetch(`http://127.0.0.1${path}`)).ok,
    });
  };
  const createWorker: Cluster["createWorker"] = async (name, { root, env }) =>
    parley(name, "infra/worker-main.ts", { ...env, METRICS_PORT: String(await freePort()) }, root);
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, (_, n) => createWorker(`worker ${n + 1}`, { env: {} })),
  );
  const ports = await Promise.all(Array.from({ length: APIS }, () => freePort()));
  const apis = ports.map((port, n) => parley(`API ${n + 1}`, "infra/api.ts", { PORT: String(port) }));
  for (const part of [...workers, ...apis]) await upAndDown(part);
  const front = starting.adopt(await startBalancer(ports), (it) => it.stop());
  const running = starting.move();
  return {
    postgres,
    servers,
    apis,
    workers,
    createWorker,
    url: `http://${front.address}`,
    temporal: new Client({ connection, namespace: NAMESPACE }),
    folder,
    async stop() {
      await running.disposeAsync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
