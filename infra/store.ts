/** Opens the store that the configuration names. */
import { createStore } from "../store/index.ts";
import type { Config } from "./config.ts";

export type OpenStore = ReturnType<typeof createStore>;

/** A store whose table is there; `dynamodbEndpoint` null is Amazon's own. Throws with the reason when it can not be had. */
export async function openStore(config: Config, at: { dynamodbEndpoint: string | null }): Promise<OpenStore> {
  const { table, region } = config.dynamodb;
  const endpoint = at.dynamodbEndpoint;
  const store = createStore({ table, region, endpoint, ...localCredentials(endpoint) });
  try {
    await store.ensureTable();
  } catch (cause) {
    store.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`DynamoDB at ${endpoint ?? "Amazon"}, table ${table}: ${reason}`, { cause });
  }
  return store;
}

/** A local engine wants some credentials and looks at none; asking Amazon's chain for them would take seconds. */
function localCredentials(endpoint: string | null) {
  const isLocal = endpoint !== null && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(endpoint).hostname);
  return isLocal ? { credentials: { accessKeyId: "local", secretAccessKey: "local" } } : {};
}
