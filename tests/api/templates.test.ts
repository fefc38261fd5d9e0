import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTemplateSearch } from "../../activities/retrieval/index.ts";
import { TEMPLATE_VECTORS, TEMPLATES } from "../../domain/around/outside-records.ts";
import { BUILT_IN, builtInTemplate } from "../../domain/rules/templates/registry.rules.ts";
import type { Template } from "../../domain/rules/templates/template.ts";
import { startEmbeddingServer } from "../support/models/embedding-server.ts";
import { createWorld, postOf, problemOf, unreachableStore, type World } from "./world.ts";

interface Page {
  items: Template[];
  nextCursor: string | null;
}

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const GOOD = { name: "Ask the ferryman", description: "Who crosses daily", text: "Ask him twice.", tags: ["boats"] };

async function create(body: object = GOOD): Promise<Template> {
  const response = await world.post("/v1/templates", body);
  expect(response.status).toBe(201);
  return (await response.json()) as Template;
}

const put = (id: string, body: unknown = GOOD) =>
  world.app.request(`/v1/templates/${id}`, { ...postOf(body), method: "PUT" });
const remove = (id: string) => world.app.request(`/v1/templates/${id}`, { method: "DELETE" });

async function allPages(limit: number): Promise<Page["items"][]> {
  const pages: Page["items"][] = [];
  for (let path: string | null = `/v1/templates?limit=${limit}`; path; ) {
    const response = await world.get(path);
    const page = (await response.json()) as Page;
    pages.push(page.items);
    const link: string | undefined = /^<(.+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1];
    expect(link !== undefined).toBe(page.nextCursor !== null);
    path = link ?? null;
  }
  return pages;
}

describe("A template of one's own", () => {
  test("is created, read, replaced and removed.", async () => {
    const response = await world.post("/v1/templates", GOOD);
    const made = (await response.json()) as Template;
    expect(made).toEqual({ ...GOOD, id: expect.stringMatching(/^tpl-\d{8}-\d{6}-\w{6}$/), builtIn: false });
    expect(response.headers.get("location")).toBe(`/v1/templates/${made.id}`);
    expect(await (await world.get(`/v1/templates/${made.id}`)).json()).toEqual(made);

    const replaced = await put(made.id, { name: "New", text: "Say it." });
    expect(replaced.status).toBe(200);
    const now = { id: made.id, name: "New", text: "Say it.", tags: [], builtIn: false };
    expect(await replaced.json()).toEqual(now);
    expect(await (await world.get(`/v1/templates/${made.id}`)).json()).toEqual(now);

    const { records } = world.store;
    const vector = { id: made.id, key: "k", vector: Float32Array.of(1) };
    await records.put({ tenant: "default" }, TEMPLATE_VECTORS, vector);
    expect((await remove(made.id)).status).toBe(204);
    expect(await records.list({ tenant: "default" }, TEMPLATE_VECTORS, {})).toEqual([]);
    expect((await world.get(`/v1/templates/${made.id}`)).status).toBe(404);
    expect((await remove(made.id)).status).toBe(404);
    expect((await put(made.id)).status).toBe(404);
  });

  test("without a text is a 422 with its pointer, and nothing is stored.", async () => {
    const before = await world.store.records.list({ tenant: "default" }, TEMPLATES, {});
    const response = await world.post("/v1/templates", { name: "Nothing to say" });
    expect(response.status).toBe(422);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect((await problemOf(response)).errors).toEqual([{ pointer: "/text", detail: expect.any(String) }]);
    expect(await world.store.records.list({ tenant: "default" }, TEMPLATES, {})).toEqual(before);
  });

  test("has every fault of its body named at once.", async () => {
    const { id } = await create();
    const body = { name: " ", text: "x".repeat(8_001), tags: ["a<b"], colour: "red" };
    for (const response of [await world.post("/v1/templates", body), await put(id, body)]) {
      expect(response.status).toBe(422);
      const pointers = (await problemOf(response)).errors?.map(({ pointer }) => pointer);
      expect(pointers?.toSorted()).toEqual(["/colour", "/name", "/tags/0", "/text"]);
    }
    expect(await (await world.get(`/v1/templates/${id}`)).json()).toMatchObject(GOOD);
  });

  test("that is not JSON is a 400, of another type a 415.", async () => {
    expect((await world.post("/v1/templates", "{")).status).toBe(400);
    const text = await world.post("/v1/templates", "name", { "content-type": "text/plain" });
    expect(text.status).toBe(415);
  });

  test("of another tenant is not found.", async () => {
    const stranger = { id: "tpl-20261121-051254-7K2M9Q", name: "Theirs", text: "Secret.", tags: [] };
    await world.store.records.put({ tenant: "another" }, TEMPLATES, stranger);
    for (const response of [
      await world.get(`/v1/templates/${stranger.id}`),
      await put(stranger.id),
      await remove(stranger.id),
    ])
      expect(response.status).toBe(404);
    expect(await world.store.records.get({ tenant: "another" }, TEMPLATES, { id: stranger.id })).toEqual(stranger);
  });

  test.each(["nobody", "tpl-1", "%23", "x".repeat(3_000)])("under the unknown id %s is a 404.", async (id) => {
    for (const response of [await world.get(`/v1/templates/${id}`), await put(id), await remove(id)])
      expect([response.status, (await problemOf(response)).type]).toEqual([404, "/problems/not-found"]);
  });
});

