/** The OIDC issuer (OIDC_ISSUER): its metadata, found once, and its documents. While it fails it is left alone longer and longer. */
import { z } from "zod";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { AppDeps } from "../base/context.api-base.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

interface Backoff {
  /** Milliseconds until the next call; 0: now. */
  left(): number;
  failed(): void;
  worked(): void;
}

/** Delays calls to a service after it failed: 1 s, then twice as long each time, at most 60 s. */
function createBackoff(now: () => Date): Backoff {
  let failures = 0;
  let until = 0;
  return {
    left() {
      const ms = until - now().getTime();
      // A longer delay means that the clock was set back.
      return ms > LONGEST_MS ? 0 : Math.max(0, ms);
    },
    failed() {
      until = now().getTime() + Math.min(LONGEST_MS, FIRST_MS * 2 ** failures);
      failures++;
    },
    worked() {
      failures = 0;
      until = 0;
    },
  };
}

/** Limit of one answer of the issuer, in milliseconds. */
export const ISSUER_MS = 5_000;

const Metadata = z.looseObject({ issuer: z.string(), jwks_uri: z.url() });
type IssuerMetadata = z.infer<typeof Metadata>;

export interface Issuer {
  /** Its discovery document. Throws `unavailable` while it does not answer, or calls itself otherwise. */
  metadata(): Promise<IssuerMetadata>;
  /** Fetches a document. Throws `unavailable` for a bad one, and after a failure at once until the backoff is over. */
  ask(address: string, isGood: (document: unknown) => boolean, init?: RequestInit): Promise<Response>;
}

/** `issuer`: as it stands in its tokens' `iss`. */
export function createIssuer({ issuer }: { issuer: string }, { now }: Pick<AppDeps, "now">): Issuer {
  const ask = createFetcher(now);
  let found: Promise<IssuerMetadata> | null = null;
  return {
    ask,
    metadata() {
      found ??= discover(issuer, ask).catch((error: unknown) => {
        found = null;
        throw error;
      });
      return found;
    },
  };
}

function createFetcher(now: () => Date): Issuer["ask"] {
  const backoff = createBackoff(now);
  return async (address, isGood, init = {}) => {
    if (backoff.left() > 0) throw silentIssuer(backoff.left());
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(ISSUER_MS), redirect: "error", ...init });
      const body = await response.text();
      if (!response.ok || !isGood(JSON.parse(body))) throw new TypeError("not the expected document");
      backoff.worked();
      return new Response(body, response);
    } catch {
      backoff.failed();
      throw silentIssuer(backoff.left());
    }
  };
}

async function discover(issuer: string, ask: Issuer["ask"]): Promise<IssuerMetadata> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await ask(address, (document) => Metadata.safeParse(document).data?.issuer === issuer);
  return Metadata.parse(await response.json());
}

/** `left`: milliseconds until the next attempt. */
export function silentIssuer(left = 0): ParleyError {
  const retryAfter = Math.max(1, Math.ceil(left / 1000));
  return new ParleyError("unavailable", "the issuer of tokens (OIDC_ISSUER) gives no valid answer", { retryAfter });
}
