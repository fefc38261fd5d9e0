/** The pages' own access: sessions, requests that other sites start, share links, and the files of the pages. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSeal } from "../../../api/access/seal.ts";
import type { App } from "../../../api/app.ts";
import { EVENT_NAMES } from "../../../domain/play/events/registry.events.ts";
import { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { as, makeKey, revokeKey } from "../access/keys.ts";
import { completed } from "../events/debate-events.ts";
import { append, createWorld, postOf, problemOf, storeDebate, type World } from "../world.ts";

const OURS = { "sec-fetch-site": "same-origin" };
const HOUR = 3_600_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const signIn = (app: App, key: string, headers: Record<string, string> = OURS) =>
  app.request("/session", postOf({ key }, headers));

/** The cookie as a browser would send it back. */
async function sessionOf(app: App, key: string): Promise<string> {
  const response = await signIn(app, key);
  expect(response.status).toBe(204);
  return (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

describe("While there is no key", () => {
  test("nobody needs to sign in.", async () => {
    expect(await (await world.get("/session")).json()).toEqual({
      open: true,
      signedIn: false,
      canWrite: true,
      isAdmin: true,
      key: null,
      issuer: null,
      pages: [
        { title: "Debates", address: "/debates" },
        ...["Experiments", "Presets", "Ratings", "Schedules"].map((title) => ({
          title,
          address: `/${title.toLowerCase()}`,
        })),
        { title: "Guide", address: "/docs/guide/" },
        { title: "API", address: "/docs" },
      ],
    });
  });

  test.each([
    ["cross-site", 403],
    ["same-site", 403],
    ["same-origin", 404],
    ["none", 404],
  ])("a page can command a debate only from our own address: %s.", async (site, status) => {
    const response = await world.post("/v1/debates/deb-20261121-051254-7K2M9Q/pause", undefined, {
      "sec-fetch-site": site,
      origin: "http://elsewhere.example",
    });
    expect(response.status).toBe(status);
  });

  test("an origin alone tells a page of another site, and programs that tell nothing pass.", async () => {
    const path = "/v1/debates/deb-20261121-051254-7K2M9Q/pause";
    const origins: Record<string, string>[] = [
      { origin: "http://elsewhere.example" },
      { origin: "http://localhost" },
      {},
    ];
    const answers = origins.map(async (headers) => (await world.post(path, undefined, headers)).status);
    expect(await Promise.all(answers)).toEqual([403, 404, 404]);
  });

  test("a page of an origin that CORS_ORIGINS names may command debates.", async () => {
    const app = world.appWith({ settings: { corsOrigins: ["https://friend.example"] } });
    const headers = { "sec-fetch-site": "cross-site", origin: "https://friend.example" };
    const response = await app.request("/v1/debates/deb-20261121-051254-7K2M9Q/pause", postOf(undefined, headers));
    expect(response.status).toBe(404);
  });
});

describe("A session", () => {
  test("is begun with a key, holds nothing secret, and does what the key may do.", async () => {
    const { token, key } = await makeKey(world.store, { scopes: ["read"] });
    const app = world.appWith({});
    const response = await signIn(app, token);
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^parley_session=[\w-]+\.[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    const content = Buffer.from(/=([\w-]+)\./.exec(cookie)?.[1] ?? "", "base64url").toString();
    expect(JSON.parse(content)).toEqual([expect.any(Number), key.id, expect.stringMatching(/^[\w-]{22}$/)]);
    const session = { cookie: cookie.split(";")[0] ?? "", ...OURS };
    expect((await app.request("/v1/debates", { headers: session })).status).toBe(200);
    expect((await app.request("/v1/debates", postOf({}, session))).status).toBe(403);
    expect(await (await app.request("/session", { headers: session })).json()).toEqual({
      open: false,
      signedIn: true,
      canWrite: false,
      isAdmin: false,
      key: key.id,
      issuer: null,
      pages: expect.any(Array),
    });
  });

  test("is only sent over HTTPS where the outside is HTTPS.", async () => {
    const { token } = await makeKey(world.store);
    const app = world.appWith({ settings: { publicUrl: "https://parley.example" } });
    expect((await signIn(app, token)).headers.get("set-cookie")).toContain("; Secure");
  });

  test("is refused when it was altered, signed elsewhere, is over, or its key was revoked.", async () => {
    const { token, key } = await makeKey(world.store);
    const app = world.appWith({});
    const cookie = await sessionOf(app, token);
    const status = async (to: App, value: string) =>
      (await to.request("/v1/debates", { headers: { cookie: value } })).status;
    expect(await status(app, cookie)).toBe(200);
    expect(await status(app, `${cookie.slice(0, -1)}${cookie.endsWith("A") ? "B" : "A"}`)).toBe(401);
    expect(await status(world.appWith({ settings: { secret: "another secret" } }), cookie)).toBe(401);
    const later = (hours: number) => world.appWith({ now: () => new Date(Date.now() + hours * HOUR) });
    expect(await status(later(11), cookie)).toBe(200);
    expect(await status(later(13), cookie)).toBe(401);
    await revokeKey(world.store, key, new Date());
    expect(await status(world.appWith({}), cookie)).toBe(401);
  });

  test("changes nothing for a page of another site, though a browser would send it along.", async () => {
    const { token } = await makeKey(world.store);
    const app = world.appWith({});
    const cookie = await sessionOf(app, token);
    const { id } = await storeDebate(world.store, { state: { status: "completed" } });
    for (const site of ["cross-site", "same-site"]) {
      const headers = { cookie, "sec-fetch-site": site, origin: "http://127.0.0.1:8080" };
      const response = await app.request(`/v1/debates/${id}`, { method: "DELETE", headers });
      expect([site, response.status, (await problemOf(response)).type]).toEqual([site, 403, "/problems/forbidden"]);
      expect((await signIn(app, token, headers)).status).toBe(403);
    }
    expect((await as(app, token, { path: `/v1/debates/${id}` })).status).toBe(200);
  });

  test("is dead once its user has signed out, also for who copied the cookie, and in other processes; others go on.", async () => {
    const { token } = await makeKey(world.store);
    const apps = [world.appWith({}), world.appWith({})] as const;
    const [mine, elsewhere] = [await sessionOf(apps[0], token), await sessionOf(apps[0], token)];
    const statuses = (cookie: string) =>
      Promise.all(apps.map(async (app) => (await app.request("/v1/debates", { headers: { cookie } })).status));
    expect(await statuses(mine)).toEqual([200, 200]);
    const out = await apps[0].request("/session", { method: "DELETE", headers: { cookie: mine, ...OURS } });
    expect(out.status).toBe(204);
    expect(await statuses(mine)).toEqual([401, 401]);
    expect(await (await apps[1].request("/session", { headers: { cookie: mine } })).json()).toMatchObject({
      signedIn: false,
    });
    expect(await statuses(elsewhere), "the same key, signed in on another machine").toEqual([200, 200]);
    const again = await apps[0].request("/session", { method: "DELETE", headers: { cookie: mine, ...OURS } });
    expect(again.status).toBe(204);
  });

  test("is not ended by a cookie that somebody made up, nor by a page of another site.", async () => {
    const { token } = await makeKey(world.store);
    const app = world.appWith({});
    const cookie = await sessionOf(app, token);
    const refused = await app.request("/session", {
      method: "DELETE",
      headers: { cookie, "sec-fetch-site": "cross-site" },
    });
    expect(refused.status).toBe(403);
    const forged = `${cookie.split(".")[0]}.${"A".repeat(43)}`;
    const ignored = await app.request("/session", { method: "DELETE", headers: { cookie: forged, ...OURS } });
    expect(ignored.status).toBe(204);
    expect((await app.request("/v1/debates", { headers: { cookie } })).status).toBe(200);
  });

  test("is not begun with a bad key, and the browser forgets it when one signs out.", async () => {
    const { token } = await makeKey(world.store);
    const app = world.appWith({});
    const refused = await signIn(app, token.replace(/.$/, "!"));
    expect([refused.status, refused.headers.get("set-cookie")]).toEqual([401, null]);
    const out = await app.request("/session", {
      method: "DELETE",
      headers: { cookie: await sessionOf(app, token), ...OURS },
    });
    expect([out.status, out.headers.get("set-cookie")]).toEqual([204, expect.stringContaining("Max-Age=0")]);
  });
});

describe("A share link", () => {
  async function shared() {
    const { token: key } = await makeKey(world.store, { tenant: "heron", scopes: ["write"] });
    const mine = await storeDebate(world.store, { tenant: "heron", request: { topic: "Is the heron a bird?" } });
    const other = await storeDebate(world.store, { tenant: "heron", request: { topic: "Is the stork a bird?" } });
    const app = world.appWith({});
    const made = await as(app, key, {
      method: "POST",
      path: `/v1/debates/${mine.id}/shares`,
      body: { expiresInSeconds: 3_600 },
    });
    expect(made.status).toBe(201);
    const { url, expiresAt } = (await made.json()) as { url: string; expiresAt: string };
    return { app, key, mine, other, url, expiresAt };
  }

  test("opens its debate, events and transcript to anybody, and only to read.", async () => {
    const { app, url, mine, expiresAt } = await shared();
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - HOUR)).toBeLessThan(60_000);
    const page = await app.request(url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(`data-api="${url}"`)]);
    expect(await (await app.request(`${url}/debate`)).json()).toMatchObject({ id: mine.id });
    const json = { headers: { accept: "application/json" } };
    expect(await (await app.request(`${url}/events`, json)).json()).toMatchObject({ items: expect.any(Array) });
    expect(await (await app.request(`${url}/transcript?as=md`)).text()).toContain("heron");
    for (const method of ["POST", "PATCH", "DELETE", "PUT"])
      expect([method, (await app.request(`${url}/debate`, { method })).status]).toEqual([method, 405]);
  });

  test("opens nothing else: no other debate, no list, no command, whoever of the same tenant made it.", async () => {
    const { app, url, mine, other } = await shared();
    const token = url.split("/").at(-1) ?? "";
    const paths = [
      "/v1/debates",
      `/v1/debates/${mine.id}`,
      `/v1/debates/${other.id}`,
      `/v1/debates/${mine.id}/events`,
      "/v1/keys",
    ];
    for (const path of paths) {
      const asBearer = await app.request(path, { headers: { authorization: `Bearer ${token}` } });
      const asCookie = await app.request(path, { headers: { cookie: `parley_session=${token}` } });
      expect([path, asBearer.status, asCookie.status]).toEqual([path, 401, 401]);
    }
    const parts = [
      "costs",
      "turns",
      "shares",
      other.id,
      "debate/../../v1/debates",
      "..%2f..%2fv1%2fkeys",
      "constructor",
    ];
    for (const part of parts)
      expect([part, (await app.request(`${url}/${part}`)).status]).toEqual([part, expect.toBeOneOf([401, 404])]);
  });

  test("that is over, altered or of another table gives a plain page that says so, and no debate.", async () => {
    const { app, url } = await shared();
    await using elsewhere = await createWorld();
    const later = world.appWith({ now: () => new Date(Date.now() + HOUR + 1_000) });
    const altered = url.replace(
      /^(\/shared\/.{20})(.)/,
      (_, head: string, next: string) => head + (next === "A" ? "B" : "A"),
    );
    const signed = createSeal(world.deps.settings.secret, "parley share").close({
      of: ["heron", "deb-20261121-051254-7K2M9Q"],
      until: Date.now() + HOUR,
    });
    for (const [to, address] of [
      [later, url],
      [elsewhere.app, url],
      [app, altered],
      [app, `${url}A`],
      [app, "/shared/x"],
      // As links were before they could be revoked.
      [app, `/shared/${signed}`],
    ] as const) {
      const page = await to.request(address);
      expect(page.status).toBe(404);
      expect(await page.text()).toContain("This link does not work any more");
      for (const part of ["debate", "events", "transcript"])
        expect((await to.request(`${address}/${part}`)).status).toBe(404);
    }
  });

  test("ends with its debate, and lasts 30 days at most.", async () => {
    const { app, key, mine, other, url } = await shared();
    await world.store.putState({
      tenant: "heron",
      debateId: mine.id,
      version: 2,
      state: { ...mine.state, status: "completed" },
    });
    await append(world.store, mine, [completed]);
    await as(app, key, { method: "DELETE", path: `/v1/debates/${mine.id}` });
    expect((await app.request(`${url}/debate`)).status).toBe(404);
    for (const expiresInSeconds of [0, -1, 2_592_001, 1.5, "60"]) {
      const path = `/v1/debates/${other.id}/shares`;
      expect((await as(app, key, { method: "POST", path, body: { expiresInSeconds } })).status).toBe(422);
    }
  });

  test("is no session, nor a session a link.", async () => {
    const { app, key, url } = await shared();
    const cookie = await sessionOf(app, key);
    expect((await app.request(`/shared/${cookie.split("=")[1]}/debate`)).status).toBe(404);
    const token = url.split("/").at(-1);
    expect((await app.request("/v1/debates", { headers: { cookie: `parley_session=${token}` } })).status).toBe(401);
  });
});

