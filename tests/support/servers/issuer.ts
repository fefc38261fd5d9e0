/**
 * A small OIDC issuer on a free port: discovery, its public keys, tokens that it signs, and the authorization code flow,
 * in which it is strict: PKCE with S256, each code once, the redirect address and the client as before.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { type ClientRules, type CodeFlow, createCodeFlow, type User } from "./code-flow.ts";

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
  /** Who signs in from now on, without a question; null: whoever comes is refused. */
  user(user: User | null): void;
  stop(): Promise<void>;
}

interface Options extends ClientRules {
  /** Its name on this machine. */
  host?: string;
}

/** `secret`: of its one client, `parley-pages`; `methods`: how that proves it, by RFC 6749 unless told. */
export async function startIssuer({ secret, methods, host = "127.0.0.1" }: Options = {}): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const jwk = { ...(await exportJWK(publicKey)), kid: KEY_ID, alg: "ES256", use: "sig" };
  const asked: string[] = [];
  let instead: Answer = () => null;
  let flow: CodeFlow;
  const server = createServer((request, response) => void answerTo(request, response));
  const answerTo = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "";
    asked.push(path);
    const documents: Record<string, object> = {
      "/.well-known/openid-configuration": { issuer: url, jwks_uri: `${url}/keys`, ...flow.metadata },
      "/keys": { keys: [jwk] },
    };
    const own = documents[path];
    const given = instead(path);
    if (!given && !own && (await flow.handle(request, response))) return;
    const { status = 200, document } = given ?? { status: own ? 200 : 404, document: own ?? {} };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(document ?? {}));
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const sign: Issuer["sign"] = (claims, typ) => {
    const seconds = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: url, aud: "parley", exp: seconds + 300, ...claims })
      .setProtectedHeader({ alg: "ES256", kid: KEY_ID, ...(typ !== undefined && { typ }) })
      .sign(privateKey);
  };
  flow = createCodeFlow({ url, sign, client: { secret, methods } });
  return {
    url,
    asked,
    answer(answer) {
      instead = answer;
    },
    user: flow.user,
    sign,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
