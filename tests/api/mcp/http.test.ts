/** `/mcp` as a part of the API: who may call it, what it refuses, prompts and resources. */
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { App } from "../../../api/app.ts";
import { LIMITS } from "../../../api/base/limits.api-base.ts";
import { callOf, connectMcp, requestOf } from "../../support/mcp.ts";
import { startIssuer } from "../../support/servers/issuer.ts";
import { makeKey } from "../access/keys.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, postOf, problemOf, storeDebate, type World } from "../world.ts";

const URL_OF_APP = "http://localhost";

let world: World;
let token: string;
let reader: string;
beforeAll(async () => {
  world = await createWorld();
  ({ token } = await makeKey(world.store));
  ({ token: reader } = await makeKey(world.store, { scopes: ["read"] }));
});
afterAll(() => world[Symbol.asyncDispose]());

function connect(
  key: string,
  { era = "modern", app = world.app, headers = {} }: Partial<Connecting> = {},
): Promise<Client> {
  return connectMcp({ url: URL_OF_APP, token: key, era, headers, fetch: async (url, init) => app.request(url, init) });
}
interface Connecting {
  era: "modern" | "legacy";
  app: App;
  headers: Record<string, string>;
}

async function textOf(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", isError, data: structuredContent as { id: string } };
}

describe("Callers", () => {
  test("without a key are challenged for one.", async () => {
    const response = await world.app.request("/mcp", postOf(callOf("tools/list")));
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe('Bearer realm="parley"');
    await expect(connect("prl_wrong")).rejects.toThrow();
  });

  test("learn from the challenge which issuer gives tokens, and a token of it opens its tenant.", async () => {
    const issuer = await startIssuer();
    try {
      const oidc = { issuer: issuer.url, audience: "parley", tenantClaim: "tenant" };
      const app = world.appWith({ settings: { oidc, publicUrl: "https://parley.example" } });
      const { headers } = await app.request("/mcp", postOf(callOf("tools/list")));
      const address = "https://parley.example/.well-known/oauth-protected-resource/mcp";
      expect(headers.get("WWW-Authenticate")).toBe(`Bearer realm="parley", resource_metadata="${address}"`);
      expect(await (await app.request(new URL(address).pathname)).json()).toMatchObject({
        resource: "https://parley.example/mcp",
        authorization_servers: [issuer.url],
        bearer_methods_supported: ["header"],
      });
      const { id } = await storeDebate(world.store, { tenant: "acme" });
      const client = await connect(await issuer.sign({ tenant: "acme", scope: "read" }), { app });
      expect((await textOf(client, "find_debates")).data).toMatchObject({ debates: [{ id }] });
    } finally {
      await issuer.stop();
    }
  });

  test("find no metadata where there is no issuer.", async () => {
    expect((await world.get("/.well-known/oauth-protected-resource/mcp")).status).toBe(404);
  });

  test("who may only read can look, and cannot start a debate.", async () => {
    const client = await connect(reader);
    expect((await textOf(client, "find_debates")).isError).toBe(false);
    expect(await textOf(client, "start_debate", demoRequest())).toMatchObject({
      isError: true,
      text: expect.stringContaining("needs the scope write"),
    });
  });

  test("of a page of another origin are refused, also with a key.", async () => {
    const from = (origin: string) =>
      world.app.request("/mcp", requestOf(callOf("tools/list"), { token, headers: { origin } }));
    expect((await from("https://evil.example")).status).toBe(403);
    expect((await from(URL_OF_APP)).status).toBe(200);
  });

  test("are counted like callers of any other route.", async () => {
    const { token: slow } = await makeKey(world.store, { rateLimit: 2 });
    const send = () => world.app.request("/mcp", requestOf(callOf("tools/list"), { token: slow }));
    const first = await send();
    expect(first.headers.get("RateLimit-Policy")).toBe('"key";q=2;w=60');
    await send();
    // The minute may end meanwhile, which begins a new count.
    const more = [(await send()).status, (await send()).status, (await send()).status];
    expect(more).toContain(429);
  });
});

