/** The main program of the servers, which differ only in their parts. */
import { type Config, loadConfig } from "./base/config.infra-base.ts";
import { EXIT } from "./base/exit.ts";
import { forgetApi, noteApi } from "./local/register.ts";
import { createLogger, installTemporalRuntime } from "./log/logger.ts";
import { isMisconfigured } from "./misconfigured.ts";
import { type Parley, startParley } from "./parley.ts";
import { onInterrupt, untilTold } from "./running.ts";
import { reportTo } from "./workers/beside/parent.beside.ts";

interface ServerParts {
  workers: boolean;
  api: boolean;
  /** Which process of workers it is, if another process started it. */
  beside?: number;
}

/** Starts, prints addresses, and exits on a signal to stop. */
export async function main(parts: ServerParts): Promise<never> {
  try {
    process.exit(await run(loadConfig(process.env, { servesApi: parts.api }), parts));
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(isMisconfigured(error) ? EXIT.configuration : EXIT.general);
  }
}

async function run(config: Config, { workers, api, beside }: ServerParts): Promise<number> {
  const logger = createLogger(config.logLevel);
  installTemporalRuntime(logger);
  let parley: Parley | null = null;
  const interrupt = onInterrupt(() => {
    parley?.stopNow();
    process.exit(EXIT.interrupted);
  });
  const processes = beside === undefined ? config.workerProcesses : 1;
  parley = await startParley({
    config,
    logger,
    // The process that started it says the same.
    progress: beside === undefined ? say : () => {},
    workers: workers ? processes : 0,
    isGuest: beside !== undefined,
    apiPort: api ? config.port : null,
  });
  if (beside !== undefined) reportTo(process, { n: beside, registry: parley.metrics });
  else if (!interrupt.signal.aborted) await announce(parley, config);
  try {
    await untilTold(parley, interrupt.signal);
    return EXIT.ok;
  } finally {
    if (beside === undefined) say("stopping; debates go on at the next start (Ctrl-C again to force)");
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

/** The servers' start message: addresses, and a command to try. */
function banner(parley: Parley, config: Config): string {
  const { stack } = parley;
  const rows = [
    ["API", parley.url],
    ["debates", parley.url && `${parley.url}/debates`],
    ["reference", parley.url && `${parley.url}/docs`],
    ["workers", parley.serving.length > 0 ? `for ${parley.serving.join(", ")}` : null],
    ["Temporal", place(stack.temporal.address, config.temporal.address)],
    ["Temporal UI", stack.temporalUiUrl],
    ["DynamoDB", stack.dynamodbEndpoint === null ? "Amazon" : place(stack.dynamodbEndpoint, config.dynamodb.endpoint)],
    ["data", config.dataDir],
  ];
  const table = rows.flatMap(([name, value]) => (value ? [`  ${name?.padEnd(12)} ${value}`] : []));
  return ["Parley runs:", ...table, ...keysHint(parley), ...(parley.url ? ["", "Try:", curl(parley.url)] : [])].join(
    "\n",
  );
}

function place(used: string, configured: string | null): string {
  return configured === null ? `${used} (embedded)` : used;
}

function keysHint(parley: Parley): string[] {
  if (parley.catalogue.defaultModel() !== null) return [];
  return ["", "No provider has a key: the demo model speaks, and its replies are canned. See .env.example."];
}

function curl(url: string): string {
  const body = { topic: "Should cities ban cars from their centres?" };
  return `  curl -s ${url}/v1/debates -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
}
