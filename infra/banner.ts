/** The servers' start message: addresses, and a command to try. */
import type { Config } from "./base/config.infra-base.ts";
import type { Parley } from "./parley.ts";

export function banner(parley: Parley, config: Config): string {
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
