import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCatalogue } from "../../../activities/models/index.ts";
import { PROBLEMS } from "../../../api/base/errors.api-base.ts";
import { DEFAULT_DEBATE, FORMATS } from "../../../domain/shapes/format-names.ts";
import { createWorld, problemOf, unreachableStore, unreachableTemporal, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const send = (method: string, path: string, headers: Record<string, string> = {}) =>
  world.app.request(path, { method, headers });

test("An address that does not exist is a 404 problem.", async () => {
  const response = await world.get("/v2/debates");
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(await problemOf(response)).toMatchObject({
    type: "/problems/not-found",
    status: 404,
    instance: "/v2/debates",
  });
});

test("JSON ends with a line break: problems, repeated answers and the description too.", async () => {
  const post = (body: string) =>
    world.app.request("/v1/estimates", {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "idempotency-key": `line-${body.length}` },
    });
  const topic = '{"topic":"Tea?"}';
  const answered = [
    ...(await Promise.all(["/nowhere", "/openapi.json", "/readyz", "/v1/debates?limit=0"].map((at) => world.get(at)))),
    await send("DELETE", "/v1/debates"),
    await post("{"),
    await post(topic),
    await post(topic),
  ];
  expect(answered.map(({ status }) => status)).toEqual([404, 200, 200, 422, 405, 400, 200, 200]);
  expect(answered.at(-1)?.headers.get("idempotent-replayed")).toBe("true");
  for (const response of answered) expect(await response.text()).toMatch(/^[^\n]+\n$/);
});

test("A method that an address does not have is 405, with those that it has.", async () => {
  const response = await send("DELETE", "/v1/debates");
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
  expect((await problemOf(response)).type).toBe("/problems/method-not-allowed");
  expect((await send("GET", "/v1/debates/deb-1/pause")).headers.get("allow")).toBe("OPTIONS, POST");
  expect((await send("POST", "/v1/models")).status).toBe(405);
  expect((await send("PUT", "/nowhere")).status).toBe(404);
});

test("OPTIONS names the methods of an address.", async () => {
  const response = await send("OPTIONS", "/v1/debates/deb-1/events");
  expect([response.status, response.headers.get("allow"), await response.text()]).toEqual([
    204,
    "GET, HEAD, OPTIONS",
    "",
  ]);
  expect(response.headers.get("content-type")).toBeNull();
  expect((await send("OPTIONS", "/nowhere")).status).toBe(404);
});

test("What a client can not accept is 406, and the problem says what there is.", async () => {
  const response = await world.get("/v1/formats", { accept: "text/html" });
  expect(response.status).toBe(406);
  expect((await problemOf(response)).detail).toContain("application/json");
  expect((await world.get("/v1/formats", { accept: "text/html, */*;q=0.1" })).status).toBe(200);
});

