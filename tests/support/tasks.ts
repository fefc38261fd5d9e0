import { isForeign } from "../../api/base/tasks.api-base.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import { createPool, type Pool } from "../../infra/tasks/pool.task.ts";

/** As long as any file of tests waits for the next. One process in each lane: a second one takes a second of CPU time to start. */
const KEPT = { idleMs: 600_000, atOnce: 1 };
const pools = new Map<string, Pool>();

/** This process's pool for worlds of such a catalogue; it ends with the process. Each of its own processes takes a second to start. */
export function sharedPool(catalogue: Catalogue): Pool {
  const key = JSON.stringify([catalogue.defaultModel(), catalogue.defaultJudgeModel(), catalogue.servers()]);
  const pool = pools.get(key) ?? createPool(catalogue, KEPT, KEPT);
  pools.set(key, pool);
  // What reads files knows no catalogue.
  const [first = pool] = pools.values();
  return {
    ...pool,
    run: (task, ...more) => (isForeign(task) ? first : pool).run(task, ...more),
    warm: () => first.warm(),
  };
}
