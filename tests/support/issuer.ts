/** A small OIDC issuer on a free port: discovery, its public keys, and tokens that it signs. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

const KEY_ID = "key-1";

export interface Issuer {
  url: string;
  /** A token that is good for five minutes; claims may replace each of its own. */
  sign(claims: JWTPayload): Promise<string>;
  stop(): Promise<void>;
}

export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: "ES256", use: "sig" };
  const server = createServer((request, response) => {
    const documents: Record<string, object> = {
      "/.well-known/openid-configuration": { issuer: url, jwks_uri: `${url}/keys` },
      "/keys": { keys: [jwk] },
    };
    const document = documents[request.url ?? ""];
    response.writeHead(document ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(document ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    sign(claims) {
      const seconds = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: url, aud: "parley", exp: seconds + 300, ...claims })
        .setProtectedHeader({ alg: "ES256", kid: KEY_ID })
        .sign(privateKey);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
