import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import type { Preset, PresetDifference } from "../../domain/shapes/schemas/preset.ts";
import { BUILT_IN_PRESETS } from "../../features/presets/domain/built-in.ts";
import { createWorld, postOf, problemOf, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const REQUEST = { format: "free-form", maxRounds: 2, tags: ["weekly"] };

/** Makes the first version, or the next one. */
async function save(name: string, request: object = REQUEST, headers: Record<string, string> = {}) {
  const next = await put(name, request, headers);
  return next.status === 404 ? world.post("/v1/presets", { name, request }) : next;
}
function put(name: string, request: object, headers: Record<string, string> = {}) {
  const init = postOf({ request });
  return world.app.request(`/v1/presets/${name}`, {
    ...init,
    method: "PUT",
    headers: { ...(init.headers as Record<string, string>), ...headers },
  });
}
const read = async (reference: string) => (await (await world.get(`/v1/presets/${reference}`)).json()) as Preset;
const remove = (reference: string) => world.app.request(`/v1/presets/${reference}`, { method: "DELETE" });

async function refusal(response: Response) {
  const { status, errors } = await problemOf(response);
  return { status, pointers: (errors as { pointer: string }[] | undefined)?.map(({ pointer }) => pointer) };
}

describe("A preset", () => {
  test("is saved under a name, and each PUT makes the next version.", async () => {
    const created = await world.post("/v1/presets", { name: "weekly", description: "Each Monday", request: REQUEST });
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe("/v1/presets/weekly@1");
    expect(created.headers.get("etag")).toBe('"weekly@1"');
    const first = (await created.json()) as Preset;
    expect(first).toEqual({
      name: "weekly",
      version: 1,
      description: "Each Monday",
      request: REQUEST,
      builtIn: false,
      createdAt: expect.stringMatching(/^\d{4}-/),
    });
    const second = await save("weekly", { ...REQUEST, maxRounds: 3 });
    expect([second.status, second.headers.get("etag")]).toEqual([200, '"weekly@2"']);
    expect((await read("weekly")).version).toBe(2);
    expect(await read("weekly@1")).toEqual(first);
  });

  test("gets no new version from a PUT that says the same.", async () => {
    await save("same");
    const again = await save("same");
    expect([again.status, ((await again.json()) as Preset).version]).toEqual([200, 1]);
  });

  test("gets one version from each of those who save at once.", async () => {
    await save("raced", { maxRounds: 9 });
    const both = await Promise.all([1, 2, 3, 4].map((maxRounds) => save("raced", { ...REQUEST, maxRounds })));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const saved = (await Promise.all(both.map((each) => each.json()))) as Preset[];
    expect(saved.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5]);
    for (const each of saved) expect(await read(`raced@${each.version}`)).toEqual(each);
  });

  test("keeps every version: no method changes one.", async () => {
    await save("fixed");
    const before = await read("fixed@1");
    for (const response of [await put("fixed@1", { maxRounds: 4 }), await remove("fixed@1")]) {
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    }
    expect((await world.app.request("/v1/presets/fixed@1", { method: "PATCH" })).status).toBe(405);
    expect(await read("fixed@1")).toEqual(before);
  });

  test("is hidden by DELETE: its versions stay readable, and the next one goes on counting.", async () => {
    await save("gone");
    expect((await remove("gone")).status).toBe(204);
    expect((await world.get("/v1/presets/gone")).status).toBe(404);
    expect((await remove("gone")).status).toBe(404);
    expect((await read("gone@1")).version).toBe(1);
    const { items } = (await (await world.get("/v1/presets?limit=100")).json()) as { items: Preset[] };
    expect(items.map(({ name }) => name)).not.toContain("gone");
    const again = await world.post("/v1/presets", { name: "gone", request: REQUEST });
    expect([again.status, ((await again.json()) as Preset).version]).toEqual([201, 2]);
  });

  test("is not created twice by POST, and If-Match keeps two editors apart.", async () => {
    await save("edited");
    expect((await world.post("/v1/presets", { name: "edited", request: REQUEST })).status).toBe(409);
    expect((await save("edited", { maxRounds: 3 }, { "if-match": '"edited@1"' })).status).toBe(200);
    expect((await save("edited", { maxRounds: 4 }, { "if-match": '"edited@1"' })).status).toBe(412);
    expect((await put("nowhere", { maxRounds: 4 })).status).toBe(404);
  });

  test("has an ETag that spares a second reading.", async () => {
    await save("tagged");
    const etag = (await world.get("/v1/presets/tagged")).headers.get("etag") ?? "";
    const again = await world.app.request("/v1/presets/tagged", { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("tells what changed between two versions.", async () => {
    await save("compared", { maxRounds: 2, tags: ["a", "b"], judge: { model: "demo/judge", bothOrders: true } });
    await save("compared", { maxRounds: 3, tags: ["a", "c"], judge: { model: "demo/judge" }, format: "oxford" });
    const difference = (await (await world.get("/v1/presets/compared/diff?from=1&to=2")).json()) as PresetDifference;
    expect(difference).toEqual({
      name: "compared",
      from: 1,
      to: 2,
      changes: [
        { pointer: "/request/maxRounds", before: 2, after: 3 },
        { pointer: "/request/tags/1", before: "b", after: "c" },
        { pointer: "/request/judge/bothOrders", before: true },
        { pointer: "/request/format", after: "oxford" },
      ],
      patch: { maxRounds: 3, tags: ["a", "c"], judge: { bothOrders: null }, format: "oxford" },
    });
    expect((await world.get("/v1/presets/compared/diff?from=1&to=9")).status).toBe(404);
  });

  test("lists its versions, the newest first, page by page.", async () => {
    for (const maxRounds of [1, 2, 3]) await save("listed", { maxRounds });
    const first = await world.get("/v1/presets/listed/versions?limit=2");
    const page = (await first.json()) as { items: Preset[]; nextCursor: string };
    expect(page.items.map(({ version }) => version)).toEqual([3, 2]);
    const rest = await world.get(`/v1/presets/listed/versions?limit=2&cursor=${page.nextCursor}`);
    expect(((await rest.json()) as { items: Preset[] }).items.map(({ version }) => version)).toEqual([1]);
    expect((await world.get("/v1/presets/never/versions")).status).toBe(404);
  });
});

describe("A preset is refused", () => {
  test.each([
    ["a request of the wrong shape", { maxRounds: "two" }, ["/request/maxRounds"]],
    ["a request that breaks a rule of its format", { format: "council", maxRounds: 9 }, ["/request/maxRounds"]],
    ["an unknown field", { colour: "red" }, ["/request/colour"]],
    ["an unknown provider", { judge: { model: "nobody/x" } }, ["/request/judge/model"]],
    ["what is of one debate", { start: false, preset: "quick" }, ["/request/start", "/request/preset"]],
    ["a webhook, which has a secret", { webhook: { url: "https://example.com" } }, ["/request/webhook"]],
    ["more than an item holds", { context: "x".repeat(200_000) }, ["/request"]],
  ])("for %s.", async (_, request, pointers) => {
    expect(await refusal(await save("refused", request as object))).toEqual({ status: 422, pointers });
    expect((await world.get("/v1/presets/refused")).status).toBe(404);
  });

  test.each(["Weekly", "a b", "-a", "a@b", "x".repeat(64)])("for the name %j.", async (name) => {
    expect(await refusal(await world.post("/v1/presets", { name, request: REQUEST }))).toEqual({
      status: 422,
      pointers: ["/name"],
    });
  });

  test("for a built-in name.", async () => {
    expect((await save("quick")).status).toBe(409);
    expect((await remove("quick")).status).toBe(409);
    expect((await world.post("/v1/presets", { name: "quick", request: REQUEST })).status).toBe(409);
  });
});

describe("A debate from a preset", () => {
  test.each(BUILT_IN_PRESETS.map(({ name }) => name))("begins with a topic alone: %s.", async (preset) => {
    const response = await world.post("/v1/debates", { preset, topic: "Should cities ban cars?" });
    const debate = (await response.json()) as Debate;
    expect([response.status, debate.preset]).toEqual([201, `${preset}@1`]);
    const models = [
      ...debate.participants.map(({ model }) => model),
      debate.judge?.model,
      ...(debate.judge?.panel ?? []),
    ];
    for (const model of models) expect(model).not.toContain("usual");
    expect(debate.warnings[0]?.detail).toContain(`usual/speaker-1 is ${debate.participants[0]?.model}`);
  });

  test("has the preset's fields, those of the request over them, and the version that it was made from.", async () => {
    await save("own", { maxRounds: 3, tags: ["weekly"], metadata: { team: "a", place: "b" } });
    const made = await world.post("/v1/debates", {
      preset: "own",
      topic: "Tea?",
      maxRounds: 2,
      metadata: { place: null, day: "c" },
    });
    const debate = (await made.json()) as Debate;
    expect(debate).toMatchObject({ preset: "own@1", maxRounds: 2, tags: ["weekly"] });
    expect(debate.metadata).toEqual({ team: "a", day: "c" });
    const request = (await (await world.get(`/v1/debates/${debate.id}/request`)).json()) as object;
    expect(request).toMatchObject({ topic: "Tea?", maxRounds: 2 });
    expect(request).not.toHaveProperty("preset");
  });

  test("may name a version, also for a draft.", async () => {
    await save("drafted", { maxRounds: 3 });
    await save("drafted", { maxRounds: 4 });
    const made = await world.post("/v1/debates", { preset: "drafted@1", topic: "Tea?", start: false });
    const draft = (await made.json()) as Debate;
    expect(draft).toMatchObject({ preset: "drafted@1", maxRounds: 3 });
  });

  test("is a whole draft too: its models are those of the server.", async () => {
    const made = await world.post("/v1/debates", { preset: "decision", topic: "Tea?", start: false });
    const { problems, judge, draft } = (await made.json()) as Debate;
    expect([made.status, problems]).toEqual([201, []]);
    expect(judge?.model).not.toContain("usual");
    expect(JSON.stringify(draft)).not.toContain("usual/");
  });

  test("needs no topic where the preset has one, and is estimated the same way.", async () => {
    await save("whole", { topic: "Tea or coffee?", maxRounds: 1 });
    const made = await world.post("/v1/debates", { preset: "whole" });
    expect([made.status, ((await made.json()) as Debate).topic]).toEqual([201, "Tea or coffee?"]);
    const estimate = await world.post("/v1/estimates", { preset: "whole" });
    expect(await estimate.json()).toMatchObject({ problems: [], likely: { calls: expect.any(Number) } });
  });

  test.each(["nobody", "quick@2", "Quick", "own@0", 7, null])("is refused for the preset %j.", async (preset) => {
    const refused = await world.post("/v1/debates", { preset, topic: "Tea?" });
    expect(await refusal(refused)).toEqual({ status: 422, pointers: ["/preset"] });
  });
});
