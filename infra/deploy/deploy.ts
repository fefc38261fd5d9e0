/** The main program of `npm run deploy:…`. It reads the same configuration as the workers. */
import { Client, Connection, isGrpcServiceError } from "@temporalio/client";
import { CommanderError } from "commander";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import { EXIT } from "../exit.ts";
import { joinServers } from "../local/stack.ts";
import { temporalEndpoint } from "../temporal-connection.ts";
import { createDeployProgram } from "./program.ts";

try {
  const config = loadConfig(process.env);
  if (!config.deployment)
    throw new ConfigError(["TEMPORAL_DEPLOYMENT_NAME is required: without it nothing is versioned"]);
  const { namespace } = config.temporal;
  const program = createDeployProgram({
    deployment: { namespace, name: config.deployment.name },
    withTemporal: (use) => withTemporal(config, use),
    out: (text) => void process.stdout.write(text),
  });
  await program.parseAsync(process.argv.slice(2), { from: "user" });
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.ok : EXIT.arguments;
  else {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = error instanceof ConfigError ? EXIT.configuration : EXIT.general;
  }
}

async function withTemporal<T>(config: Config, use: (temporal: Client) => Promise<T>): Promise<T> {
  const { address, namespace } = config.temporal;
  const local = () => joinServers(config, (line) => void process.stderr.write(`${line}\n`));
  const reached = address ?? (await local()).temporalAddress;
  const connection = await Connection.connect(await temporalEndpoint(config.temporal, reached));
  try {
    return await use(new Client({ connection, namespace }));
  } finally {
    await connection.close();
  }
}

/** Temporal's own words for what it refuses. */
function reasonOf(error: unknown): string {
  if (isGrpcServiceError(error)) return `Temporal refused: ${error.details}`;
  return error instanceof Error ? error.message : String(error);
}
