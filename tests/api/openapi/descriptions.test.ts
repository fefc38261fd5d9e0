/** The reference says what every field of a request is for. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "../world.ts";

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

let world: World;
let operations: Operation[];
let schemas: Record<string, Schema>;
beforeAll(async () => {
  world = await createWorld();
  const document = (await (await world.get("/openapi.json")).json()) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  schemas = document.components.schemas;
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});
afterAll(() => world[Symbol.asyncDispose]());

const nameOf = ({ $ref = "" }: Schema) => $ref.split("/").at(-1) ?? "";
const referred = (schema: Schema): Schema => (schema.$ref ? (schemas[nameOf(schema)] ?? {}) : schema);
/** A property is described where it stands, or by a schema that it refers to. */
const isDescribed = (schema: Schema): boolean =>
  [schema, ...(schema.anyOf ?? [])].some((part) => part.description ?? referred(part).description);

/** Places of properties without a description, `*` for any element. Named schemas are walked once each. */
function undescribed(schema: Schema, place: string, seen: Set<string>): string[] {
  if (schema.$ref) {
    const name = nameOf(schema);
    if (seen.has(name)) return [];
    seen.add(name);
    return undescribed(referred(schema), name, seen);
  }
  const { properties = {}, items, additionalProperties: others, anyOf = [], oneOf = [], allOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, part]) => [
    ...(isDescribed(part) ? [] : [`${place}/${name}`]),
    ...undescribed(part, `${place}/${name}`, seen),
  ]);
  const elements = [...(items ? [items] : []), ...(typeof others === "object" ? [others] : [])];
  return [
    ...own,
    ...elements.flatMap((part) => undescribed(part, `${place}/*`, seen)),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((part) => undescribed(part, place, seen)),
  ];
}

test("Every property of every request body is described.", () => {
  const seen = new Set<string>();
  const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
  expect(bodies.flatMap(({ schema }) => undescribed(schema, "", seen))).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
});

test("Every property of every answer is described, events aside.", () => {
  const events = Object.keys(schemas).filter((name) => name.endsWith("Event"));
  const answers = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ content = {} }) => Object.values(content)),
  );
  expect(answers.flatMap(({ schema }) => undescribed(schema, "", new Set(events)))).toEqual([]);
});

test("Every parameter of every address, query and header is described.", () => {
  const missing = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters
      .filter(({ description, schema }) => !description && !schema.description)
      .map(({ name }) => `${operationId} ${name}`),
  );
  expect(missing).toEqual([]);
});
