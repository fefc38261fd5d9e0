/** Secrets Manager's wire format for `GetSecretValue`, on loopback: there is no local engine of it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export interface SecretsServer {
  /** For `AWS_ENDPOINT_URL_SECRETS_MANAGER`. */
  url: string;
  stop(): Promise<void>;
}

/** `secrets`: the text of each by its ARN; asking for another is answered as AWS does. */
export async function startSecretsManager(secrets: Record<string, string>): Promise<SecretsServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { SecretId = "" } = (await json(request)) as { SecretId?: string };
    const known =
      request.headers["x-amz-target"] === "secretsmanager.GetSecretValue" && Object.hasOwn(secrets, SecretId);
    const body = known
      ? { ARN: SecretId, Name: SecretId, SecretString: secrets[SecretId], VersionStages: ["AWSCURRENT"] }
      : { __type: "ResourceNotFoundException", Message: "Secrets Manager can't find the specified secret." };
    response.writeHead(known ? 200 : 400, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
