/** API keys (docs/design/api.md#23-callers): scopes, and their shapes over HTTP. */
import { z } from "zod";
import { ParleyError } from "../base/errors.base.ts";
import { faultsOf } from "../rules/request/faults.request.ts";
import { label } from "../rules/request/texts.ts";
import { list } from "../shapes/schemas/bounds.ts";
import { nextCursor } from "../shapes/schemas/page.ts";
import { quotaShape, shownQuotaShape } from "./quotas/quota.ts";

/** Each scope includes those before it. */
export const SCOPES = ["read", "write", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** Printable ASCII without spaces: safe in every key, header and log line. */
export const TenantName = z.string().regex(/^[\x21-\x7e]{1,128}$/, "must be 1 to 128 printable characters, no spaces");

/** A tenant in a token's claim: punctuation alone is not a name. */
export const ClaimedTenant = TenantName.regex(/^[A-Za-z0-9]/, "must begin with a letter or a digit");

export const ApiKeyRequest = z
  .strictObject({
    name: label.optional().meta({ description: "For people; the key's id when missing" }),
    scopes: list(z.enum(SCOPES), SCOPES.length)
      .min(1)
      .meta({ description: "`admin` holds `write`, `write` holds `read`" }),
    rateLimit: z.int().min(1).max(1_000_000).optional().meta({ description: "Requests a minute; unlimited without" }),
    ...quotaShape,
    expiresAt: z.iso.datetime({ offset: true }).max(40).optional().meta({ description: "Never without" }),
  })
  .meta({ id: "ApiKeyRequest", description: "What a new key may do" });
export type ApiKeyRequest = z.infer<typeof ApiKeyRequest>;

export const ApiKey = z
  .object({
    id: z.string().meta({ description: "The part of the key between its underscores", examples: ["7k2m9qa4xw0t"] }),
    tenant: z.string().meta({ description: "Whose debates it reads and writes" }),
    name: z.string().meta({ description: "Its name for people" }),
    scopes: z.array(z.enum(SCOPES)).meta({ description: "What it may do" }),
    rateLimit: z.int().nullable().meta({ description: "Requests a minute; null: unlimited" }),
    ...shownQuotaShape,
    createdAt: z.string().meta({ description: "ISO 8601, UTC" }),
    expiresAt: z.string().nullable().meta({ description: "ISO 8601, UTC; null: never" }),
    revokedAt: z.string().nullable().meta({ description: "ISO 8601, UTC; null: it is not revoked" }),
  })
  .meta({ id: "ApiKey", description: "All that can be known of a key: its secret is stored as a hash only" });
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = ApiKey.extend({
  token: z.string().meta({ description: "`prl_<id>_<secret>`: shown here and never again" }),
}).meta({ id: "NewApiKey" });
export const ApiKeyList = z
  .object({
    items: z.array(ApiKey).meta({ description: "The tenant's keys, revoked ones too" }),
    nextCursor,
  })
  .meta({ id: "ApiKeyList" });

/** True if a scope is the needed one or a wider one. */
export function allows(scopes: readonly Scope[], needed: Scope): boolean {
  return scopes.some((scope) => SCOPES.indexOf(scope) >= SCOPES.indexOf(needed));
}

/** False for a revoked or expired key. */
export function isLive({ expiresAt, revokedAt }: Pick<ApiKey, "expiresAt" | "revokedAt">, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now.getTime());
}

/** Throws `invalid-request` with every fault and its pointer. */
export function requireApiKey(body: unknown, now: Date): ApiKeyRequest {
  const parsed = ApiKeyRequest.safeParse(body);
  const errors = parsed.success ? [] : faultsOf(parsed.error);
  if (parsed.data?.expiresAt && Date.parse(parsed.data.expiresAt) <= now.getTime())
    errors.push({ pointer: "/expiresAt", detail: "must be in the future" });
  if (parsed.success && errors.length === 0) return parsed.data;
  throw new ParleyError("invalid-request", "the key is not valid", { errors });
}
