/** A small OIDC issuer on a free port: discovery, its public keys, and tokens that it signs. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

type Answer = (path: string) => { status?: number; document?: unknown } | null;

const KEY_ID = "key-1";

export interface Issuer {
  url: string;
  /** A token that is good for five minutes; claims may replace each of its own. Without `typ` its header has none. */
  sign(claims: JWTPayload, typ?: string): Promise<string>;
  /** Paths that it was asked for, in order. */
  asked: string[];
  /** Answers in its place from now on; null: it answers itself. */
  answer(answer: Answer): void;
  stop(): Promise<void>;
}

export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: "ES256", use: "sig" };
  const asked: string[] = [];
  let instead: Answer = () => null;
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const documents: Record<string, object> = {
      "/.well-known/openid-configuration": { issuer: url, jwks_uri: `${url}/keys` },
      "/keys": { keys: [jwk] },
    };
    const own = documents[path];
    const { status = 200, document } = instead(path) ?? { status: own ? 200 : 404, document: own ?? {} };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(document ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    answer(answer) {
      instead = answer;
    },
    sign(claims, typ) {
      const seconds = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: url, aud: "parley", exp: seconds + 300, ...claims })
        .setProtectedHeader({ alg: "ES256", kid: KEY_ID, ...(typ !== undefined && { typ }) })
        .sign(privateKey);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
