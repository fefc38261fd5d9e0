/** The authorization code flow of the tests' OIDC issuer. */
import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import * as consumers from "node:stream/consumers";
import type { JWTPayload } from "jose";

export const CLIENT_ID = "parley-pages";

/** Claims of who signs in: `access` of the access token; `id` may replace some of the ID token's. */
export interface User {
  access: JWTPayload;
  id?: JWTPayload;
}

export interface CodeFlow {
  metadata: object;
  user: (user: User | null) => void;
  /** False: the request is not part of the flow. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

interface Given {
  user: User;
  challenge: string;
  redirectUri: string;
  nonce: string;
}

export interface ClientRules {
  secret?: string | undefined;
  methods?: string[] | undefined;
}

interface Parts {
  url: string;
  sign: (claims: JWTPayload, typ?: string) => Promise<string>;
  client: ClientRules;
}

export function createCodeFlow({ url, sign, client }: Parts): CodeFlow {
  const codes = new Map<string, Given>();
  let user: User | null = null;

  /** The address that the browser is sent back to. */
  function authorize(asked: URLSearchParams): string {
    const of = (name: string) => asked.get(name) ?? "";
    const back = new URL(of("redirect_uri"));
    const wanted = { response_type: "code", client_id: CLIENT_ID, code_challenge_method: "S256" };
    for (const [name, value] of Object.entries(wanted))
      if (of(name) !== value) throw new Error(`${name} is ${of(name)}`);
    if (!of("scope").split(" ").includes("openid")) throw new Error("openid is missing");
    const code = randomUUID();
    const outcome: Record<string, string> = user ? { code } : { error: "access_denied" };
    if (user)
      codes.set(code, { user, challenge: of("code_challenge"), redirectUri: of("redirect_uri"), nonce: of("nonce") });
    for (const [name, value] of Object.entries({ ...outcome, state: of("state"), iss: url }))
      back.searchParams.set(name, value);
    return back.href;
  }

  async function tokens(body: URLSearchParams, authorization: string | undefined): Promise<object | null> {
    const given = codes.get(body.get("code") ?? "");
    codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isSame = given?.redirectUri === body.get("redirect_uri") && given?.challenge === challenge;
    if (!given || !isClient(client, body, authorization) || !isSame || body.get("grant_type") !== "authorization_code")
      return null;
    const { access, id } = given.user;
    const issuedAt = Math.floor(Date.now() / 1000);
    return {
      token_type: "Bearer",
      expires_in: 300,
      access_token: await sign({ sub: "anna", ...access }, "at+jwt"),
      id_token: await sign({ sub: "anna", aud: CLIENT_ID, iat: issuedAt, nonce: given.nonce, ...id }, "JWT"),
    };
  }

  return {
    metadata: {
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      id_token_signing_alg_values_supported: ["ES256"],
      authorization_response_iss_parameter_supported: true,
      ...(client.methods && { token_endpoint_auth_methods_supported: client.methods }),
    },
    user(next) {
      user = next;
    },
    async handle(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? "", url);
      if (pathname === "/authorize") {
        response.writeHead(302, { location: authorize(searchParams) }).end();
        return true;
      }
      if (pathname !== "/token" || request.method !== "POST") return false;
      const answer = await tokens(new URLSearchParams(await consumers.text(request)), request.headers.authorization);
      response.writeHead(answer ? 200 : 400, { "content-type": "application/json" });
      response.end(JSON.stringify(answer ?? { error: "invalid_grant" }));
      return true;
    },
  };
}

/** RFC 6749, section 2.3.1: in the header, id and secret are form-encoded before they are joined. */
function isClient({ secret, methods }: ClientRules, body: URLSearchParams, authorization = ""): boolean {
  if (secret === undefined) return body.get("client_id") === CLIENT_ID && authorization === "";
  if (methods?.includes("client_secret_post"))
    return body.get("client_id") === CLIENT_ID && body.get("client_secret") === secret;
  const [id, proof] = Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString()
    .split(":");
  const decoded = (text = "") => new URLSearchParams(`x=${text}`).get("x");
  return decoded(id) === CLIENT_ID && decoded(proof) === secret;
}
