/**
 * Signs a user in at the OIDC issuer: authorization code flow with PKCE, state and nonce. The access token that the issuer
 * gives is checked as one that a program sends, so that tenant and scopes follow the same rules. It is not kept.
 */
import { createHmac } from "node:crypto";
import * as oauth from "oauth4webapi";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { AppDeps, Caller, OidcClient, OidcSettings } from "../base/context.api-base.ts";
import { ISSUER_MS, type Issuer, silentIssuer } from "./issuer.ts";
import type { TokenVerifier } from "./oidc.ts";

interface Visit {
  /** Random, bound to the browser by a cookie. The nonce and the PKCE verifier follow from it and the server's secret. */
  state: string;
  /** Where the issuer sends the browser back to. */
  redirectUri: string;
}

export interface OidcSignIn {
  /** The issuer's page. Throws `unavailable` while the issuer does not answer. */
  begin(visit: Visit): Promise<URL>;
  /** Who came back with these parameters. Throws `unauthorized` for anything but a sign-in that `begin` began. */
  finish(visit: Visit & { parameters: URLSearchParams }): Promise<Caller>;
}

interface SignInContext extends Pick<AppDeps, "logger"> {
  secret: string;
  server: Issuer;
  verify: TokenVerifier;
}

export function createOidcSignIn(
  { issuer, audience }: OidcSettings,
  { clientId, clientSecret, scopes }: OidcClient,
  { secret, server, verify, logger }: SignInContext,
): OidcSignIn {
  const client: oauth.Client = { client_id: clientId };
  const options = {
    // The operator chose an issuer without TLS, as on a test machine.
    [oauth.allowInsecureRequests]: issuer.startsWith("http:"),
    signal: () => AbortSignal.timeout(ISSUER_MS),
  };
  const derive = (purpose: string, state: string) =>
    createHmac("sha256", secret).update(`parley sign-in ${purpose} ${state}`).digest("base64url");
  const metadata = async () => (await server.metadata()) as oauth.AuthorizationServer;

  async function exchange({ state, redirectUri, parameters }: Visit & { parameters: URLSearchParams }) {
    const as = await metadata();
    const checked = oauth.validateAuthResponse(as, client, parameters, state);
    const auth = authOf(as, clientSecret);
    const verifier = derive("verifier", state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      auth,
      checked,
      redirectUri,
      verifier,
      options,
    );
    const expectedNonce = derive("nonce", state);
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
      expectedNonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(as, response, options);
    return tokens.access_token;
  }

  return {
    async begin({ state, redirectUri }) {
      const { authorization_endpoint: page } = await metadata();
      if (page === undefined || !URL.canParse(page)) throw silentIssuer();
      const url = new URL(page);
      const parameters = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes,
        // Some issuers choose by it for whom the access token is; others ignore it.
        audience,
        state,
        nonce: derive("nonce", state),
        code_challenge: await oauth.calculatePKCECodeChallenge(derive("verifier", state)),
        code_challenge_method: "S256",
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url;
    },
    async finish(visit) {
      const token = await exchange(visit).catch((error: unknown) => {
        const { problem, reason } = problemOf(error);
        logger.warn({ reason }, "a sign-in at the issuer failed");
        throw problem;
      });
      return verify(token);
    },
  };
}

/** A client without a secret is public: PKCE alone protects it. */
function authOf({ token_endpoint_auth_methods_supported: methods }: oauth.AuthorizationServer, secret: string | null) {
  if (secret === null) return oauth.None();
  const takesBasic = methods === undefined || methods.includes("client_secret_basic");
  return takesBasic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

/** What the user reads, and a short name for the log. Neither has a code or a token. */
function problemOf(error: unknown): { problem: ParleyError; reason: string } {
  if (error instanceof ParleyError) return { problem: error, reason: error.code };
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const reason = /^[\w-]{1,60}$/.test(error.error) ? error.error : "an error";
    return { problem: new ParleyError("unauthorized", `the issuer refused the sign-in: ${reason}`), reason };
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    const detail = "the sign-in is not valid, or not the one that this browser began last";
    return { problem: new ParleyError("unauthorized", detail), reason: error.code ?? error.name };
  }
  return { problem: silentIssuer(), reason: (error as Error).name };
}
