/** The kinds of records outside debates: a tenant's templates and known outcomes, API keys, ended sessions, and the tokens of shares. */

import { ParleyError } from "../base/errors.base.ts";
import type { KnownCase } from "../judge/known-case.ts";
import { piece, requireShort, tenantKey } from "../play/records/keys.record.ts";
import { type Kind, kindOfVectors, type OfDebate } from "../play/records/kind.ts";
import type { Template } from "../rules/templates/template.ts";
import type { ApiKey } from "./api-keys.around.ts";
import { shownQuota } from "./quotas/quota.ts";

/** An API key: SHA-256 of the whole key in hexadecimal digits, never the key. */
export type StoredApiKey = ApiKey & { hash: string };

/** An owner's own template. */
export type OwnTemplate = Omit<Template, "builtIn">;

interface OfTenant {
  tenant: string;
}

interface WithId {
  id: string;
}

const templatesKey = ({ tenant }: OfTenant) => `${tenantKey(tenant)}#TPL`;
const templateKey = ({ id }: WithId) => requireShort(`TEMPLATE#${piece(id)}`, { name: "template", as: "sort" });

/** A tenant's own templates, by id. */
export const TEMPLATES: Kind<OwnTemplate, WithId, { after?: string | undefined }, OfTenant> = {
  name: "template",
  partition: templatesKey,
  key: templateKey,
  range: ({ after }) => ({
    prefix: "TEMPLATE#",
    start: after === undefined ? undefined : { SK: templateKey({ id: after }) },
  }),
  open: {},
  pack: (template) => fieldsOf(template),
  unpack: (item) => fieldsOf(item as unknown as OwnTemplate),
};

/** The fields in one order, without those that are undefined. */
function fieldsOf({ id, name, description, text, tags }: OwnTemplate): OwnTemplate & Record<string, unknown> {
  return { id, name, ...(description !== undefined && { description }), text, tags };
}

/** Of all templates that a tenant has searched, the built-in ones too. */
export const TEMPLATE_VECTORS = kindOfVectors("template", templatesKey);

const apiKeyKey = ({ id }: WithId) => requireShort(`KEY#${piece(id)}`, { name: "key", as: "partition" });

/** `validUntil`, since `expiresAt` is the table's time to live, and an expired key is still shown. */
export const API_KEYS: Kind<StoredApiKey, object, never, WithId> = {
  name: "key",
  partition: apiKeyKey,
  key: () => "KEY",
  open: { version: 1 },
  pack: ({ expiresAt, ...key }) => ({
    ...key,
    GSI1PK: keysOfTenant(key),
    GSI1SK: `${key.createdAt}#${key.id}`,
    validUntil: expiresAt,
    version: key.revokedAt === null ? 1 : 2,
  }),
  unpack(item) {
    const { id, tenant, name, scopes, rateLimit, createdAt, validUntil, revokedAt, hash } = item;
    const limits = shownQuota(item);
    const key = { id, tenant, name, scopes, rateLimit, ...limits, createdAt, expiresAt: validUntil, revokedAt, hash };
    return key as StoredApiKey;
  },
};

const keysOfTenant = ({ tenant }: OfTenant) => `${tenantKey(tenant)}#KEYS`;

/** A tenant's keys, newest first, also those that are revoked. A page begins after `<createdAt>#<id>`. */
export const KEYS_OF_TENANT: Kind<StoredApiKey, never, { after?: string | undefined }, OfTenant> = {
  ...API_KEYS,
  partition: keysOfTenant,
  isIndexed: true,
  newestFirst: true,
  range: ({ after }) => ({ prefix: "", start: after === undefined ? undefined : keyInList(after) }),
};

/** A key's place in the list of its tenant's. */
export function placeOfKey({ createdAt, id }: Pick<StoredApiKey, "createdAt" | "id">): string {
  return `${createdAt}#${id}`;
}

/** The tenant comes from the query, never from the place: a forged place stays within its tenant. */
function keyInList(place: string) {
  if (!/^\d{4}-[^#]+#./.test(place)) throw new ParleyError("invalid-cursor", "the list has no such place");
  return { PK: apiKeyKey({ id: place.slice(place.indexOf("#") + 1) }), SK: "KEY", GSI1SK: place };
}

/** The hash of the first key there ever was: once it is there, the API is closed to strangers. */
export const FIRST_KEY: Kind<string, object, never, object> = {
  name: "first key",
  partition: () => "KEYS",
  key: () => "IN_USE",
  pack: (hash) => ({ first: hash }),
  unpack: ({ first }) => first as string,
};

/** Seconds that the end of a session outlives it, for clocks that differ. */
const GRACE = 300;

/** When a session of the pages that its user ended would have ended by itself: seconds since 1970. */
export const ENDED_SESSIONS: Kind<number, object, never, WithId> = {
  name: "session",
  partition: ({ id }) => `SESSION#${piece(id)}`,
  key: () => "ENDED",
  replaces: () => true,
  pack: (until) => ({ expiresAt: until + GRACE }),
  unpack: ({ expiresAt }) => (expiresAt as number) - GRACE,
};

/** A debate that was erased, until seconds since 1970: a repeat of the request that made it must not make it again. */
export const ERASED: Kind<number, object> = {
  name: "erased debate",
  partition: ({ tenant, debateId }) => `${tenantKey(tenant)}#ERASED#${piece(debateId)}`,
  key: () => "ERASED",
  replaces: () => true,
  pack: (expiresAt) => ({ expiresAt }),
  unpack: ({ expiresAt }) => expiresAt as number,
};

/** Leads from the hash of a share's token to the share. The tenant is not known before it is read. */
export const SHARE_TOKENS: Kind<OfDebate & { id: string; expiresAt: number }, object, never, { hash: string }> = {
  name: "share's token",
  partition: ({ hash }) => `SHARED#${piece(hash)}`,
  key: () => "SHARED",
  replaces: () => true,
  pack: (place) => ({ ...place }),
  unpack({ tenant, debateId, id, expiresAt }) {
    return { tenant, debateId, id, expiresAt } as OfDebate & { id: string; expiresAt: number };
  },
};

type CasePlace = Pick<KnownCase, "debate" | "from">;

const caseKey = ({ debate, from }: CasePlace) =>
  requireShort(`CASE#${piece(debate)}#${from}`, { name: "debate", as: "sort" });

/** Answers of a tenant's debates that are known to be right or wrong, the newest debate first. */
export const KNOWN_CASES: Kind<KnownCase, CasePlace, { after?: CasePlace | undefined }, OfTenant> = {
  name: "known outcome",
  partition: ({ tenant }) => `${tenantKey(tenant)}#CASES`,
  key: caseKey,
  range: ({ after }) => ({ prefix: "CASE#", start: after && { SK: caseKey(after) } }),
  newestFirst: true,
  replaces: () => true,
};
