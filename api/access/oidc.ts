/**
 * Authenticates access tokens (JWT) of an OIDC issuer with the issuer's keys. It refuses ID tokens: they identify a user
 * to an application, but grant no access.
 */
import { createHash } from "node:crypto";
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from "jose";
import { z } from "zod";
import { ClaimedTenant, SCOPES } from "../../domain/around/api-keys.around.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { AppDeps, Caller, OidcSettings } from "../base/context.api-base.ts";
import { type Issuer, silentIssuer } from "./issuer.ts";

/** Seconds that clocks may differ. */
const TOLERANCE = 5;
/** Signatures with public keys only. */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
/** Faults of the issuer or the network, not of the token. */
const NOT_THE_TOKENS: string[] = ["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"];

const some = z.string().optional();
const named = z.union([z.string(), z.array(z.string())]).optional();
const when = z.number().optional();
/** What RFC 7519, RFC 9068 and OpenID Connect say of these members: a token that differs is none. */
const Claims = z.looseObject({
  iss: some,
  sub: some,
  jti: some,
  client_id: some,
  azp: some,
  acr: some,
  nonce: some,
  at_hash: some,
  c_hash: some,
  aud: named,
  scope: named,
  scp: named,
  amr: named,
  exp: when,
  nbf: when,
  iat: when,
  auth_time: when,
});
const Header = z.looseObject({ typ: some, cty: some, kid: some });

const KeySet = z.object({ keys: z.array(z.looseObject({})) });

export type TokenVerifier = (token: string) => Promise<Caller>;
type GetKey = ReturnType<typeof createRemoteJWKSet>;

interface OidcContext extends Pick<AppDeps, "now" | "logger"> {
  server: Issuer;
  /** Requests a minute of one subject. */
  rateLimit: number;
  /** The operator's tenant, which no token may name. */
  reservedTenant: string;
}

/** The verifier throws `unauthorized` for a bad token, `unavailable` while the issuer does not answer. */
export function createOidc({ issuer, audience, tenantClaim }: OidcSettings, context: OidcContext): TokenVerifier {
  let keys: Promise<GetKey> | null = null;
  const issuerKeys = () => {
    keys ??= keysOf(context.server).catch((error: unknown) => {
      keys = null;
      throw error;
    });
    return keys;
  };
  return async (token) => {
    const getKey = await issuerKeys();
    const common = { issuer, audience, algorithms: ALGORITHMS, clockTolerance: TOLERANCE };
    const options = { ...common, currentDate: context.now(), requiredClaims: ["exp"] };
    const verified = await jwtVerify(token, getKey, options).catch((error: unknown) => {
      throw problemOf(error);
    });
    const fault = faultOf(verified, { tenantClaim, reservedTenant: context.reservedTenant });
    if (fault === null) return callerOf(verified.payload, tenantClaim, context.rateLimit);
    context.logger.warn({ reason: fault }, "a token was refused");
    throw new ParleyError("unauthorized", fault);
  };
}

async function keysOf(issuer: Issuer): Promise<GetKey> {
  const { jwks_uri: keys } = await issuer.metadata();
  const isKeySet = (document: unknown) => KeySet.safeParse(document).success;
  return createRemoteJWKSet(new URL(keys), { [customFetch]: (url, init) => issuer.ask(url, isKeySet, init) });
}

/** Why a token that the issuer signed is refused here. null if it is valid. */
function faultOf(
  { payload, protectedHeader }: JWTVerifyResult,
  { tenantClaim, reservedTenant }: { tenantClaim: string; reservedTenant: string },
): string | null {
  const strange = [Header.safeParse(protectedHeader), Claims.safeParse(payload)].flatMap(
    ({ error }) => error?.issues.map(({ path }) => path.join(".")) ?? [],
  );
  if (strange.length > 0) return `the token is not valid here: ${strange.join(", ")} must have another type`;
  const { typ = "JWT" } = protectedHeader;
  if (!isAccessToken(payload, typ)) return "the token is not an access token; send one instead of an ID token";
  const tenant = ClaimedTenant.safeParse(payload[tenantClaim]);
  if (!tenant.success) return `the token has no usable tenant: its claim ${tenantClaim} is missing or not valid`;
  return tenant.data.toLowerCase() === reservedTenant ? "the token names a tenant that tokens cannot use" : null;
}

/** RFC 9068: the type is `at+jwt`. Older issuers write `JWT` in ID tokens too, which have a nonce, a hash or no scope. */
function isAccessToken({ scope, scp, nonce, at_hash: hash }: JWTPayload, typ: string): boolean {
  const type = typ.toLowerCase().replace(/^application\//, "");
  if (type === "at+jwt") return true;
  return type === "jwt" && (scope ?? scp) !== undefined && nonce === undefined && hash === undefined;
}

function callerOf(payload: JWTPayload, tenantClaim: string, rateLimit: number): Caller {
  const { scope, scp, sub, client_id: client } = payload;
  const tenant = payload[tenantClaim] as string;
  const given = [scope, scp].flat().flatMap((text) => (typeof text === "string" ? text.split(" ") : []));
  const who = createHash("sha256").update(JSON.stringify([tenant, sub ?? client ?? null]));
  return {
    tenant,
    scopes: SCOPES.filter((name) => given.includes(name)),
    holder: { kind: "subject", id: `subject:${who.digest("base64url")}`, rateLimit },
    key: null,
  };
}

function problemOf(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  const isTokens = error instanceof errors.JOSEError && !NOT_THE_TOKENS.includes(error.code);
  if (!isTokens) return silentIssuer();
  const detail = error instanceof errors.JWTExpired ? "the token has expired" : "the token is not valid here";
  return new ParleyError("unauthorized", detail);
}
