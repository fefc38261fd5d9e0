/** Users who sign in on the pages at the OIDC issuer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../../../api/app.ts";
import { CLIENT_ID } from "../../support/servers/code-flow.ts";
import { type Issuer, startIssuer } from "../../support/servers/issuer.ts";
import { createWorld, postOf, storeDebate, type World } from "../world.ts";
import { as } from "./keys.ts";

const SECRET = "a client's secret: with + and %";
const ANNA = { access: { tenant: "acme", scope: "openid read write" } };
const OURS = { "sec-fetch-site": "same-origin" };
const HOUR = 3_600_000;

let world: World;
let issuer: Issuer;
let app: App;
beforeAll(async () => {
  [world, issuer] = await Promise.all([createWorld(), startIssuer()]);
  app = appAt(issuer);
});
afterAll(async () => {
  await issuer.stop();
  await world[Symbol.asyncDispose]();
});

function appAt({ url }: Issuer, clientSecret: string | null = null, now = () => new Date()): App {
  const client = { clientId: CLIENT_ID, clientSecret, scopes: "openid read write admin" };
  const oidc = { issuer: url, audience: "parley", tenantClaim: "tenant", client };
  return world.appWith({ now, settings: { oidc, publicUrl: "https://parley.example" } });
}

const cookieIn = (response: Response, name: string) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
const pairOf = (cookie: string) => cookie.split(";")[0] ?? "";

/** The way to the issuer and back: the cookie of the browser, and the address that the issuer sends it to. */
async function visit(to: App, page = "/debates") {
  const begun = await to.request(`/session/sign-in?to=${encodeURIComponent(page)}`);
  expect(begun.status).toBe(302);
  const cookie = cookieIn(begun, "parley_sign_in");
  const away = new URL(begun.headers.get("location") ?? "");
  const back = await fetch(away, { redirect: "manual" });
  const { pathname, search } = new URL(back.headers.get("location") ?? "");
  return { away, cookie, back: `${pathname}${search}` };
}

/** A browser comes back from the issuer's site. */
const finish = (to: App, { cookie, back }: { cookie: string; back: string }) =>
  to.request(back, { headers: { cookie: pairOf(cookie), "sec-fetch-site": "cross-site" } });

async function sessionOf(to: App): Promise<string> {
  const done = await finish(to, await visit(to));
  expect(done.status).toBe(302);
  return pairOf(cookieIn(done, "parley_session"));
}

