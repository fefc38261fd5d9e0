/**
 * The examples of the API's description, run. After a change of what is answered, record them anew:
 *
 *     RECORD_EXAMPLES=1 npx vitest run tests/api/openapi/examples.test.ts
 */
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { openWorld } from "../../support/use-world.ts";
import type { World } from "../../support/world.ts";
import { type Answered, callAll, type Described } from "./example-calls.ts";

type Media = NonNullable<Described["requestBody"]>["content"];

const ANSWERS = new URL("../../../api/openapi/examples/answers.json", import.meta.url);
const TOKEN = /prl_[0-9a-z]{12}_[\w-]{43}/g;

let world: World;
let schemas: object;
let operations: Described[];
let answers: Map<string, Answered>;
beforeAll(async () => {
  world = await openWorld({ demo: true });
  const document = (await world.request("/openapi.json")).body as {
    paths: Record<string, Record<string, Described>>;
    components: { schemas: object };
  };
  schemas = document.components.schemas;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  answers = await callAll(world, operations);
  if (process.env.RECORD_EXAMPLES) await record();
});
afterAll(() => world.stop());

const jsonOf = (content: Media = {}) => Object.entries(content).find(([type]) => type.endsWith("json"))?.[1];
const successOf = ({ responses }: Described) =>
  Object.entries(responses).find(([status]) => status.startsWith("2")) ?? expect.unreachable("no success is described");

async function record(): Promise<void> {
  const recorded = operations.flatMap((operation) => {
    const [status, success] = successOf(operation);
    const answer = answers.get(operation.operationId);
    const body = answer?.status === Number(status) ? (answer.body as object) : null;
    return jsonOf(success.content) && body ? [[operation.operationId, shortened(body)] as const] : [];
  });
  const text = JSON.stringify(Object.fromEntries(recorded), null, 1).replaceAll(
    TOKEN,
    `prl_7k2m9qa4xw0t_${"x".repeat(43)}`,
  );
  await writeFile(ANSWERS, `${text.replaceAll(world.url, "http://127.0.0.1:3000")}\n`);
}

/** Of a list the first two are example enough. */
function shortened(body: object): object {
  return "items" in body && Array.isArray(body.items) ? { ...body, items: body.items.slice(0, 2) } : body;
}

/** Throws for what the schema of the description does not allow. */
function requireValid(schema: object, value: unknown): void {
  const text = JSON.stringify({ ...schema, $defs: schemas }).replaceAll("#/components/schemas/", "#/$defs/");
  z.fromJSONSchema(JSON.parse(text)).parse(value);
}

test("Every operation was called with its example, and answered as it is described.", () => {
  for (const operation of operations) {
    const [status, { content }] = successOf(operation);
    const answer = answers.get(operation.operationId);
    expect([operation.operationId, String(answer?.status), answer?.status === Number(status) || answer?.text]).toEqual([
      operation.operationId,
      status,
      true,
    ]);
    const json = jsonOf(content);
    if (json) requireValid(json.schema, answer?.body);
  }
});

test("No request names a model that needs a key; an import alone has those of the debate that it brings.", () => {
  const asking = operations.filter(({ operationId }) => operationId !== "importDebate");
  const text = JSON.stringify(asking.map(({ requestBody }) => jsonOf(requestBody?.content)?.example));
  const models = [...text.matchAll(/"model":"([^"]+)"/g)].map(([, model]) => model);
  expect(models.length).toBeGreaterThan(5);
  for (const model of models) expect(model).toMatch(/^(demo|parley)\//);
});

test("Every JSON answer ends with one line break.", () => {
  const bodies = operations.flatMap((operation) =>
    jsonOf(successOf(operation)[1].content) ? [answers.get(operation.operationId)?.text] : [],
  );
  expect(bodies.length).toBeGreaterThan(30);
  for (const body of bodies) expect(body).toMatch(/^[^\n]+\n$/);
});

test("Every JSON body has an example that its schema allows.", () => {
  for (const operation of operations) {
    const [, { content }] = successOf(operation);
    for (const json of [jsonOf(content), jsonOf(operation.requestBody?.content)]) {
      if (!json) continue;
      expect(json.example, operation.operationId).toBeDefined();
      requireValid(json.schema, json.example);
    }
  }
});
