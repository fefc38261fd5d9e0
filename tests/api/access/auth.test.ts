import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { neededScope } from "../../../api/access/auth.access.ts";
import { allows, SCOPES } from "../../../domain/around/api-keys.around.ts";
import { event } from "../events/debate-events.ts";
import { demoRequest } from "../requests.ts";
import { append, createWorld, problemOf, storeDebate, type World } from "../world.ts";
import { as, makeKey, revokeKey } from "./keys.ts";

const LIST = { path: "/v1/debates" };
const AT = Date.parse("2026-11-21T05:12:54.000Z");
let clock: number;
const now = () => new Date(clock);

let world: World;
beforeEach(async () => {
  clock = AT;
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

describe("Without any key", () => {
  test("everybody may do everything, as the tenant default.", async () => {
    const { id } = await storeDebate(world.store);
    const { items } = (await (await world.get("/v1/debates")).json()) as { items: { id: string }[] };
    expect(items.map((item) => item.id)).toEqual([id]);
    expect((await world.get("/v1/keys")).status).toBe(200);
  });

  test("a made-up key is refused all the same, and credentials of another kind are not ours to judge.", async () => {
    const made = await world.get("/v1/debates", { authorization: `Bearer prl_7k2m9qa4xw0t_${"x".repeat(43)}` });
    expect(made.status).toBe(401);
    expect((await world.get("/v1/debates", { authorization: "Basic eDp5" })).status).toBe(200);
  });

  test("the placeholder of the documents is named as what it is, before there is a key and after.", async () => {
    const details = async () => {
      const refused = await as(world.app, "prl_YOUR_KEY", LIST);
      expect(refused.status).toBe(401);
      return (await problemOf(refused)).detail;
    };
    expect(await details()).toContain("the key is still the placeholder of the documents");
    await makeKey(world.store);
    expect(await details()).toContain("the key is still the placeholder of the documents");
  });

  test("the first one, made in another process, closes the API at once.", async () => {
    const app = world.appWith({ now });
    expect((await app.request("/v1/debates")).status).toBe(200);
    const { token } = await makeKey(world.store);
    const refused = await app.request("/v1/debates");
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="parley"');
    expect(await problemOf(refused)).toMatchObject({ type: "/problems/unauthorized", status: 401 });
    expect((await as(app, token, LIST)).status).toBe(200);
  });

  test("the first one, made over the API, closes it too, and it stays closed when all are revoked.", async () => {
    const app = world.appWith({ now });
    const made = await app.request("/v1/keys", {
      method: "POST",
      body: '{"scopes":["admin"]}',
      headers: { "content-type": "application/json" },
    });
    const { id, token } = (await made.json()) as { id: string; token: string };
    expect((await app.request("/v1/debates")).status).toBe(401);
    expect((await as(app, token, { method: "DELETE", path: `/v1/keys/${id}` })).status).toBe(204);
    clock += 5_000;
    expect((await as(app, token, LIST)).status).toBe(401);
    expect((await app.request("/v1/debates")).status).toBe(401);
  });
});

describe("A key", () => {
  test("opens its own tenant, whatever the case of the scheme.", async () => {
    const { token } = await makeKey(world.store, { tenant: "acme" });
    await storeDebate(world.store);
    const theirs = await storeDebate(world.store, { tenant: "acme" });
    const response = await world.get("/v1/debates", { authorization: `bearer ${token}` });
    const { items } = (await response.json()) as { items: { id: string }[] };
    expect(items.map((item) => item.id)).toEqual([theirs.id]);
  });

  test("is refused as invalid when any part of it is wrong, with one and the same answer.", async () => {
    const { token, key } = await makeKey(world.store);
    const last = token.endsWith("A") ? "B" : "A";
    const bad = [`${token.slice(0, -1)}${last}`, token.replace(key.id, "000000000000"), `${token}x`, "prl_", "a.b.c"];
    const details = new Set<string>();
    for (const each of bad) {
      const response = await as(world.app, each, LIST);
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([
        401,
        'Bearer realm="parley", error="invalid_token"',
      ]);
      details.add((await problemOf(response)).detail);
    }
    expect(details.size).toBe(1);
  });

  test("that is revoked in another process is refused within 5 seconds.", async () => {
    const app = world.appWith({ now });
    const { token, key } = await makeKey(world.store);
    expect((await as(app, token, LIST)).status).toBe(200);
    await revokeKey(world.store, key, now());
    clock += 5_000;
    expect((await as(app, token, LIST)).status).toBe(401);
  });

  test("that expires is refused from that moment on.", async () => {
    const app = world.appWith({ now });
    const { token } = await makeKey(world.store, { now: now(), expiresAt: new Date(AT + 1_000).toISOString() });
    clock += 999;
    expect((await as(app, token, LIST)).status).toBe(200);
    clock += 1;
    expect((await as(app, token, LIST)).status).toBe(401);
  });

  test("does what its scopes allow, and a 403 names the one it lacks.", async () => {
    const tokens = await Promise.all(SCOPES.map((scope) => makeKey(world.store, { scopes: [scope] })));
    const calls = [
      { scope: "read", path: "/v1/debates" },
      { scope: "read", path: "/v1/debates", method: "HEAD" },
      { scope: "write", path: "/v1/debates", method: "POST", body: demoRequest({ topic: "" }) },
      { scope: "admin", path: "/v1/keys" },
    ] as const;
    for (const call of calls)
      for (const { token, key } of tokens) {
        const response = await as(world.app, token, call);
        expect(response.status === 403).toBe(!allows(key.scopes, call.scope));
        if (response.status !== 403) continue;
        expect(response.headers.get("www-authenticate")).toContain(`scope="${call.scope}"`);
        expect(await problemOf(response)).toMatchObject({ type: "/problems/forbidden", scope: call.scope });
      }
  });

  test("is asked for everywhere but where the API tells about itself.", async () => {
    await makeKey(world.store);
    for (const path of ["/healthz", "/readyz", "/openapi.json", "/docs", "/docs/start.js", "/problems/forbidden"])
      expect([path, (await world.get(path)).status]).toEqual([path, 200]);
    for (const path of ["/v1/models", "/v1/nothing", "/anything", "/problemsx", "/v1/keys/x"])
      expect([path, (await world.get(path)).status]).toEqual([path, 401]);
  });

  test("is logged by its id and tenant, never by its secret.", async () => {
    const { token, key } = await makeKey(world.store, { tenant: "acme" });
    await as(world.app, token, LIST);
    await as(world.app, `${token}x`, LIST);
    expect(world.lines.at(0)?.fields).toMatchObject({ tenant: "acme", keyId: key.id, status: 200 });
    expect(world.lines.at(1)?.fields).not.toHaveProperty("keyId");
    expect(JSON.stringify(world.lines)).not.toContain(token.slice(-20));
  });

  test("that opened an event stream and is then revoked is still given the stream's end, but no new stream.", async () => {
    const app = world.appWith({ now });
    const { token, key } = await makeKey(world.store);
    const record = await storeDebate(world.store, { state: { status: "running" } });
    const path = `/v1/debates/${record.id}/events`;
    const stream = await as(app, token, { path });
    await revokeKey(world.store, key, now());
    clock += 5_000;
    await append(world.store, record, [event("debate.cancelled", { status: "cancelled" })]);
    expect(await stream.text()).toContain("event: debate.cancelled");
    expect((await as(app, token, { path })).status).toBe(401);
  });
});

test("Every method needs a scope, and those that only look need the least.", () => {
  expect(["GET", "HEAD"].map((method) => neededScope(method, "/v1/debates"))).toEqual(["read", "read"]);
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    expect([neededScope(method, "/v1/debates"), neededScope(method, "/v1/keys")]).toEqual(["write", "admin"]);
  expect(neededScope("GET", "/v1/keysmith")).toBe("read");
});
