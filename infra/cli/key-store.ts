/** The store's keys for a moment: over the engine of the Parley that runs, or one that ends with us. */
import type { ApiKeyStore } from "../../store/port/api-keys.ts";
import type { Config } from "../config.ts";
import { openEngine } from "../local/engine.ts";
import type { Progress } from "../local/progress.ts";
import { openStore } from "../store.ts";

export async function withKeys<T>(
  { config, progress }: { config: Config; progress: Progress },
  use: (keys: ApiKeyStore) => Promise<T>,
): Promise<T> {
  await using open = new AsyncDisposableStack();
  const engine = open.adopt(await openEngine(config, progress), (it) => it.stop());
  const store = open.adopt(await openStore(config, engine), (it) => it.close());
  return await use(store.apiKeys);
}
