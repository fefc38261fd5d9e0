/** Finds the Parley to use: the given one, one that runs on this data folder, or a new one for this debate. */
import type { Config } from "../../base/config.infra-base.ts";
import { START } from "../../base/own-commands.ts";
import type { Progress } from "../../local/base/progress.local-base.ts";
import { runningApis } from "../../local/register.ts";
import { FOREIGN, type Service } from "../../local/service.local.ts";

export interface Host extends Service {
  url: string;
  /** Started for this command, and ends with it. */
  own: boolean;
}

interface HostInput {
  config: Config;
  verbose: boolean;
  progress: Progress;
}

export async function findHost(input: HostInput & { url: string | undefined }): Promise<Host> {
  const running = input.url ?? (await runningApi(input.config.dataDir, input.progress));
  return running === null ? startOwn(input) : { ...FOREIGN, url: running, own: false };
}

/** The newest API that answers on this data folder, or null. Says which one it is where several run. */
export async function runningApi(dataDir: string, progress: Progress): Promise<string | null> {
  const running = await runningApis(dataDir);
  const [used, ...others] = running.filter(({ isHealthy }) => isHealthy);
  for (const { url, pid } of running.filter(({ isHealthy }) => !isHealthy))
    progress(`the Parley at ${url} (process ${pid}) does not answer`);
  if (!used) return null;
  if (running.length > 1) progress(`this uses the Parley at ${used.url}; --url uses another`);
  for (const { url } of others) progress(`another Parley runs at ${url}`);
  return used.url;
}

/** Loads the server only now, since watching another Parley needs no Temporal. */
async function startOwn({ config, verbose, progress }: HostInput): Promise<Host> {
  const { createLogger, installTemporalRuntime } = await import("../../log/logger.ts");
  const { startParley } = await import("../../parley.ts");
  const logger = createLogger(verbose ? config.logLevel : "error");
  installTemporalRuntime(logger);
  progress(`no Parley runs here, so one is started for this debate (\`${START}\` keeps one running)`);
  const { url, failed, stop, stopNow } = await startParley({ config, logger, progress, workers: 1, apiPort: 0 });
  return { url: url ?? "", own: true, failed, stop, stopNow };
}