test("A user signs in at the issuer, comes back to the page, and may do what the access token says.", async () => {
  issuer.user(ANNA);
  const { id } = await storeDebate(world.store, { tenant: "acme" });
  const { away, cookie, back } = await visit(app, "/debates?tag=cities");
  expect(Object.fromEntries(away.searchParams)).toMatchObject({
    redirect_uri: "https://parley.example/session/callback",
    scope: "openid read write admin",
    code_challenge_method: "S256",
  });
  expect(cookie).toMatch(/Max-Age=600; Path=\/session; HttpOnly; Secure; SameSite=Lax$/);
  const done = await finish(app, { cookie, back });
  expect([done.status, done.headers.get("location")]).toEqual([302, "/debates?tag=cities"]);
  expect(cookieIn(done, "parley_sign_in")).toContain("Max-Age=0");
  expect(cookieIn(done, "parley_session")).toMatch(/Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const session = { cookie: pairOf(cookieIn(done, "parley_session")), ...OURS };
  expect(await (await app.request("/session", { headers: session })).json()).toMatchObject({
    open: false,
    signedIn: true,
    canWrite: true,
    isAdmin: false,
    key: null,
    issuer: new URL(issuer.url).host,
  });
  const list = (await (await app.request("/v1/debates", { headers: session })).json()) as { items: { id: string }[] };
  expect(list.items.map((debate) => debate.id)).toEqual([id]);
  expect((await app.request("/v1/keys", { headers: session })).status).toBe(403);
  const other = { ...session, "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" };
  expect((await app.request("/v1/debates", postOf({}, other))).status).toBe(403);
});

test("A session holds no token, and neither do the cookie on the way and the log.", async () => {
  issuer.user(ANNA);
  world.lines.length = 0;
  const { cookie, back } = await visit(app);
  const done = await finish(app, { cookie, back });
  const kept = [cookie, cookieIn(done, "parley_session")].map((value) =>
    Buffer.from(/=([\w-]+)\./.exec(value)?.[1] ?? "", "base64url").toString(),
  );
  expect(kept[0]).toMatch(/^\[\d+,"[\w-]{43}","\/debates"\]$/);
  expect(JSON.parse(kept[1] ?? "")).toEqual([
    expect.any(Number),
    expect.stringMatching(/^subject:/),
    expect.any(String),
    "acme",
    "read write",
    issuer.url,
  ]);
  const code = new URLSearchParams(back.split("?")[1]).get("code") ?? "-";
  expect(JSON.stringify(world.lines)).not.toContain(code);
});

test("Signing out ends the session, an hour ends it too, and so does another issuer.", async () => {
  issuer.user(ANNA);
  const status = async (to: App, cookie: string) =>
    (await to.request("/v1/debates", { headers: { cookie, ...OURS } })).status;
  const cookie = await sessionOf(app);
  const later = (ms: number) => appAt(issuer, null, () => new Date(Date.now() + ms));
  expect([await status(app, cookie), await status(later(HOUR - 60_000), cookie)]).toEqual([200, 200]);
  expect(await status(later(HOUR + 1_000), cookie)).toBe(401);
  expect(await status(appAt({ ...issuer, url: "https://other.example" }), cookie)).toBe(401);
  expect(await status(world.appWith({}), cookie), "no issuer any more, and no key yet").toBe(200);
  const out = await app.request("/session", { method: "DELETE", headers: { cookie, ...OURS } });
  expect([out.status, await status(app, cookie)]).toEqual([204, 401]);
});

test.each([undefined, ["client_secret_post"]])(
  "A client with a secret proves it, and one with another is refused: %s.",
  async (methods) => {
    const strict = await startIssuer({ secret: SECRET, methods });
    strict.user(ANNA);
    const outcomes = [SECRET, "another", null].map(async (secret) => {
      const to = appAt(strict, secret);
      return (await finish(to, await visit(to))).status;
    });
    expect(await Promise.all(outcomes)).toEqual([302, 401, 401]);
    await strict.stop();
  },
);

test.each<[string, (way: { cookie: string; back: string }) => { cookie: string; back: string }]>([
  ["has another state", (way) => ({ ...way, back: way.back.replace(/state=[^&]*/, "state=another") })],
  ["has no state", (way) => ({ ...way, back: way.back.replace(/&?state=[^&]*/, "") })],
  ["names another issuer", (way) => ({ ...way, back: way.back.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fx.example") })],
  [
    "has a code that the issuer did not give",
    (way) => ({ ...way, back: way.back.replace(/code=[^&]*/, "code=guess") }),
  ],
  ["comes to a browser that began nothing", (way) => ({ ...way, cookie: "parley_sign_in=x" })],
])("A way back that %s signs nobody in.", async (_, change) => {
  issuer.user(ANNA);
  const response = await finish(app, change(await visit(app)));
  expect([response.status, cookieIn(response, "parley_session")]).toEqual([401, ""]);
  expect(await response.text()).toContain("You are not signed in");
});

test("The way back of one browser is of no use in another, and of none a second time.", async () => {
  issuer.user(ANNA);
  const [mine, theirs] = [await visit(app), await visit(app)];
  expect((await finish(app, { cookie: theirs.cookie, back: mine.back })).status).toBe(401);
  expect((await finish(app, mine)).status).toBe(302);
  expect((await finish(app, mine)).status).toBe(401);
});

test.each<[string, Parameters<Issuer["user"]>[0], RegExp]>([
  ["whom the issuer refuses", null, /access_denied/],
  ["whose ID token has another nonce", { ...ANNA, id: { nonce: "another" } }, /not valid/],
  ["whose ID token is for another client", { ...ANNA, id: { aud: "another" } }, /not valid/],
  ["whose ID token has expired", { ...ANNA, id: { exp: 1 } }, /not valid/],
  ["whose access token names no tenant", { access: { scope: "read" } }, /no usable tenant/],
  ["whose access token is for another service", { access: { ...ANNA.access, aud: "another" } }, /not valid here/],
])("A user %s is not signed in, and reads why.", async (_, user, reason) => {
  issuer.user(user);
  const response = await finish(app, await visit(app));
  expect([response.status, cookieIn(response, "parley_session")]).toEqual([401, ""]);
  expect(await response.text()).toMatch(reason);
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "/docs/x",
  "javascript:0",
])("Nobody is sent to another site after the sign-in: %s.", async (page) => {
  issuer.user(ANNA);
  const done = await finish(app, await visit(app, page));
  expect([done.status, done.headers.get("location")]).toEqual([302, "/debates"]);
});

test("While the issuer does not answer, the page of the sign-in says so; without a client id there is none.", async () => {
  const silent = await startIssuer();
  await silent.stop();
  expect((await appAt(silent).request("/session/sign-in")).status).toBe(503);
  const settings = { oidc: { issuer: issuer.url, audience: "parley", tenantClaim: "tenant" } };
  expect((await world.appWith({ settings }).request("/session/sign-in")).status).toBe(404);
  expect(await (await world.appWith({ settings }).request("/session")).json()).toMatchObject({ issuer: null });
});

test("A token and a session of one user count against one limit.", async () => {
  issuer.user(ANNA);
  const cookie = await sessionOf(app);
  const token = await issuer.sign({ sub: "anna", ...ANNA.access }, "at+jwt");
  const remaining = (response: Response) => Number(/r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
  const first = remaining(await as(app, token, { path: "/v1/debates" }));
  expect(remaining(await app.request("/v1/debates", { headers: { cookie, ...OURS } }))).toBeLessThan(first);
});
