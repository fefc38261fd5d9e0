/** Secrets as variables: each named secret is a JSON object of them, read once at cold start. */
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { ConfigError } from "../config.ts";

/**
 * The environment with the variables of the secrets that `PARLEY_SECRETS` names by ARN, separated by commas. A variable
 * that the function has of its own wins. Throws `ConfigError` when a secret can not be had or is no JSON object.
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
    throw new ConfigError([`the secret ${SecretId} can not be read: ${error.name}`]);
  });
  const values = parsed(SecretString);
  if (values === null) throw new ConfigError([`the secret ${SecretId} is not a JSON object of texts`]);
  return values;
}

/** null: it is something else. The text itself is not repeated anywhere. */
function parsed(text: string): Record<string, string> | null {
  try {
    const value = JSON.parse(text) as unknown;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject && Object.values(value).every((each) => typeof each === "string")
      ? (value as Record<string, string>)
      : null;
  } catch {
    return null;
  }
}
