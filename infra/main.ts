/** The main program of the three servers, which differ only in their parts. */
import { banner } from "./banner.ts";
import { type Config, ConfigError, loadConfig } from "./base/config.infra-base.ts";
import { EXIT } from "./base/exit.ts";
import { forgetApi, noteApi } from "./local/register.ts";
import { NoTemporal } from "./local/temporal/binary.ts";
import { createLogger, installTemporalRuntime } from "./log/logger.ts";
import { type Parley, startParley } from "./parley.ts";
import { onInterrupt, untilTold } from "./running.ts";

/** Starts, prints addresses, and exits on a signal to stop. */
export async function main(parts: { workers: boolean; api: boolean }): Promise<never> {
  try {
    process.exit(await run(loadConfig(process.env), parts));
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(exitCodeOf(error));
  }
}

function exitCodeOf(error: unknown): number {
  return error instanceof ConfigError || error instanceof NoTemporal ? EXIT.configuration : EXIT.general;
}

async function run(config: Config, parts: { workers: boolean; api: boolean }): Promise<number> {
  const logger = createLogger(config.logLevel);
  installTemporalRuntime(logger);
  let parley: Parley | null = null;
  const interrupt = onInterrupt(() => {
    parley?.stopNow();
    process.exit(EXIT.interrupted);
  });
  const apiPort = parts.api ? config.port : null;
  parley = await startParley({ config, logger, progress: say, workers: parts.workers, apiPort });
  if (!interrupt.signal.aborted) await announce(parley, config);
  try {
    await untilTold(parley, interrupt.signal);
    return EXIT.ok;
  } finally {
    say("stopping; debates go on at the next start (Ctrl-C again to force)");
    await forgetApi(config.dataDir);
    await parley.stop();
  }
}

async function announce(parley: Parley, config: Config): Promise<void> {
  if (parley.url !== null) await noteApi(config.dataDir, parley.url);
  process.stdout.write(`${banner(parley, config)}\n`);
  if (parley.url !== null && config.port !== 0 && !parley.url.endsWith(`:${config.port}`)) {
    say(`port ${config.port} is busy, so this is the next free one`);
  }
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