test("A stream of tasks counts as an event stream, and frees its place when its reader leaves.", async () => {
  const app = world.appWith({ settings: { limits: { ...LIMITS, streams: 1 } } });
  const { id } = await storeDebate(world.store, { tenant: "acme", state: { status: "running" } });
  const { token: own } = await makeKey(world.store, { tenant: "acme" });
  const declared = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  const message = callOf("subscriptions/listen", { notifications: { taskIds: [id] } }, declared);
  const listen = async () => app.request("/mcp", requestOf(message, { token: own }));
  const following = (await listen()).body?.getReader();
  const { value } = (await following?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain(id);
  expect((await listen()).status).toBe(429);
  await following?.cancel();
  const third = await listen();
  expect(third.status).toBe(200);
  await third.body?.cancel();
});

describe("Requests", () => {
  test.each([
    ["no JSON", 400, "{", {}],
    ["another type", 415, "{}", { "content-type": "text/plain" }],
    ["several messages", 422, JSON.stringify([callOf("tools/list"), callOf("tools/list")]), {}],
    ["more than 1 MiB", 413, JSON.stringify({ text: "x".repeat(1024 * 1024) }), {}],
  ])("with %s are refused with %i.", async (_, status, body, headers) => {
    const answer = await world.post("/mcp", body, { authorization: `Bearer ${token}`, ...headers });
    expect(answer.status).toBe(status);
    expect((await problemOf(answer)).status).toBe(status);
  });

  test.each(["GET", "DELETE", "PUT"])("%s is not allowed: there are no sessions.", async (method) => {
    const answer = await world.app.request("/mcp", { method, headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("OPTIONS, POST");
  });

  test("with one Idempotency-Key start one debate.", async () => {
    const client = await connect(token, { headers: { "idempotency-key": "one debate" } });
    const [first, second] = [
      await textOf(client, "start_debate", demoRequest()),
      await textOf(client, "start_debate", demoRequest()),
    ];
    expect(first.isError).toBe(false);
    expect(second.data.id).toBe(first.data.id);
  });

  test.each(["modern", "legacy"] as const)(
    "of %s programs are answered by every process, without a session.",
    async (era) => {
      const { id } = await storeDebate(world.store, { tenant: "default" });
      const apps = [world.app, world.appWith({})];
      let turn = 0;
      const client = await connectMcp({
        url: URL_OF_APP,
        token,
        era,
        fetch: async (url, init) => (apps[turn++ % 2] as App).request(url, init),
      });
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("get_result");
      for (let n = 0; n < 3; n++) expect((await textOf(client, "get_debate", { id })).data).toMatchObject({ id });
      expect(turn).toBeGreaterThan(3);
    },
  );

  test("of the extension need its capability.", async () => {
    const { id } = await storeDebate(world.store);
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const call = callOf(method, { taskId: id, inputResponses: {} });
      const answer = await world.app.request("/mcp", requestOf(call, { token }));
      expect([method, await answer.json()]).toEqual([
        method,
        expect.objectContaining({ error: expect.objectContaining({ code: -32_021 }) }),
      ]);
    }
  });
});

test("The task of a debate that failed has a result, which is an error.", async () => {
  const { id } = await storeDebate(world.store, { state: { status: "failed" } });
  const asked = callOf("tasks/get", { taskId: id }, { extensions: { "io.modelcontextprotocol/tasks": {} } });
  const answer = await world.app.request("/mcp", requestOf(asked, { token }));
  expect(await answer.json()).toMatchObject({
    result: {
      status: "completed",
      result: { isError: true, structuredContent: { status: "failed", result: null } },
    },
  });
});

describe("Transcripts", () => {
  test("are resources: the newest debates page by page, each as Markdown and as JSON.", async () => {
    const own = await makeKey(world.store, { tenant: "library" });
    const client = await connect(own.token);
    const stored = [];
    for (let n = 0; n < 52; n++)
      stored.push(await storeDebate(world.store, { tenant: "library", request: { topic: `Is ${n} even?` } }));
    const page = await world.app.request("/mcp", requestOf(callOf("resources/list"), { token: own.token }));
    const { result } = (await page.json()) as { result: { resources: unknown[]; nextCursor: string } };
    expect(result).toMatchObject({ resources: { length: 50 }, nextCursor: expect.any(String) });
    // The client follows the cursors.
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris.toSorted()).toEqual(stored.map(({ id }) => `parley://debates/${id}/transcript`).toSorted());
    expect(resources[0]).toMatchObject({ title: "Is 51 even?", mimeType: "text/markdown" });

    const [uri = ""] = uris;
    const markdown = (await client.readResource({ uri })).contents[0];
    expect(markdown).toMatchObject({ uri, mimeType: "text/markdown", text: expect.stringContaining("Is 51 even?") });
    const json = (await client.readResource({ uri: `${uri}.json` })).contents[0] as { text: string };
    expect(JSON.parse(json.text)).toMatchObject({ debate: { topic: "Is 51 even?" } });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "parley://debates/{id}/transcript",
      "parley://debates/{id}/transcript.json",
    ]);
  });

  test.each([
    "parley://debates/deb-none/transcript",
    "parley://debates/x/y",
    "file:///etc/passwd",
    "parley://debates/%2e%2e%2fkeys/transcript",
  ])("%s is no resource.", async (uri) => {
    const client = await connect(token);
    await expect(client.readResource({ uri })).rejects.toThrow(`there is no resource ${uri}`);
  });

  test("a wrong cursor is refused.", async () => {
    const client = await connect(token);
    await expect(client.listResources({ cursor: "odd" })).rejects.toMatchObject({ code: -32_602 });
  });
});

describe("Presets", () => {
  test("are prompts, the tenant's own beside the built-in ones.", async () => {
    const request = { topic: "Did the week go well?", format: "free-form" };
    const saved = await world.post("/v1/presets", { name: "weekly", description: "Every Friday.", request }, auth());
    expect(saved.status).toBe(201);
    const client = await connect(token);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(expect.arrayContaining(["council", "decision", "quick", "weekly"]));
    const topics = prompts.map(({ name, arguments: [topic] = [] }) => [name, topic?.required]);
    expect(Object.fromEntries(topics)).toMatchObject({ decision: true, weekly: false });

    const asked = await client.getPrompt({ name: "decision", arguments: { topic: 'A "ban"?', context: "Graz." } });
    expect(asked.messages[0]?.content).toMatchObject({
      text: expect.stringContaining('start_debate with {"preset":"decision","topic":"A \\"ban\\"?","context":"Graz."}'),
    });
    const usual = await client.getPrompt({ name: "weekly" });
    expect(usual.messages[0]?.content).toMatchObject({ text: expect.stringContaining('"Did the week go well?"') });
    await expect(client.getPrompt({ name: "decision" })).rejects.toThrow("the argument topic is missing");
    await expect(client.getPrompt({ name: "none" })).rejects.toThrow("there is no prompt none");
  });

  test("start debates by their name.", async () => {
    const client = await connect(token);
    const started = await textOf(client, "start_debate", { preset: "quick", topic: "Tea?" });
    expect(started.data).toMatchObject({ topic: "Tea?", format: "free-form", maxRounds: 2 });
  });
});

function auth() {
  return { authorization: `Bearer ${token}` };
}
