/** An admin's view of the tenant's API keys: create, list, revoke. */
import { ApiKeyList, ApiKeyRequest, NewApiKey, requireApiKey } from "../../domain/around/api-keys.around.ts";
import { API_KEYS } from "../../domain/around/outside-records.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { secondsOf } from "../../domain/play/records/keys.record.ts";
import { listApiKeys, newApiKey, revokeApiKey, storeApiKey, storeFirstApiKey } from "../access/api-keys.access.ts";
import { refuseStranger } from "../access/auth.access.ts";
import { readJson } from "../http/body.http.ts";
import { readPageOf } from "../http/paging.ts";
import { withRoom } from "../kept/room.api.ts";
import { PAGE_QUERY, pageReply, reply } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";

const create = defineRoute({
  at: "POST /v1/keys",
  operationId: "createKey",
  summary: "Create an API key for your tenant; its secret is shown only in this response",
  body: ApiKeyRequest,
  replies: { 201: reply(NewApiKey, "The key with its secret", { Location: "Its address, to revoke it" }) },
  refuses: ["conflict"],
  async answer(c, services) {
    const { links } = services;
    const { records } = services.store;
    const now = services.now();
    const request = requireApiKey(await readJson(c), now);
    const input = { tenant: c.get("tenant"), request, now };
    // If several strangers create a first key at once, one succeeds and the API is closed to the others.
    const isFirst = c.get("caller")?.isStranger ?? false;
    const created = newApiKey(input);
    const { key, token } = created;
    const until = key.expiresAt === null ? undefined : secondsOf(key.expiresAt);
    const room = { tenant: input.tenant, of: "keys" as const, id: key.id, size: key, until };
    if (isFirst) {
      const isStored = await withRoom(services, room, () => storeFirstApiKey(records, created));
      if (!isStored) refuseStranger(c);
    } else await withRoom(services, room, () => storeApiKey(records, created));
    c.header("Location", links.to(`/v1/keys/${key.id}`));
    return c.json({ ...key, token }, 201);
  },
});

const list = defineRoute({
  at: "GET /v1/keys",
  operationId: "listKeys",
  summary: "List your tenant's API keys, newest first, including revoked and expired ones",
  query: PAGE_QUERY,
  replies: { 200: pageReply(ApiKeyList, "A page of keys") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const { records } = services.store;
    const tenant = c.get("tenant");
    const query = c.req.valid("query");
    const page = await readPageOf(c, services, {
      query,
      filter: { of: "keys" },
      read: (after) => listApiKeys(records, { tenant, limit: query.limit, after }),
    });
    return c.json(page, 200);
  },
});

const revoke = defineRoute({
  at: "DELETE /v1/keys/{id}",
  operationId: "revokeKey",
  summary: "Revoke an API key: it stops working within 5 seconds and stays in the list",
  replies: { 204: { description: "The key is revoked" } },
  async answer(c, services) {
    const { records } = services.store;
    const { id } = c.req.valid("param");
    const key = await records.get({ id }, API_KEYS, {});
    if (key?.tenant !== c.get("tenant")) throw new ParleyError("not-found", `there is no key ${id.slice(0, 80)}`);
    await revokeApiKey(records, key, services.now());
    await services.store.shelves.remove({ tenant: key.tenant, of: "keys" }, id);
    return c.body(null, 204);
  },
});

export const keyRoutes = { create, list, revoke };
