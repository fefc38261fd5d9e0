/** Hostile sizes: every list, map and text of a body has a maximum, and a refusal is short however much is wrong. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoRequest } from "../requests.ts";
import { createWorld, postOf, problemOf, type World } from "../world.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  maxItems?: number;
  maxLength?: number;
  maxProperties?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Description {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

/** A refusal's bytes, at most. */
const MOST_BYTES = 64_000;

let world: World;
let description: Description;
beforeAll(async () => {
  world = await createWorld();
  description = (await (await world.get("/openapi.json")).json()) as Description;
});
afterAll(() => world[Symbol.asyncDispose]());

/** Lists, maps and texts without a maximum, by their places in a schema. */
function unbounded(schema: Schema, place: string, seen: ReadonlySet<string> = new Set()): string[] {
  const { $ref, items, properties = {}, additionalProperties: others } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1) ?? "";
    if (seen.has(name)) return [];
    return unbounded(description.components.schemas[name] as Schema, place, new Set([...seen, name]));
  }
  const types = [schema.type ?? []].flat();
  const lacks = [
    types.includes("string") && schema.maxLength === undefined && !schema.enum && schema.const === undefined,
    types.includes("array") && schema.maxItems === undefined,
    typeof others === "object" && schema.maxProperties === undefined,
  ].some(Boolean);
  const parts = [
    ...(items ? [["*", items] as const] : []),
    ...Object.entries(properties),
    ...(typeof others === "object" ? [["*", others] as const] : []),
  ];
  return [
    ...(lacks ? [place] : []),
    ...parts.flatMap(([name, part]) => unbounded(part, `${place}/${name}`, seen)),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((list = []) =>
      list.flatMap((s) => unbounded(s, place, seen)),
    ),
  ];
}

test("Every list, every map and every text of every request has a maximum.", () => {
  const bodies = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ name: `${method} ${path}`, schema })),
    ),
  );
  expect(bodies.length).toBeGreaterThan(15);
  expect(bodies.flatMap(({ name, schema }) => unbounded(schema, name))).toEqual([]);
});

async function refusalOf(path: string, body: unknown, init: RequestInit = {}) {
  const response = await world.app.request(path, { ...postOf(body), ...init });
  const text = await response.clone().text();
  expect([path, response.status]).toEqual([path, 422]);
  expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES);
  return (await problemOf(response)).errors ?? [];
}

