/** Finds the Parley to use: the given one, one that runs on this data folder, or a new one for this debate. */
import { withoutLastSlash } from "../../domain/text/text.ts";
import type { Config } from "../config.ts";
import type { Progress } from "../local/progress.ts";
import { FOREIGN, type Service } from "../local/service.ts";
import { notedApi } from "../running.ts";

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
  const running = input.url ?? (await runningApi(input.config.dataDir));
  return running === null ? startOwn(input) : { ...FOREIGN, url: running, own: false };
}

/** The address of the API that runs on this data folder, or null. */
export async function runningApi(dataDir: string): Promise<string | null> {
  const url = await notedApi(dataDir);
  return url !== null && (await isHealthy(url)) ? url : null;
}

export async function isHealthy(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${withoutLastSlash(baseUrl)}/healthz`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Loads the server only now, since watching another Parley needs no Temporal. */
async function startOwn({ config, verbose, progress }: HostInput): Promise<Host> {
  const { createLogger, installTemporalRuntime } = await import("../log/logger.ts");
  const { startParley } = await import("../parley.ts");
  const logger = createLogger(verbose ? config.logLevel : "error");
  installTemporalRuntime(logger);
  progress("no Parley runs here, so one is started for this debate (`npm start` keeps one running)");
  const { url, failed, stop, stopNow } = await startParley({ config, logger, progress, workers: true, apiPort: 0 });
  return { url: url ?? "", own: true, failed, stop, stopNow };
}
