import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { withSecrets } from "../../../infra/lambda/secrets.lambda.ts";
import { type SecretsServer, startSecretsManager } from "../../support/lambda/secrets-manager.ts";

let server: SecretsServer;

beforeAll(async () => {
  server = await startSecretsManager({
    "arn:providers": JSON.stringify({ OPENAI_API_KEY: "planted-key", ANTHROPIC_API_KEY: "" }),
    "arn:service": JSON.stringify({ PARLEY_SECRET: "planted-secret" }),
    "arn:text": "planted text",
    "arn:numbers": JSON.stringify({ PORT: 3000 }),
  });
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", server.url);
  vi.stubEnv("AWS_REGION", "eu-central-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

test("The variables of all named secrets come into the environment, and the function's own win.", async () => {
  const env = { PARLEY_SECRETS: "arn:providers,arn:service", PARLEY_SECRET: "its own", LOG_LEVEL: "warn" };
  expect(await withSecrets(env)).toEqual({ ...env, OPENAI_API_KEY: "planted-key", ANTHROPIC_API_KEY: "" });
});

test("Without secrets the environment stays as it is, and nobody is asked.", async () => {
  const env = { LOG_LEVEL: "warn" };
  expect(await withSecrets(env)).toBe(env);
});

test.each([
  ["arn:nowhere", "the secret arn:nowhere cannot be read: ResourceNotFoundException"],
  ["arn:text", "the secret arn:text is not a JSON object of texts"],
  ["arn:numbers", "the secret arn:numbers is not a JSON object of texts"],
])("A secret that can not be used is named, and what it holds is not said: %s", async (arn, message) => {
  const failing = withSecrets({ PARLEY_SECRETS: `arn:service,${arn}` });
  await expect(failing).rejects.toThrow(message);
  await expect(failing).rejects.not.toThrow(/planted/);
});
