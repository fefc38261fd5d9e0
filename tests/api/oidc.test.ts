import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "../../api/app.ts";
import { type Issuer, startIssuer } from "../support/issuer.ts";
import { as, makeKey } from "./keys.ts";
import { createWorld, problemOf, storeDebate, type World } from "./world.ts";

const LIST = { path: "/v1/debates" };
const past = () => Math.floor(Date.now() / 1000) - 60;

let world: World;
let issuer: Issuer;
let stranger: Issuer;
let app: App;
beforeAll(async () => {
  [world, issuer, stranger] = await Promise.all([createWorld(), startIssuer(), startIssuer()]);
  app = appOf(issuer.url);
});
afterAll(async () => {
  await Promise.all([issuer.stop(), stranger.stop()]);
  await world[Symbol.asyncDispose]();
});

function appOf(url: string, tenantClaim = "tenant"): App {
  return world.appWith({ settings: { oidc: { issuer: url, audience: "parley", tenantClaim } } });
}

describe("With an OIDC issuer", () => {
  test("a token opens the tenant that its claim names, and nobody comes in without one.", async () => {
    const { id } = await storeDebate(world.store, { tenant: "acme" });
    await storeDebate(world.store, { tenant: "default" });
    const response = await as(app, await issuer.sign({ tenant: "acme", scope: "openid read" }), LIST);
    const { items } = (await response.json()) as { items: { id: string }[] };
    expect(items.map((item) => item.id)).toEqual([id]);
    expect((await app.request("/v1/debates")).status).toBe(401);
  });

  test("the tenant may stand in another claim.", async () => {
    const token = await issuer.sign({ org: "acme", scope: "read" });
    expect((await as(appOf(issuer.url, "org"), token, LIST)).status).toBe(200);
    expect((await as(app, token, LIST)).status).toBe(401);
  });

  test.each<[string, JWTPayload, number]>([
    ["scope, as one text", { scope: "read write" }, 422],
    ["scp, as a list", { scp: ["read", "write"] }, 422],
    ["scp, as one text", { scp: "write" }, 422],
    ["only read", { scope: "read" }, 403],
    ["none that we know", { scope: "openid profile" }, 403],
    ["nothing", {}, 403],
  ])("scopes are read from %s", async (_, claims, status) => {
    const token = await issuer.sign({ tenant: "acme", ...claims });
    expect((await as(app, token, { method: "POST", path: "/v1/debates", body: {} })).status).toBe(status);
  });

  test.each<[string, JWTPayload]>([
    ["that has expired", { exp: past() }],
    ["that never expires", { exp: undefined }],
    ["for another audience", { aud: "another service" }],
    ["of another issuer's name", { iss: "https://issuer.example" }],
    ["without a tenant", { tenant: undefined }],
    ["whose tenant is no name", { tenant: "two words" }],
    ["whose tenant is no text", { tenant: 7 }],
  ])("a token %s is refused as invalid", async (_, claims) => {
    const response = await as(app, await issuer.sign({ tenant: "acme", scope: "read", ...claims }), LIST);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect((await problemOf(response)).type).toBe("/problems/unauthorized");
  });

  test("a token that somebody else signed, or nobody, is refused.", async () => {
    const claims = { iss: issuer.url, tenant: "acme", scope: "read" };
    const [, payload] = (await issuer.sign(claims)).split(".");
    const none = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
    for (const token of [await stranger.sign(claims), none, "not-a-token"])
      expect((await as(app, token, LIST)).status).toBe(401);
  });

  test("API keys are good beside tokens.", async () => {
    const { token } = await makeKey(world.store, { tenant: "acme" });
    expect((await as(app, token, LIST)).status).toBe(200);
    expect((await as(app, await issuer.sign({ tenant: "acme", scope: "read" }), LIST)).status).toBe(200);
  });

  test("that does not answer, or is another than it says, tokens are a 503 until it does, and keys go on.", async () => {
    const late = await startIssuer();
    await late.stop();
    const token = await issuer.sign({ tenant: "acme", scope: "read" });
    const { token: key } = await makeKey(world.store);
    for (const url of [late.url, `${issuer.url}/`]) {
      const response = await as(appOf(url), token, LIST);
      expect([response.status, response.headers.has("retry-after")]).toEqual([503, true]);
      expect((await as(appOf(url), key, LIST)).status).toBe(200);
    }
  });
});
