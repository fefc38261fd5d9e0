/** An API and a worker as `npm run api` and `npm run worker` run them, on engines of the bench's own. */
import { fileURLToPath } from "node:url";
import { apiIn } from "../../support/servers/parley.ts";
import { type Measured, startProgram } from "../measured.ts";

export interface Engines {
  dataDir: string;
  temporalAddress: string;
  dynamodb: { endpoint: string };
  modelsUrl: string;
}

/** Flags of a worker with little memory, in MiB. With what is outside its heaps, it stays below 500 MB. */
const WORKER_FLAGS = ["--max-old-space-size=240", "--max-semi-space-size=8"];

const at = (file: string) => fileURLToPath(new URL(`../../../infra/${file}`, import.meta.url));

export function startWorker(engines: Engines): Promise<Measured> {
  return startProgram("worker", { command: [...WORKER_FLAGS, at("worker-main.ts")], env: environmentOf(engines) });
}

export async function startApi(engines: Engines): Promise<Measured & { url: string }> {
  const command = ["--max-semi-space-size=16", at("api.ts")];
  const api = await startProgram("api", { command, env: environmentOf(engines) });
  const url = apiIn(api.said);
  if (!url) throw new Error(`the API has not said where it is: ${api.said}`);
  return { ...api, url };
}

/** Both programs' settings. Of this process's environment only paths reach them. */
export function environmentOf({ dataDir, temporalAddress, dynamodb, modelsUrl }: Engines): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return {
    PATH,
    HOME,
    PARLEY_DATA_DIR: dataDir,
    PARLEY_EMBEDDED: "off",
    PARLEY_SECRET: "a secret of at least thirty-two characters",
    TEMPORAL_ADDRESS: temporalAddress,
    DYNAMODB_ENDPOINT: dynamodb.endpoint,
    OPENAI_API_KEY: "test-key-openai",
    OPENAI_BASE_URL: `${modelsUrl}/v1`,
    PORT: "0",
    LOG_LEVEL: "silent",
    MALLOC_ARENA_MAX: "2",
    // A third of the debates are drafts until they are started.
    TENANT_KEEPS: "debates=5000:2000MB",
    // The bench sweeps by itself.
    SWEEP_INTERVAL_SECONDS: "86400",
  };
}
