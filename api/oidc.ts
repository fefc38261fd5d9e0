/** JWTs of an OIDC issuer (spec §2.3): found by discovery, checked with its own keys, read as a caller. */
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { SCOPES, TenantName } from "../domain/api-keys.ts";
import { ParleyError } from "../domain/errors.ts";
import type { Caller, OidcSettings } from "./context.ts";

const DISCOVERY_MS = 5_000;
/** Seconds that clocks may differ. */
const TOLERANCE = 5;
/** Signatures with public keys only. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
/** Faults of the issuer or of the way to it, not of the token. */
const NOT_THE_TOKENS: string[] = ["ERR_JWKS_TIMEOUT", "ERR_JWKS_INVALID", "ERR_JOSE_GENERIC"];

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() });

export type TokenVerifier = (token: string, now: Date) => Promise<Caller>;

/** The verifier throws `unauthorized` for a bad token, `unavailable` when the issuer does not answer. */
export function createOidc(settings: OidcSettings): TokenVerifier {
  const { issuer, audience, tenantClaim } = settings;
  let keys: Promise<ReturnType<typeof createRemoteJWKSet>> | null = null;
  const issuerKeys = async () => {
    keys ??= discover(issuer);
    return keys.catch((error: unknown) => {
      keys = null;
      throw error;
    });
  };
  return async (token, now) => {
    const getKey = await issuerKeys();
    const options = { issuer, audience, algorithms: ALGORITHMS, currentDate: now, clockTolerance: TOLERANCE };
    const verified = await jwtVerify(token, getKey, { ...options, requiredClaims: ["exp"] }).catch((error: unknown) => {
      throw meaningOf(error);
    });
    return callerOf(verified.payload, tenantClaim);
  };
}

async function discover(issuer: string) {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(DISCOVERY_MS), redirect: "error" });
    const found = Discovery.parse(await response.json());
    if (!response.ok || found.issuer !== issuer) throw new TypeError("it is another issuer's");
    return createRemoteJWKSet(new URL(found.jwks_uri));
  } catch {
    throw silentIssuer();
  }
}

function callerOf(payload: JWTPayload, tenantClaim: string): Caller {
  const tenant = TenantName.safeParse(payload[tenantClaim]);
  if (!tenant.success) throw new ParleyError("unauthorized", "the token names no tenant that can be used");
  const { scope, scp } = payload;
  const given = [scope, scp].flat().flatMap((text) => (typeof text === "string" ? text.split(" ") : []));
  return { tenant: tenant.data, scopes: SCOPES.filter((name) => given.includes(name)), key: null };
}

function meaningOf(error: unknown): ParleyError {
  const isTokens = error instanceof errors.JOSEError && !NOT_THE_TOKENS.includes(error.code);
  if (!isTokens) return silentIssuer();
  const detail = error instanceof errors.JWTExpired ? "the token has expired" : "the token is not valid here";
  return new ParleyError("unauthorized", detail);
}

function silentIssuer(): ParleyError {
  return new ParleyError("unavailable", "the issuer of tokens (OIDC_ISSUER) does not answer as it should");
}
