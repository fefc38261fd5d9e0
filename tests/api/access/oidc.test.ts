import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "../../../api/app.ts";
import { type Issuer, startIssuer } from "../../support/servers/issuer.ts";
import { createWorld, problemOf, storeDebate, type World } from "../world.ts";
import { as, makeKey } from "./keys.ts";

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
    ["whose tenant is empty", { tenant: "" }],
    ["whose tenant is punctuation", { tenant: "*" }],
    ["whose tenant is a path", { tenant: "../acme" }],
    ["whose tenant is not ASCII", { tenant: "аcme" }],
    ["whose tenant is too long", { tenant: "a".repeat(129) }],
    ["whose tenant is the operator's", { tenant: "default" }],
    ["whose tenant looks like the operator's", { tenant: "Default" }],
  ])("a token %s is refused as invalid", async (_, claims) => {
    const response = await as(app, await issuer.sign({ tenant: "acme", scope: "read", ...claims }), LIST);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect((await problemOf(response)).type).toBe("/problems/unauthorized");
  });

  const OTHER = [7, true, null, {}, [7], ["x", {}]];
  test.each([
    ...["sub", "client_id", "jti", "azp", "nonce", "at_hash", "scope", "scp", "tenant"].flatMap((name) =>
      OTHER.map((value) => ({ [name]: value })),
    ),
    ...["exp", "nbf", "iat", "auth_time"].flatMap((name) => ["soon", null, {}].map((value) => ({ [name]: value }))),
    ...["iss", "aud"].flatMap((name) => [7, null, {}].map((value) => ({ [name]: value }))),
  ])("a signed token with a claim of another type is refused as invalid: %j", async (claims) => {
    const token = await issuer.sign({ tenant: "acme", scope: "read", ...claims });
    expect((await as(app, token, LIST)).status).toBe(401);
  });

  test.each([5, true, null, ["at+jwt"], { a: 1 }])(
    "a signed token of the type %j is refused as invalid",
    async (typ) => {
      const token = await issuer.sign({ tenant: "acme", scope: "read" }, typ as unknown as string);
      expect((await as(app, token, LIST)).status).toBe(401);
    },
  );

  test.each<[string, string | undefined, JWTPayload]>([
    ["of the type at+jwt", "at+jwt", {}],
    ["of the type application/at+jwt", "application/AT+JWT", {}],
    ["of the type JWT with a scope", "JWT", { scope: "read" }],
    ["of no type, with a list of scopes", undefined, { scp: ["read"] }],
  ])("an access token %s is good", async (_, typ, claims) => {
    const token = await issuer.sign({ tenant: "acme", ...claims }, typ);
    const response = await as(app, token, LIST);
    expect(response.status).toBe("scope" in claims || "scp" in claims ? 200 : 403);
  });

  test.each<[string, string | undefined, JWTPayload]>([
    ["of an ID token: a nonce", "JWT", { nonce: "n-0S6_WzA2Mj" }],
    ["of an ID token: the hash of an access token", undefined, { at_hash: "MTIzNDU2Nzg5MDEyMzQ1Ng" }],
    ["of an ID token: no scope", "JWT", { scope: undefined }],
    ["of another type", "id_token+jwt", {}],
    ["of a logout token", "logout+jwt", {}],
  ])("a token with the marks %s is refused, and the log says why", async (_, typ, claims) => {
    world.lines.length = 0;
    const token = await issuer.sign({ tenant: "acme", scope: "read", ...claims }, typ);
    const response = await as(app, token, LIST);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
    const warning = world.lines.find(({ level }) => level === "warn");
    expect(warning).toMatchObject({
      message: "a token was refused",
      fields: { reason: "the token is not an access token; send one instead of an ID token" },
    });
    expect(JSON.stringify(world.lines)).not.toContain(token);
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

  test("that fails is left alone for longer and longer: 200 requests in a minute ask it 6 times, and say when to come back.", async () => {
    const ailing = await startIssuer();
    ailing.answer(() => ({ status: 500 }));
    let clock = Date.now();
    const settings = { oidc: { issuer: ailing.url, audience: "parley", tenantClaim: "tenant" } };
    const to = world.appWith({ now: () => new Date(clock), settings });
    const token = await ailing.sign({ tenant: "acme", scope: "read", exp: Math.floor(clock / 1000) + 3_600 });
    const waits = new Set<number>();
    for (let i = 0; i < 200; i++) {
      const response = await as(to, token, LIST);
      expect(response.status).toBe(503);
      waits.add(Number(response.headers.get("retry-after")));
      clock += 300;
    }
    expect(ailing.asked).toHaveLength(6);
    expect(Math.min(...waits)).toBe(1);
    expect(Math.max(...waits)).toBe(32);
    ailing.answer(() => null);
    clock += 32_000;
    expect((await as(to, token, LIST)).status, "it answers again").toBe(200);
    await ailing.stop();
  });

  test.each<[string, (path: string) => { status?: number; document?: unknown } | null]>([
    ["its keys are an error", (path) => (path === "/keys" ? { status: 503 } : null)],
    ["its keys are no keys", (path) => (path === "/keys" ? { document: { keys: "none" } } : null)],
    [
      "it calls itself otherwise",
      () => ({ document: { issuer: "https://other.example", jwks_uri: "https://x.example" } }),
    ],
  ])("that answers, but wrongly, is left alone too: %s", async (_, answer) => {
    const ailing = await startIssuer();
    ailing.answer(answer);
    const to = appOf(ailing.url);
    const token = await ailing.sign({ tenant: "acme", scope: "read" });
    const answers = await Promise.all(Array.from({ length: 30 }, () => as(to, token, LIST)));
    for (const { status, headers } of answers) expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
    expect(ailing.asked.length).toBeLessThanOrEqual(2);
    await ailing.stop();
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
