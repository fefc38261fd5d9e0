/** Opens the store through the running Parley's engine, or through one that ends afterwards. */
import type { Store } from "../../../store/port/store.ts";
import type { Config } from "../../base/config.infra-base.ts";
import type { Progress } from "../../local/base/progress.local-base.ts";
import { openEngine } from "../../local/engine.ts";
import { openStore } from "../../parts/store.wiring.ts";

export async function withStore<T>(
  { config, progress }: { config: Config; progress: Progress },
  use: (store: Store) => Promise<T>,
): Promise<T> {
  await using open = new AsyncDisposableStack();
  const engine = open.adopt(await openEngine(config, progress), (it) => it.stop());
  const store = open.adopt(await openStore(config, engine), (it) => it.close());
  return await use(store);
}
