/** Opens the configured store. */
import { createStore } from "../../store/index.ts";
import type { TableOptions } from "../../store/table/table.ts";
import type { Config } from "../base/config.infra-base.ts";
import { credentialsOf } from "../local/dynalite/key.dynalite.ts";

export type OpenStore = ReturnType<typeof createStore>;

interface Place {
  /** null: Amazon's own. */
  dynamodbEndpoint: string | null;
  /** Of the embedded engine; null: another is used. */
  dynamodbKey: string | null;
}

export function tableOptionsOf({ dynamodb: { table, region } }: Config, at: Place): TableOptions {
  return { table, region, endpoint: at.dynamodbEndpoint, ...credentialsFor(at) };
}

/** Ensures that the table exists. Throws with the reason on failure. */
export async function openStore(config: Config, at: Place): Promise<OpenStore> {
  const options = tableOptionsOf(config, at);
  const { bucket, deltasKeptSeconds } = config;
  const store = createStore({ ...options, bucket, deltasKeptSeconds });
  try {
    await store.ensureTable();
  } catch (cause) {
    store.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`DynamoDB at ${options.endpoint ?? "Amazon"}, table ${options.table}: ${reason}`, { cause });
  }
  return store;
}

/** Other local engines require credentials but ignore them; AWS's credential chain would take seconds. */
function credentialsFor({ dynamodbEndpoint: endpoint, dynamodbKey: key }: Place) {
  const isLocal = endpoint !== null && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(endpoint).hostname);
  return key !== null || isLocal ? { credentials: credentialsOf(key ?? "local") } : {};
}
