/** Secrets as variables: each secret is a JSON object, read once at cold start. */
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { z } from "zod";
import { ConfigError } from "../base/config.infra-base.ts";

/**
 * The environment plus the variables of the secrets that `PARLEY_SECRETS` lists by ARN, separated by commas. The
 * function's own variables win. Throws `ConfigError` if a secret is unreadable or not a JSON object.
 */
export async function withSecrets(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const names = (env.PARLEY_SECRETS ?? "").split(",").filter((name) => name !== "");
  if (names.length === 0) return env;
  const client = new SecretsManagerClient({});
  try {
    const found = await Promise.all(names.map((name) => readSecret(client, name)));
    return { ...Object.assign({}, ...found), ...env };
  } finally {
    client.destroy();
  }
}

async function readSecret(client: SecretsManagerClient, SecretId: string): Promise<Record<string, string>> {
  const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId })).catch((error: Error) => {
    throw new ConfigError([`the secret ${SecretId} cannot be read: ${error.name}`]);
  });
  const values = parsed(SecretString);
  if (values === null) throw new ConfigError([`the secret ${SecretId} is not a JSON object of texts`]);
  return values;
}

const Values = z.record(z.string(), z.string());

/** null for anything else. The text is never repeated. */
function parsed(text: string): Record<string, string> | null {
  try {
    return Values.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
