/** The program of `npm run deploy:…`. It reads the same configuration as the workers. */
import { Client, Connection, isGrpcServiceError } from "@temporalio/client";
import { type Config, ConfigError, loadConfig } from "../base/config.infra-base.ts";
import { EXIT } from "../base/exit.ts";
import { exitCodeAfter } from "../cli/base/exit-code.ts";
import { joinServers } from "../local/servers.local.ts";
import { temporalEndpoint } from "../workers/temporal-connection.ts";
import { createDeployProgram } from "./program.deploy.ts";

const err = (text: string) => void process.stderr.write(text);
process.exitCode = await exitCodeAfter(async () => {
  const config = loadConfig(process.env);
  if (!config.deployment)
    throw new ConfigError(["TEMPORAL_DEPLOYMENT_NAME is required: without it nothing is versioned"]);
  const { namespace } = config.temporal;
  const program = createDeployProgram({
    deployment: { namespace, name: config.deployment.name },
    withTemporal: (use) => withTemporal(config, use),
    out: (text) => void process.stdout.write(text),
  });
  await program.parseAsync(process.argv.slice(2), { from: "user" }).catch(refuse);
  return EXIT.ok;
}, err);

/** Throws the error, with Temporal's own message for a refusal. */
function refuse(error: unknown): never {
  throw isGrpcServiceError(error) ? new Error(`Temporal refused: ${error.details}`, { cause: error }) : error;
}

async function withTemporal<T>(config: Config, use: (temporal: Client) => Promise<T>): Promise<T> {
  const { address, namespace } = config.temporal;
  const reached = address ?? (await localTemporal(config));
  const connection = await Connection.connect(await temporalEndpoint(config.temporal, reached));
  try {
    return await use(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}

/** The Temporal of the Parley that runs on this data folder. */
async function localTemporal(config: Config): Promise<string> {
  const servers = await joinServers(config, (line) => err(`${line}\n`));
  if (servers === null) throw new Error(`no Parley runs on ${config.dataDir}: start one, or set TEMPORAL_ADDRESS`);
  return servers.temporalAddress;
}