const many = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join()}]`;

/** A bound that nobody else has is a new one or a slip. `vitest -u` records it. */
test("The description has the bounds that were recorded, and no others.", async () => {
  const found = new Set<string>();
  const note = (value: unknown) => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, part] of Object.entries(value))
      if (BOUNDS.has(name) && typeof part === "number") found.add(`${name} ${part}`);
      else if (!name.startsWith("example")) note(part);
  };
  note(description.components.schemas);
  note(description.paths);
  const lines = [...found].toSorted(new Intl.Collator("en", { numeric: true }).compare);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("bounds.txt");
});

const ENDS = ["Length", "Items", "Properties", "imum"];
const BOUNDS = new Set(["exclusiveMinimum", ...ENDS.flatMap((end) => [`min${end}`, `max${end}`])]);

test("An import of empty turns is refused with 100 problems and a count of the rest.", async () => {
  const errors = await refusalOf("/v1/debates/import", `{"turns":${many(10_000, "{}")}}`);
  expect(errors).toHaveLength(101);
  expect(errors.at(-1)?.detail).toMatch(/^and [\d,]+ more$/);
});

test("A list that is too long is one problem, whatever is in it.", async () => {
  const errors = await refusalOf("/v1/debates/import", `{"turns":${many(300_000, "{}")}}`);
  expect(errors).toContainEqual({ pointer: "/turns", detail: "must have at most 40000 items" });
  expect(errors.filter(({ pointer }) => pointer.startsWith("/turns"))).toHaveLength(1);
});

test.each(["/v1/debates", "/v1/estimates"])("30,000 empty participants are one problem (%s).", async (path) => {
  for (const start of ["true", "false"]) {
    const body = `{"topic":"x","start":${start},"participants":${many(30_000, "{}")}}`;
    const response = await world.app.request(path, postOf(body));
    expect(response.status).toBe(path === "/v1/estimates" ? 200 : 422);
    const answer = (await response.json()) as { errors?: object[]; problems?: object[] };
    expect(answer.errors ?? answer.problems).toEqual([
      { pointer: "/participants", detail: "must have at most 8 items" },
    ]);
  }
});

test("Of participants without anything, every missing field is named.", async () => {
  const errors = await refusalOf("/v1/debates", { topic: "x", participants: [{}, 7, { name: "Ada" }] });
  expect(errors.map(({ pointer }) => pointer)).toEqual([
    "/participants/0/name",
    "/participants/0/model",
    "/participants/1",
    "/participants/2/model",
  ]);
});

test("Unknown fields are named up to a hundred, and long ones in brief.", async () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]));
  const errors = await refusalOf("/v1/debates", { ...demoRequest(), ...fields(900) });
  expect(errors.at(-1)).toEqual({ pointer: "", detail: "and 800 more" });
  expect(await refusalOf("/v1/debates", { ...demoRequest(), ...fields(80_000) })).toEqual([
    { pointer: "", detail: "an object may have 1000 fields at most" },
  ]);
  for (const path of ["/v1/debates", "/v1/debates/import", "/v1/positions", "/v1/templates", "/v1/keys"])
    await refusalOf(path, { ["\u0001".repeat(80_000)]: 1, ["🙂".repeat(100_000)]: 1 });
});

test("A body nested thousands deep is refused on every route.", async () => {
  const nested = `{"metadata":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}`;
  const made = await world.app.request("/v1/debates", postOf(demoRequest({ start: false })));
  const { id } = (await made.json()) as { id: string };
  for (const path of ["/v1/debates", "/v1/debates/import", "/v1/estimates", `/v1/debates/${id}/fork`]) {
    const errors = await refusalOf(path, nested);
    expect(errors).toEqual([{ pointer: "", detail: "objects and lists may be nested 64 deep at most" }]);
  }
  await refusalOf(`/v1/debates/${id}`, nested, { method: "PATCH" });
});

test("Metadata is refused where it is larger than an item of the store can be.", async () => {
  const large = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`key-${i}`, "é".repeat(2_000)]));
  expect(await refusalOf("/v1/debates", demoRequest({ metadata: large }))).toEqual([
    { pointer: "/metadata", detail: "must have at most 32000 bytes as JSON" },
  ]);
  const countless = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`key-${i}`, "x"]));
  expect(await refusalOf("/v1/debates", demoRequest({ metadata: countless }))).toEqual([
    { pointer: "/metadata", detail: "must have at most 100 fields" },
  ]);
});

test("The largest debate that the limits allow can be kept, read and listed.", async () => {
  const control = "\u0001".repeat(2_000);
  const participants = Array.from({ length: 8 }, (_, i) => {
    const texts = { position: control, persona: control, instructions: control, systemPrompt: control };
    return { name: `${"🙂".repeat(78)}${i}`, model: "demo/debater", ...texts };
  });
  const criteria = Array.from({ length: 12 }, (_, i) => {
    return { name: `${"é".repeat(70)}${i}`, weight: 1, description: "🙂".repeat(500) };
  });
  const request = demoRequest({
    start: false,
    topic: control,
    context: control,
    participants,
    judge: { model: "demo/judge", systemPrompt: control, criteria },
    tags: Array.from({ length: 20 }, (_, i) => `${"🙂".repeat(78)}${i}`),
    metadata: Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`key-${i}`, "x".repeat(2_000)])),
  });
  const made = await world.app.request("/v1/debates", postOf(request));
  expect(made.status).toBe(201);
  const { id } = (await made.json()) as { id: string };
  expect((await world.get(`/v1/debates/${id}`)).status).toBe(200);
  expect((await world.get("/v1/debates?limit=1")).status).toBe(200);
});

const RESERVED = ["constructor", "hasOwnProperty", "toString", "valueOf", "__proto__"];

test.each(RESERVED)(
  "The name %s is refused as a participant's id, a key of metadata and a criterion.",
  async (name) => {
    const [first, second] = demoRequest().participants as object[];
    const named = demoRequest({ participants: [{ ...first, id: name }, second] });
    expect(await refusalOf("/v1/debates", named)).toMatchObject([{ pointer: "/participants/0/id" }]);
    const judge = { model: "demo/judge", criteria: [{ name, weight: 1 }] };
    expect(await refusalOf("/v1/debates", demoRequest({ judge }))).toMatchObject([
      { pointer: "/judge/criteria/0/name" },
    ]);
    const text = JSON.stringify(demoRequest({ metadata: { KEY: "x" } })).replace("KEY", name);
    const [fault] = await refusalOf("/v1/debates", text);
    expect(`${fault?.pointer} ${fault?.detail}`).toContain(name);
    const changed = await world.app.request("/v1/debates", postOf(demoRequest({ start: false })));
    const { id } = (await changed.json()) as { id: string };
    await refusalOf(`/v1/debates/${id}`, `{"metadata":{"${name}":"x"}}`, { method: "PATCH" });
  },
);

test("A long refusal is not kept for repeated requests: a short one is.", async () => {
  const [long, short] = [`{"turns":${many(1_000, "{}")}}`, '{"turns":[{}]}'];
  for (const [body, replayed] of [
    [long, null],
    [short, "true"],
  ] as const) {
    const init = postOf(body, { "idempotency-key": body.slice(0, 40) });
    const first = await world.app.request("/v1/debates/import", init);
    const again = await world.app.request("/v1/debates/import", init);
    expect([first.status, again.status]).toEqual([422, 422]);
    expect(again.headers.get("idempotent-replayed")).toBe(replayed);
  }
});

test("The description is made once, and not sent again to whoever has it.", async () => {
  const [first, second] = await Promise.all([world.get("/openapi.json"), world.get("/openapi.json")]);
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toMatch(/^"\w+"$/);
  expect(second.headers.get("etag")).toBe(etag);
  const known = await world.get("/openapi.json", { "if-none-match": etag });
  expect([known.status, await known.text()]).toEqual([304, ""]);
});