describe("A built-in template", () => {
  test("can be read.", async () => {
    const response = await world.get("/v1/templates/chestertons-fence");
    expect(await response.json()).toEqual(builtInTemplate("chestertons-fence"));
  });

  test("can not be changed or removed: a 409 says so.", async () => {
    for (const response of [await put("chestertons-fence"), await remove("chestertons-fence")]) {
      expect(response.status).toBe(409);
      const problem = await problemOf(response);
      expect(problem.type).toBe("/problems/conflict");
      expect(problem.detail).toMatch(/chestertons-fence is built in and cannot be changed/);
    }
  });
});

describe("The list", () => {
  test("has the built-in templates first, marked, then one's own, in pages of any size.", async () => {
    const made = [await create(), await create(), await create()];
    const own = (await world.store.records.list({ tenant: "default" }, TEMPLATES, {})).map(({ id }) => id);
    expect(own).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
    const expected = [...BUILT_IN.map(({ id }) => id), ...own];
    for (const limit of [1, 7, BUILT_IN.length - 1, BUILT_IN.length, BUILT_IN.length + 1, 100]) {
      const pages = await allPages(limit);
      expect(pages.flat().map(({ id }) => id)).toEqual(expected);
      for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
      expect(pages.at(-1)?.length).toBeGreaterThan(0);
      for (const { id, builtIn } of pages.flat()) expect([id, builtIn]).toEqual([id, !own.includes(id)]);
    }
  });

  test("ends with the built-in ones when there are no others.", async () => {
    await using empty = await createWorld();
    const path = `/v1/templates?limit=${BUILT_IN.length}`;
    expect(await (await empty.get(path)).json()).toEqual({ items: BUILT_IN, nextCursor: null });
  });

  test("takes no cursor that was changed or made for another list.", async () => {
    expect((await world.get("/v1/templates?cursor=abc.def")).status).toBe(400);
    const { nextCursor } = (await (await world.get("/v1/templates?limit=1")).json()) as Page;
    expect((await world.get(`/v1/debates?cursor=${nextCursor}`)).status).toBe(400);
    expect((await world.get(`/v1/templates?cursor=x${nextCursor}`)).status).toBe(400);
  });

  test("names limits out of bounds and unknown parameters.", async () => {
    const response = await world.get("/v1/templates?limit=101&tag=x");
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.map(({ pointer }) => pointer).toSorted()).toEqual(["/limit", "/tag"]);
  });
});

describe("The search", () => {
  const find = async (app: World["app"], query: string) => {
    const response = await app.request(`/v1/templates/search?${query}`);
    expect(response.status).toBe(200);
    return (await response.json()) as { method: string; items: { id: string; score: number }[] };
  };

  test("finds built-in templates and one's own by their words.", async () => {
    const { id, name, text } = await create({ name: "The heron", text: "Stand still by the water." });
    const found = await find(world.app, "q=heron");
    expect(found).toEqual({ method: "lexical", items: [{ id, name, text, score: expect.any(Number) }] });
    expect((await find(world.app, "q=proof+by+contradiction&limit=2")).items).toHaveLength(2);
    expect((await find(world.app, "q=xyzzy")).items).toEqual([]);
  });

  test.each([
    ["", "/q"],
    ["q=+", "/q"],
    [`q=${"x".repeat(2_001)}`, "/q"],
    ["q=a&limit=51", "/limit"],
    ["q=a&tag=b", "/tag"],
  ])("refuses a query with a fault, at its pointer.", async (query, pointer) => {
    const response = await world.get(`/v1/templates/search?${query}`);
    expect(response.status).toBe(422);
    expect((await problemOf(response)).errors?.map((fault) => fault.pointer)).toEqual([pointer]);
  });

  test("goes by meaning with an embedding model, and by words when that fails, saying which.", async () => {
    const server = await startEmbeddingServer();
    try {
      const embedding = {
        model: { provider: "openai", model: "text-embedding-3-small" },
        providers: server.providers,
        quotas: world.store.quotas,
      };
      const templates = createTemplateSearch({ records: world.store.records, embedding });
      const app = world.appWith({ templates });
      const found = await find(app, "q=dismantle&limit=2");
      expect([found.method, found.items[0]?.id]).toEqual(["semantic", "chestertons-fence"]);
      server.answer({ status: 500, body: { error: { message: "sk-secret" } } });
      const fallen = await find(app, "q=hypocrisy");
      expect([fallen.method, fallen.items[0]?.id]).toEqual(["lexical", "consistency-across-cases"]);
      const line = world.lines.find(({ message }) => message === "templates are searched by words instead");
      expect(line?.fields).toMatchObject({ reason: expect.stringContaining("status 500") });
      expect(JSON.stringify(world.lines)).not.toContain("sk-secret");
    } finally {
      await server.stop();
    }
  });

  test("is a 503 when the store does not answer.", async () => {
    const store = unreachableStore();
    const app = world.appWith({ store, templates: createTemplateSearch({ records: store.records }) });
    expect((await app.request("/v1/templates/search?q=heron")).status).toBe(503);
    expect((await app.request("/v1/templates?limit=100")).status).toBe(503);
  });
});
