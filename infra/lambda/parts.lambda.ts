/** The parts of all functions, and of the service. All servers are external; nothing is embedded. */
import { createStore } from "../../store/index.ts";
import { loadConfig } from "../base/config.infra-base.ts";
import { createLogger } from "../log/json-log.ts";
import * as shared from "../parts/parts.wiring.ts";
import { type TemporalEndpoint, temporalEndpoint } from "../workers/temporal-connection.ts";
import { withSecrets } from "./secrets.lambda.ts";

export interface Parts extends shared.Parts {
  /** For `Connection` and `NativeConnection`. */
  endpoint: TemporalEndpoint;
}

/** Reads secrets and configuration, without any request to Temporal or the table. Throws `ConfigError`. */
export async function createParts(env: NodeJS.ProcessEnv, process: { servesApi: boolean }): Promise<Parts> {
  // AWS chooses the function's host names, so they are not checked.
  const config = loadConfig({ ...(await withSecrets(env)), HOST: "0.0.0.0", PARLEY_EMBEDDED: "off" }, process);
  const { dynamodb, bucket, deltasKeptSeconds, temporal, logLevel } = config;
  const store = createStore({ ...dynamodb, bucket, deltasKeptSeconds });
  const parts = { config, logger: createLogger(logLevel), store };
  return {
    ...(await shared.createParts(parts)),
    endpoint: await temporalEndpoint(temporal, temporal.address ?? ""),
  };
}