describe("The files of the pages", () => {
  test("run no script but our own, from nowhere else, and no text becomes markup by itself.", async () => {
    const response = await world.get("/debates");
    const policy = response.headers.get("content-security-policy") ?? "";
    for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
      expect(policy.split("; ")).toContain(rule);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(await response.text()).not.toMatch(/<script>|<style| on\w+=|(?:src|href)="https?:/);
  });

  test("are kept by browsers for good, compressed, and each encoding has a tag of its own.", async () => {
    const page = await (await world.get("/debates")).text();
    const [, style = ""] = /href="(\/assets\/[0-9a-f]{16}\/parley\.css)"/.exec(page) ?? [];
    const plain = await world.get(style);
    const small = await world.get(style, { "accept-encoding": "gzip, br;q=0.8" });
    expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(small.headers.get("content-encoding")).toBe("br");
    expect(small.headers.get("vary")).toBe("Accept-Encoding");
    expect(brotliDecompressSync(await small.arrayBuffer()).toString()).toBe(await plain.text());
    const before = style.replace(/[0-9a-f]{16}/, "0123456789abcdef");
    const old = await world.get(before);
    expect([old.status, old.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    const oldSmall = await world.get(before, { "accept-encoding": "br" });
    expect(oldSmall.headers.get("etag")).not.toBe(old.headers.get("etag"));
    const again = await world.get(before, { "if-none-match": old.headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test.each([
    "/assets/x/..%2f..%2fsession.ts",
    "/assets/x/tsconfig.json",
    "/assets/x/session.ts",
    "/assets/x/lib/dompurify.d.ts",
    "/debates/nothing",
    "/debates/nothing/edit",
  ])("are those that a page needs, and no others: %s.", async (path) => {
    expect((await world.get(path)).status).toBe(404);
  });

  test("include all that the modules import.", async () => {
    const draft = "/debates/deb-20261121-051254-7K2M9Q/edit";
    for (const path of ["/debates", "/debates/deb-20261121-051254-7K2M9Q", "/debates/new", draft, "/keys"]) {
      const page = await (await world.get(path)).text();
      const modules = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, address]) => address ?? "");
      expect(modules.length).toBeGreaterThan(3);
      for (const address of modules) {
        const response = await world.get(address);
        expect([address, response.status]).toEqual([address, 200]);
        for (const [, to = ""] of (await response.text()).matchAll(/\b(?:from|import)"(\.[^"]+)"/g))
          expect(modules).toContain(new URL(to, `http://x${address}`).pathname);
      }
    }
  });
});

test("A recorded debate is a report that anybody may open, and its file is as an export is today.", async () => {
  const response = await world.get("/debates/recorded");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toContain("style-src 'sha256-");
  const page = await response.text();
  for (const words of ["Should cities ban cars?", "The answer", "argued better", "No, not as a general ban."])
    expect(page).toContain(words);
  const file = readFileSync(new URL("../../../docs/examples/debate.json", import.meta.url), "utf8");
  expect(TranscriptExport.safeParse(JSON.parse(file)).error).toBeUndefined();
});

test("The page is told every name of an event, so that it listens to all.", async () => {
  const page = await (await world.get("/debates/deb-20261121-051254-7K2M9Q")).text();
  expect(/ data-events="([^"]*)"/.exec(page)?.[1]?.split(" ")).toEqual(EVENT_NAMES);
});
