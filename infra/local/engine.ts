/** The DynamoDB engine alone, for programs that need the store and no Temporal. */
import type { Config } from "../config.ts";
import { startDynalite } from "./dynalite.ts";
import type { Progress } from "./progress.ts";
import { claim, joinServers, needsDynalite } from "./stack.ts";

export interface OpenEngine {
  /** null: Amazon's own. */
  dynamodbEndpoint: string | null;
  stop(): Promise<void>;
}

/** The engine that is configured, or that of the Parley which runs on this data folder, or one for as long as we need. */
export async function openEngine(config: Config, progress: Progress): Promise<OpenEngine> {
  const stop = async () => {};
  if (!needsDynalite(config)) return { dynamodbEndpoint: config.dynamodb.endpoint, stop };
  await using starting = new AsyncDisposableStack();
  if (!(await claim(config.dataDir, starting))) {
    const { dynamodbEndpoint } = await joinServers(config, progress);
    return { dynamodbEndpoint, stop };
  }
  const dynalite = starting.adopt(await startDynalite({ dataDir: config.dataDir }), (it) => it.stop());
  const started = starting.move();
  return { dynamodbEndpoint: dynalite.endpoint, stop: () => started.disposeAsync() };
}
