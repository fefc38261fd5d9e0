/** An admin's view of the tenant's API keys: make, list, revoke. */
import { createRoute, z } from "@hono/zod-openapi";
import { ApiKeyList, ApiKeyRequest, NewApiKey, requireApiKey } from "../../domain/api-keys.ts";
import { ParleyError } from "../../domain/errors.ts";
import { apiKeyView, createApiKey } from "../api-keys.ts";
import { readJson } from "../body.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, header, json, NoQuery, problems, registerSchema, wholeNumber } from "../openapi.ts";
import type { Services } from "../services.ts";

const common = { tags: ["Keys"], middleware: answersJson };

const create = createRoute({
  ...common,
  method: "post",
  path: "/v1/keys",
  operationId: "createKey",
  summary: "Make an API key for your tenant; its secret is shown this once",
  request: { query: NoQuery, body: bodyOf("ApiKeyRequest", { required: true }) },
  responses: {
    201: { ...json(NewApiKey, "The key with its secret"), headers: { Location: header("Its address, to revoke it") } },
    ...problems(
      "malformed-json",
      "not-acceptable",
      "conflict",
      "payload-too-large",
      "unsupported-media-type",
      "invalid-request",
    ),
  },
});

const list = createRoute({
  ...common,
  method: "get",
  path: "/v1/keys",
  operationId: "listKeys",
  summary: "List your tenant's API keys, newest first, also those that no longer work",
  request: {
    query: z.strictObject({
      limit: wholeNumber({ min: 1, max: 100, default: 20 }),
      cursor: z.string().max(4_096).optional(),
    }),
  },
  responses: {
    200: { ...json(ApiKeyList, "A page of keys"), headers: { Link: header('The next page, `rel="next"`') } },
    ...problems("invalid-cursor", "not-acceptable", "invalid-request"),
  },
});

const revoke = createRoute({
  ...common,
  method: "delete",
  path: "/v1/keys/{id}",
  operationId: "revokeKey",
  summary: "Revoke an API key: it stops working within 5 seconds, and stays in the list",
  request: {
    params: z.object({ id: z.string().meta({ param: { name: "id", in: "path" }, examples: ["7k2m9qa4xw0t"] }) }),
    query: NoQuery,
  },
  responses: {
    204: { description: "It is revoked" },
    ...problems("not-found", "not-acceptable", "invalid-request"),
  },
});

export function registerKeys(app: App, services: Services): void {
  const { cursors, links, store } = services;
  const now = () => services.now();
  registerSchema(app, "ApiKeyRequest", ApiKeyRequest);

  app.openapi(create, async (c) => {
    const request = requireApiKey(await readJson(c), now());
    const { key, token } = await createApiKey(store.apiKeys, { tenant: c.get("tenant"), request, now: now() });
    c.header("Location", links.to(`/v1/keys/${key.id}`));
    return c.json({ ...key, token }, 201);
  });

  app.openapi(list, async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const scope = { tenant: c.get("tenant"), filter: { of: "keys" } };
    const after = cursor === undefined ? {} : { after: cursors.open(cursor, scope) };
    const { keys, next } = await store.apiKeys.list({ tenant: scope.tenant, limit, ...after });
    const nextCursor = next === null ? null : cursors.sign(next, scope);
    if (nextCursor) c.header("Link", `<${links.to(`/v1/keys?limit=${limit}&cursor=${nextCursor}`)}>; rel="next"`);
    return c.json({ items: keys.map(apiKeyView), nextCursor }, 200);
  });

  app.openapi(revoke, async (c) => {
    const { id } = c.req.valid("param");
    const key = await store.apiKeys.get(id);
    if (key?.tenant !== c.get("tenant")) throw new ParleyError("not-found", `there is no key ${id.slice(0, 80)}`);
    await store.apiKeys.revoke({ id, at: now().toISOString() });
    return c.body(null, 204);
  });
}
