/** The DynamoDB engine alone, for programs without Temporal. */
import type { Config } from "../base/config.infra-base.ts";
import type { Progress } from "./base/progress.local-base.ts";
import { startDynalite } from "./dynalite/server.dynalite.ts";
import { claim, dynamodbKey, joinServers, needsDynalite } from "./servers.local.ts";

export interface OpenEngine {
  /** null: Amazon's. */
  dynamodbEndpoint: string | null;
  /** Key of the embedded engine; null for others. */
  dynamodbKey: string | null;
  stop(): Promise<void>;
}

/** The configured engine, that of a Parley running on this data folder, or a temporary one. */
export async function openEngine(config: Config, progress: Progress): Promise<OpenEngine> {
  const stop = async () => {};
  if (!needsDynalite(config)) return { dynamodbEndpoint: config.dynamodb.endpoint, dynamodbKey: null, stop };
  for (;;) {
    const own = await startOwn(config);
    if (own) return own;
    const servers = await joinServers(config, progress);
    if (servers) {
      const { dynamodbEndpoint } = servers;
      return { dynamodbEndpoint, dynamodbKey: await dynamodbKey(config), stop };
    }
  }
}

/** null if another process owns the folder. */
async function startOwn({ dataDir }: Config): Promise<OpenEngine | null> {
  await using starting = new AsyncDisposableStack();
  if (!(await claim(dataDir, starting))) return null;
  const dynalite = starting.adopt(await startDynalite({ dataDir }), (it) => it.stop());
  const started = starting.move();
  return { dynamodbEndpoint: dynalite.endpoint, dynamodbKey: dynalite.key, stop: () => started.disposeAsync() };
}