test("A request id is echoed when it is harmless and minted when it is not.", async () => {
  expect((await world.get("/healthz", { "x-request-id": "abc-123" })).headers.get("x-request-id")).toBe("abc-123");
  const minted = await world.get("/nowhere", { "x-request-id": 'a"b<script>' });
  expect(minted.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect((await problemOf(minted)).requestId).toBe(minted.headers.get("x-request-id"));
});

test("Every answer carries the secure headers, problems too.", async () => {
  for (const path of ["/healthz", "/v1/formats", "/nowhere", "/problems/internal"]) {
    const { headers } = await world.get(path);
    expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    expect(headers.get("x-frame-options"), path).toBe("DENY");
    expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
    expect(headers.get("strict-transport-security"), path).toBeNull();
  }
  const secure = await world.appWith({ settings: { publicUrl: "https://parley.example" } }).request("/healthz");
  expect(secure.headers.get("strict-transport-security")).toContain("max-age=");
});

test("CORS is off unless origins are given.", async () => {
  const response = await world.get("/v1/formats", { origin: "https://a.example" });
  expect(response.headers.get("access-control-allow-origin")).toBeNull();
});

test("Origins that are given may read and preflight; others may not.", async () => {
  const app = world.appWith({ settings: { corsOrigins: ["https://a.example"] } });
  const from = (origin: string) => app.request("/v1/formats", { headers: { origin } });
  expect((await from("https://a.example")).headers.get("access-control-allow-origin")).toBe("https://a.example");
  expect((await from("https://b.example")).headers.get("access-control-allow-origin")).toBeNull();
  const preflight = await app.request("/v1/debates", {
    method: "OPTIONS",
    headers: { origin: "https://a.example", "access-control-request-method": "POST" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
  const plain = await app.request("/v1/debates", { method: "OPTIONS", headers: { origin: "https://a.example" } });
  expect(plain.headers.get("allow")).toBe("GET, HEAD, OPTIONS, POST");
});

test("An unexpected fault is a 500 problem that tells nothing, and is logged without its message.", async () => {
  const store = { ...world.store, listDebates: () => Promise.reject(new TypeError("the secret is hunter2")) };
  const response = await world.appWith({ store }).request("/v1/debates");
  expect(response.status).toBe(500);
  expect(JSON.stringify(await problemOf(response))).not.toContain("hunter2");
  const line = world.lines.findLast((l) => l.level === "error");
  expect(line?.fields).toMatchObject({ code: "internal", error: "TypeError" });
  expect(JSON.stringify(world.lines)).not.toContain("hunter2");
});

test("A store that does not answer is 503 with Retry-After.", async () => {
  const response = await world.appWith({ store: unreachableStore() }).request("/v1/debates");
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  expect((await problemOf(response)).type).toBe("/problems/unavailable");
});

test("Requests are logged with their route and status, without query strings.", async () => {
  await world.get("/v1/formats?colour=secret-colour", { "x-request-id": "logged-1" });
  const line = world.lines.find((l) => l.fields.requestId === "logged-1");
  expect(line?.fields).toMatchObject({ method: "GET", route: "/v1/formats", status: 422 });
  expect(JSON.stringify(world.lines)).not.toContain("secret-colour");
});

test("The process says that it is alive, and that it is ready when Temporal and DynamoDB answer.", async () => {
  expect(await (await world.get("/healthz")).json()).toEqual({ status: "alive", version: "0.0.0-test" });
  const ready = await world.get("/readyz");
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: "ready", checks: { temporal: "ok", dynamodb: "ok" } });
});

test("Readiness says which part can not be reached.", async () => {
  const noTemporal = await world.appWith({ temporal: unreachableTemporal() }).request("/readyz");
  expect(noTemporal.status).toBe(503);
  expect(await problemOf(noTemporal)).toMatchObject({
    detail: "Temporal cannot be reached",
    checks: { temporal: "unreachable", dynamodb: "ok" },
  });
  const noStore = await problemOf(await world.appWith({ store: unreachableStore() }).request("/readyz"));
  expect(noStore).toMatchObject({ detail: "DynamoDB cannot be reached", checks: { dynamodb: "unreachable" } });
});

test("Every type of problem has its page, and there are no others.", async () => {
  for (const [name, { title }] of Object.entries(PROBLEMS)) {
    const response = await world.get(`/problems/${name}`);
    expect(response.status, name).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    const page = await response.text();
    expect(page).toContain(title.replaceAll("'", "&#39;"));
    expect(page).not.toContain("`");
  }
  expect(await (await world.get("/problems/invalid-request")).text()).toContain(
    "<code>errors</code> lists every problem",
  );
  const strange = await world.get("/problems/%3Cscript%3E");
  expect(strange.status).toBe(404);
  expect(strange.headers.get("content-type")).toBe("application/problem+json");
  expect((await world.get("/problems/toString")).status).toBe(404);
});

test("Models say their price, their window and whether they can be used; no key is shown.", async () => {
  const real = createCatalogue({
    providers: { openai: { apiKey: "sk-very-secret" } },
    defaultModel: null,
    defaultJudgeModel: null,
  });
  const response = await world.appWith({ catalogue: real }).request("/v1/models");
  const text = await response.text();
  const { providers, items } = JSON.parse(text) as {
    providers: { id: string; isAuthenticated: boolean; demo: boolean }[];
    items: { id: string; provider: string; isAvailable: boolean; priceUsdPerMTok: { input: number } | null }[];
  };
  expect(providers.find((p) => p.id === "openai")?.isAuthenticated).toBe(true);
  expect(providers.find((p) => p.id === "anthropic")?.isAuthenticated).toBe(false);
  expect(providers.find((p) => p.id === "demo")?.demo).toBe(true);
  expect(items.filter((m) => m.provider === "openai" && m.isAvailable && m.priceUsdPerMTok).length).toBeGreaterThan(0);
  expect(items.some((m) => m.provider === "anthropic" && m.isAvailable)).toBe(false);
  expect(text).not.toContain("sk-very-secret");
});

test("Formats tell their rules, participants and rounds, their seats and the fields that are their own.", async () => {
  const response = await world.get("/v1/formats", { "accept-encoding": "gzip" });
  expect(response.headers.get("content-encoding")).toBe("gzip");
  const text = new Response(response.body?.pipeThrough(new DecompressionStream("gzip")));
  type Listed = { name: string; isDefault: boolean; fields: { path: string }[] };
  const { items } = (await text.json()) as { items: Listed[] };
  expect(items.map(({ name }) => name)).toEqual([...FORMATS]);
  expect(items.filter(({ isDefault }) => isDefault)).toMatchObject([
    { name: DEFAULT_DEBATE.format, rounds: { default: DEFAULT_DEBATE.rounds } },
  ]);
  expect(items[0]).toMatchObject({ participants: { min: 2 }, rounds: { max: 500 }, judging: "every-round" });
  const of = (name: string) => items.find((item) => item.name === name);
  const paths = (name: string) => of(name)?.fields.map(({ path }) => path);
  expect(of("oxford")).toMatchObject({ hasJudge: true, mode: "sequential", seats: { choices: ["for", "against"] } });
  expect(of("free-form")).toMatchObject({ conclusion: "verdict", seats: null });
  expect(of("proposer-skeptic")).toMatchObject({
    hasJudge: false,
    conclusion: "answer",
    seats: { field: "role", choices: ["proposer", "skeptic", "synthesizer"] },
    fields: [
      { path: "controlArm", kind: "flag" },
      { path: "skipIfUnanimous" },
      { path: "poll", kind: "choice", choices: ["off", "private"], default: "off" },
      { path: "stopWhenStable" },
      { path: "conclusion", kind: "flag", default: true },
      { path: "promptLayout" },
      { path: "earlyStopScore", kind: "number", min: 0, max: 10, default: 8 },
    ],
  });
  expect(paths("dialectic")).toContain("termination/type");
  expect(paths("free-form")).toContain("mode");
  expect(paths("oxford")).not.toContain("mode");
  expect(of("oxford")?.fields.find(({ path }) => path === "judging")).toMatchObject({ default: "final-only" });
});

test("The bare address leads a browser to the debates, and a program to the reference.", async () => {
  const browser = await world.get("/", { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
  expect([browser.status, browser.headers.get("location")]).toEqual([302, "/debates"]);
  const program = await world.get("/", { accept: "*/*" });
  expect([program.status, program.headers.get("location")]).toEqual([302, "/docs"]);
});

test("The reference page runs only our own scripts and reaches nobody else.", async () => {
  const response = await world.get("/docs");
  expect(response.status).toBe(200);
  const page = await response.text();
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/https?:/);
  expect(page).not.toMatch(/(?:src|href)="https?:/);
  expect(page).not.toMatch(/<script>/);
});

test.each([
  ["/docs/swagger-ui-bundle.js", "text/javascript", "SwaggerUIBundle"],
  ["/docs/swagger-ui.css", "text/css", ".swagger-ui"],
  ["/docs/start.js", "text/javascript", "/openapi.json"],
])("The reference page's %s is served from here.", async (path, type, content) => {
  const response = await world.get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toContain(type);
  expect(await response.text()).toContain(content);
});

test("Swagger UI comes zipped to who takes that.", async () => {
  const as = (encoding: string) => world.get("/docs/swagger-ui-bundle.js", { "accept-encoding": encoding });
  const [zipped, plain] = [await as("gzip, br"), await as("br")];
  expect([zipped.headers.get("content-encoding"), zipped.headers.get("vary")]).toEqual(["gzip", "Accept-Encoding"]);
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(await plain.text());
});

test.each(["/docs/package.json", "/docs/..%2fpackage.json", "/docs/constructor"])(
  "Nothing else is served beside it: %s.",
  async (path) => {
    expect((await world.get(path)).status).toBe(404);
  },
);

test("A request by a name that leads here but is not ours is refused, so that no web page can reach the server by one.", async () => {
  const app = world.appWith({ settings: { hosts: ["parley.test"] } });
  const ask = (host: string) => app.request("http://localhost/v1/formats", { headers: { host } });
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "LOCALHOST", "parley.test"])
    expect((await ask(host)).status, host).toBe(200);
  for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.nip.example:3000"]) {
    const refused = await ask(host);
    expect(refused.status, host).toBe(421);
    expect(await refused.json()).toMatchObject({ type: "/problems/misdirected-request" });
  }
});
