/** Limits on debates: the caller's own, and those of any tenant, which its operator sets. */

import { TenantName } from "../../domain/around/api-keys.around.ts";
import { type Ledger, newLedger } from "../../domain/around/quotas/ledger.quota.ts";
import { OwnQuota, QuotaRequest, QuotaView, requireQuota } from "../../domain/around/quotas/quota.ts";
import { resetsAfter } from "../../domain/around/quotas/room.quota.ts";
import { quotaView } from "../../domain/around/quotas/view.quota.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Quota } from "../../domain/shapes/payer.ts";
import { DEFAULT_TENANT } from "../access/auth.access.ts";
import type { Services } from "../base/services.ts";
import { readJson } from "../http/body.http.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

const OPERATORS = "Needs the scope `admin` and the tenant `default`, whose keys are the operator's.";

const readOwn = defineRoute({
  at: "GET /v1/quota",
  operationId: "getOwnQuota",
  tag: "Quotas",
  summary: "Read the limits on your debates, and what is used of them",
  replies: { 200: json(OwnQuota, "The limits of your tenant and your key") },
  async answer(c, services) {
    const { store } = services;
    const at = services.now();
    const ledger = await store.quotas.read(c.get("tenant"));
    const key = c.get("caller")?.key ?? null;
    const view = { tenant: quotaView(ledger, null, at), key: key && quotaView(ledger, key, at) };
    return c.json({ ...view, resetsAt: resetsAfter(at) }, 200);
  },
});

const read = defineRoute({
  at: "GET /v1/quotas/{tenant}",
  operationId: "getQuota",
  summary: "Read a tenant's limits",
  description: OPERATORS,
  replies: { 200: json(QuotaView, "The limits, and what is used of them") },
  async answer(c, services) {
    const tenant = requireTenant(c.get("tenant"), c.req.valid("param").tenant);
    return c.json(quotaView(await services.store.quotas.read(tenant), null, services.now()), 200);
  },
});

const replace = defineRoute({
  at: "PUT /v1/quotas/{tenant}",
  operationId: "putQuota",
  summary: "Set a tenant's limits; those left out are taken back",
  description: `${OPERATORS} Debates under way go on. Debates that began while nothing was limited do not count.`,
  body: QuotaRequest,
  replies: { 200: json(QuotaView, "The limits, and what is used of them") },
  async answer(c, services) {
    const tenant = requireTenant(c.get("tenant"), c.req.valid("param").tenant);
    const ledger = await setQuota(services, { tenant, quota: requireQuota(await readJson(c)) });
    return c.json(quotaView(ledger, null, services.now()), 200);
  },
});

const remove = defineRoute({
  at: "DELETE /v1/quotas/{tenant}",
  operationId: "deleteQuota",
  summary: "Take a tenant's limits back; those of its keys stay",
  description: OPERATORS,
  replies: { 204: { description: "The tenant has no limits" } },
  async answer(c, services) {
    const tenant = requireTenant(c.get("tenant"), c.req.valid("param").tenant);
    await setQuota(services, { tenant, quota: {} });
    return c.body(null, 204);
  },
});

export const quotaRoutes = { readOwn, read, replace, remove };

function setQuota(
  { store, now }: Pick<Services, "store" | "now">,
  { tenant, quota }: { tenant: string; quota: Quota },
) {
  return store.quotas.change<Ledger>(tenant, (before) => {
    const empty = before ?? newLedger({}, now());
    const ledger = { ...empty, tenant: { ...empty.tenant, quota } };
    return { ledger, answer: ledger };
  });
}

function requireTenant(own: string, tenant: string): string {
  if (own !== DEFAULT_TENANT)
    throw new ParleyError("forbidden", `limits of tenants are for admins of the tenant ${DEFAULT_TENANT}`);
  if (TenantName.safeParse(tenant).success) return tenant;
  throw new ParleyError("not-found", "no tenant has such a name");
}
