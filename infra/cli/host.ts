/** Finds the Parley to use: the one named, one that runs on this data folder, or one of our own for this debate. */
import type { Config } from "../config.ts";
import { notedApi } from "../running.ts";

export interface Host {
  url: string;
  /** True when it ends with us. */
  own: boolean;
  /** Rejects when it can not go on. */
  failed: Promise<never>;
  stop: () => Promise<void>;
  stopNow: () => void;
}

export async function findHost(input: {
  url: string | undefined;
  config: Config;
  verbose: boolean;
  say: (line: string) => void;
}): Promise<Host> {
  const running = input.url ?? (await runningApi(input.config.dataDir));
  return running === null ? startOwn(input) : theirs(running);
}

/** The address of the API that runs on this data folder, or null. */
export async function runningApi(dataDir: string): Promise<string | null> {
  const url = await notedApi(dataDir);
  return url !== null && (await isHealthy(url)) ? url : null;
}

/** True when a Parley answers there. */
export async function isHealthy(baseUrl: string): Promise<boolean> {
  try {
    const answer = await fetch(`${baseUrl.replace(/\/+$/, "")}/healthz`, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

function theirs(url: string): Host {
  return { url, own: false, failed: new Promise(() => {}), stop: async () => {}, stopNow: () => {} };
}

/** Loaded only now: who watches another Parley needs no Temporal. */
async function startOwn(input: { config: Config; verbose: boolean; say: (line: string) => void }): Promise<Host> {
  const { createLogger, installTemporalRuntime } = await import("../logger.ts");
  const { startParley } = await import("../parley.ts");
  const logger = createLogger(input.verbose ? input.config.logLevel : "error");
  installTemporalRuntime(logger);
  input.say("no Parley runs here, so one is started for this debate (`npm start` keeps one running)");
  const parley = await startParley({ config: input.config, logger, progress: input.say, workers: true, apiPort: 0 });
  return { url: parley.url ?? "", own: true, failed: parley.failed, stop: parley.stop, stopNow: parley.stopNow };
}
