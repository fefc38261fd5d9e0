/** What Temporal, DynamoDB and the providers' variables have of what Parley needs. Nothing is changed, and no model is asked. */
import { Connection } from "@temporalio/client";
import type { Config } from "../../base/config.infra-base.ts";
import { ownCommand } from "../../base/own-commands.ts";
import { type Finding, no, sentenceOf, yes } from "../../checks/check.checks.ts";
import { checkTable } from "../../checks/table.checks.ts";
import { checkTemporal } from "../../checks/temporal.checks.ts";
import { needsDynalite } from "../../local/servers.local.ts";
import { tableOptionsOf } from "../../parts/store.wiring.ts";
import { askableProviders } from "../../workers/settings.worker-process.ts";
import { temporalEndpoint } from "../../workers/temporal-connection.ts";
import { tableText } from "../base/table.cli.ts";

/** Throws a sentence if a server does not answer. */
export async function examineServers(config: Config): Promise<Finding[]> {
  return [...(await ofTemporal(config)), ...(await ofTable(config)), ofModels(config)];
}

async function ofTemporal({ temporal, deployment }: Config): Promise<Finding[]> {
  const { address, namespace } = temporal;
  if (address === null) return [embedded("Temporal")];
  const connection = await Connection.connect(await temporalEndpoint(temporal, address)).catch((cause: unknown) => {
    throw new Error(`Temporal at ${address} does not answer (TEMPORAL_ADDRESS)`, { cause });
  });
  try {
    return await checkTemporal(connection, { address, namespace, isVersioned: deployment !== null });
  } finally {
    await connection.close();
  }
}

async function ofTable(config: Config): Promise<Finding[]> {
  if (needsDynalite(config)) return [embedded("DynamoDB")];
  const { endpoint, table } = config.dynamodb;
  return checkTable(tableOptionsOf(config, { dynamodbEndpoint: endpoint, dynamodbKey: null })).catch((cause: Error) => {
    throw new Error(`DynamoDB at ${endpoint ?? "Amazon"}, table ${table}: ${cause.message}`, { cause });
  });
}

/** Providers that somebody has configured. */
function ofModels(config: Config): Finding {
  const isSet = (id: string) => Boolean(config.providers[id]?.apiKey ?? config.providers[id]?.baseUrl);
  const named = askableProviders(config).filter(isSet);
  const asked = `${named.join(", ")}; ${ownCommand("doctor provider/model")} asks one`;
  const look = named.length > 0 ? yes(asked) : no("no provider has a key");
  const costs = "the demo model speaks, and its replies are canned";
  return { what: "Models", ...look, costs, mend: "Set a provider's key (.env.example).", isRequired: false };
}

function embedded(what: string): Finding {
  return { what, ...yes("embedded, so Parley starts it with what it needs"), costs: "", mend: "", isRequired: false };
}

export function serversText(findings: Finding[]): string {
  const rows = findings.map(({ what, outcome, detail }) => [what, outcome, detail]);
  const lines = findings.filter(({ outcome }) => outcome !== "yes").map((finding) => `- ${sentenceOf(finding)}`);
  return [tableText({ head: ["IT", "", "WHAT WAS SEEN"], rows }), ...lines.map((line) => `${line}\n`)].join("");
}
