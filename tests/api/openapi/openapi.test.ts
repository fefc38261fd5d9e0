import { afterAll, beforeAll, expect, test } from "vitest";
import { FIELDS } from "../../../domain/play/events/fields.events.ts";
import { EVENT_NAMES, EVENTS } from "../../../domain/play/events/registry.events.ts";
import { MODEL_OPTIONS } from "../../../domain/shapes/catalogue/model-choice.ts";
import { createWorld, type World } from "../world.ts";

interface Answer {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: { $ref?: string } }>;
}
interface Operation {
  operationId: string;
  summary: string;
  parameters?: object[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, Answer>;
}

let world: World;
let document: {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { type?: unknown; properties?: Record<string, unknown> }> };
};
let operations: [string, Operation][];
beforeAll(async () => {
  world = await createWorld();
  document = (await (await world.get("/openapi.json")).json()) as typeof document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  );
});
afterAll(() => world[Symbol.asyncDispose]());

test("The description is OpenAPI 3.1 and names every route that is answered.", () => {
  expect(document.openapi).toBe("3.1.0");
  const described = operations.map(([name]) => name).toSorted();
  const hidden = ["/", "/openapi.json", "/docs", "/docs/start.js", "/docs/:file", "/docs/guide", "/docs/guide/*"];
  // A protocol of its own, which describes itself.
  hidden.push("/mcp");
  const ofPages = /^\/(debates|experiments|keys|presets|ratings|schedules|assets|session|shared)(\/|$)/;
  const routed = world.app.routes
    .filter(({ method, path }) => method !== "ALL" && !hidden.includes(path) && !ofPages.test(path))
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(described).toEqual([...new Set(routed)].toSorted());
  expect(described).toContain("get /v1/debates/{id}/events");
});

test("Every event is described under a name of its own, with its fields.", () => {
  const { schemas } = document.components;
  const { oneOf = [] } = schemas["Event"] as { oneOf?: { $ref: string }[] };
  const described = oneOf.map(({ $ref }) => schemas[$ref.replace("#/components/schemas/", "")]?.properties ?? {});
  expect(described.map(({ type }) => (type as { enum?: string[] } | undefined)?.enum?.[0])).toEqual(EVENT_NAMES);
  for (const [i, { shape }] of EVENTS.entries())
    expect(Object.keys(described[i] ?? {})).toEqual(["id", "type", "at", ...Object.keys(shape(FIELDS))]);
});

test("A model has one shape wherever a request names one: its options stand nowhere else.", () => {
  const { schemas } = document.components;
  const fieldsOf = (name: string) => schemas[name]?.properties ?? {};
  const choice = { $ref: "#/components/schemas/ModelChoice" };
  const listed = expect.objectContaining({ items: choice });
  expect(fieldsOf("JudgeRequest")).toMatchObject({
    model: choice,
    panel: { anyOf: expect.arrayContaining([listed]) },
  });
  expect(fieldsOf("ParticipantRequest")).toMatchObject({ model: choice });
  expect(fieldsOf("AudienceRequest")).toMatchObject({ models: listed });
  expect(fieldsOf("Policies")).toMatchObject({ fallbackJudges: listed });
  const { anyOf = [] } = schemas["ModelChoice"] as { anyOf?: { properties?: object }[] };
  const [name, withOptions] = anyOf;
  expect(name).toMatchObject({ type: "string" });
  expect(Object.keys(withOptions?.properties ?? {})).toEqual(["model", ...MODEL_OPTIONS]);
  for (const part of ["JudgeRequest", "ParticipantRequest"])
    for (const option of MODEL_OPTIONS) expect(fieldsOf(part), part).not.toHaveProperty(option);
});

test("Every operation has a name of its own and a summary.", () => {
  const names = operations.map(([, { operationId }]) => operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const [name, { summary }] of operations) expect(summary, name).toBeTruthy();
});

test("Every operation documents its problems as problem+json; OpenAI's format has its own.", () => {
  for (const [name, { responses }] of operations) {
    const faults = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    expect(
      faults.map(([status]) => status),
      name,
    ).toEqual(expect.arrayContaining(["405", "500", "503"]));
    const isOpenAi = name.includes(" /openai/");
    const [type, schema] = isOpenAi
      ? (["application/json", "OpenAIError"] as const)
      : (["application/problem+json", "ProblemDetails"] as const);
    for (const [, { content }] of faults)
      expect(content?.[type]?.schema.$ref, name).toBe(`#/components/schemas/${schema}`);
    if (name.includes("/v1/") && !isOpenAi) expect(Object.keys(responses), name).toContain("422");
    if (name.includes("{id}")) expect(Object.keys(responses), name).toContain("404");
  }
});

test("Every schema of a body or an answer has a name, and every reference leads somewhere.", () => {
  const { schemas } = document.components;
  const contents = operations.flatMap(([, { requestBody, responses }]) => [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
  ]);
  for (const { schema } of contents) expect(schema.$ref).toMatch(/^#\/components\/schemas\/\w+$/);
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  for (const name of references) expect(Object.keys(schemas)).toContain(name);
});

test("What may be null says so where it stands, and no named schema is null by itself.", () => {
  const { schemas } = document.components;
  expect(schemas.Debate?.properties?.result).toEqual({
    anyOf: [
      { $ref: "#/components/schemas/VerdictResult" },
      { $ref: "#/components/schemas/SolutionResult" },
      { $ref: "#/components/schemas/AnswerResult" },
      { $ref: "#/components/schemas/PluralityResult" },
      { $ref: "#/components/schemas/CouncilResult" },
      { $ref: "#/components/schemas/UnjudgedResult" },
      { type: "null" },
    ],
    description: expect.any(String),
  });
  for (const [name, { type }] of Object.entries(schemas))
    expect([name, type]).not.toEqual([name, expect.arrayContaining(["null"])]);
});

/** Who may not call is refused before the key is looked at. */
const isReplayed = (status: number) => status < 500 && ![401, 403, 429].includes(status);

test("Every POST under /v1 takes an Idempotency-Key and says what a repeat may be answered.", () => {
  const posts = operations.filter(([name]) => name.startsWith("post /v1/"));
  expect(posts.length).toBeGreaterThan(5);
  for (const [name, { parameters = [], responses }] of posts) {
    expect(parameters, name).toContainEqual(expect.objectContaining({ name: "Idempotency-Key", in: "header" }));
    expect(responses["409"]?.description, name).toContain("request-in-progress");
    expect(responses["422"]?.description, name).toContain("idempotency-key-reused");
    for (const [status, { headers = {} }] of Object.entries(responses))
      expect("Idempotent-Replayed" in headers, `${name} ${status}`).toBe(isReplayed(Number(status)));
  }
});

test("Commands describe their bodies: stop has modes, answers their list, the others a reason.", () => {
  const bodyOf = (command: string) =>
    document.paths[`/v1/debates/{id}/${command}`]?.post?.requestBody?.content["application/json"]?.schema.$ref;
  expect(bodyOf("stop")).toBe("#/components/schemas/StopRequest");
  expect(bodyOf("answers")).toBe("#/components/schemas/AnswersRequest");
  expect(bodyOf("resume")).toBe("#/components/schemas/CommandRequest");
});
