/**
 * `node health.mjs`: ends with 0 when the server of this environment answers, else with 1. An API is ready when Temporal and
 * DynamoDB answer it; a worker serves its metrics on `METRICS_PORT`.
 */
const { METRICS_PORT: metrics, PORT: port = "3000" } = process.env;
const address = metrics ? `http://127.0.0.1:${metrics}/metrics` : `http://127.0.0.1:${port}/readyz`;
const isHealthy = await fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isHealthy ? 0 : 1);
