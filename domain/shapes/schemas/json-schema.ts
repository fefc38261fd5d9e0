/** The JSON Schemas that an output may have. What is refused here could make a check of a reply slow or endless. */
import { z } from "zod";
import { bytesOf } from "../../base/text/text.ts";
import { isReservedName } from "./names.schema.ts";

export type JsonSchema = Record<string, unknown>;

/** A problem inside a schema, by the path to it. */
export interface SchemaFault {
  path: (string | number)[];
  message: string;
}

/** Bytes of a schema as JSON. */
export const MOST_SCHEMA_BYTES = 32_000;
/** Nested objects and lists, of a schema and of a value. */
export const DEEPEST_VALUE = 32;
/** Schemas inside a schema once all references are followed: each may be tried for each value. */
const MOST_SCHEMAS = 2_000;

const SCHEMA_LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SCHEMA_MAPS = ["properties", "$defs", "definitions"];
const SCHEMAS = ["items", "additionalItems", "additionalProperties", "propertyNames", "contains", "contentSchema"];
const REFUSED: Record<string, string> = {
  patternProperties: "is not taken: name the properties",
  $dynamicRef: "is not taken: use $ref",
};
/** The code runs no regular expression of a request, and fills in no default: models are shown both. */
const UNCHECKED = ["pattern", "default"];

/** Every fault of a schema; none: it can be used. */
export function schemaFaults(schema: JsonSchema): SchemaFault[] {
  if (bytesOf(JSON.stringify(schema)) > MOST_SCHEMA_BYTES)
    return [{ path: [], message: `must have at most ${MOST_SCHEMA_BYTES} bytes as JSON` }];
  if (depthOf(schema) > DEEPEST_VALUE)
    return [{ path: [], message: `objects and lists in it may be nested ${DEEPEST_VALUE} deep at most` }];
  if (schema["type"] !== "object") return [{ path: ["type"], message: "must be object: an output is one JSON object" }];
  const faults = keywordFaults(schema, []);
  if (faults.length > 0) return faults;
  const size = expanded(schema, schema, []);
  if (typeof size !== "number") return [size];
  if (size > MOST_SCHEMAS)
    return [{ path: [], message: `must have at most ${MOST_SCHEMAS} schemas once its references are followed` }];
  return readingFaults(schema);
}

/** Checks values by a schema without faults. */
export function checkerOf(schema: JsonSchema): z.ZodType<JsonSchema> {
  return z.fromJSONSchema(checked(schema) as JsonSchema, {
    registry: z.registry(),
  }) as unknown as z.ZodType<JsonSchema>;
}

/** Levels of nested objects and lists, of which one too many is enough to know. */
export function depthOf(value: unknown, level = 0): number {
  if (typeof value !== "object" || value === null || level > DEEPEST_VALUE) return level;
  return Math.max(level + 1, ...Object.values(value).map((inner) => depthOf(inner, level + 1)));
}

/** Zod finds out only when a schema is read. */
function readingFaults(schema: JsonSchema): SchemaFault[] {
  try {
    checkerOf(schema);
    return [];
  } catch (error) {
    return [
      { path: [], message: `cannot be read: ${error instanceof Error ? error.message : "it is no JSON Schema"}` },
    ];
  }
}

function keywordFaults(schema: unknown, path: SchemaFault["path"]): SchemaFault[] {
  if (typeof schema === "boolean") return [];
  if (!isObject(schema)) return [{ path, message: "must be a JSON Schema" }];
  const refused = Object.keys(REFUSED).filter((keyword) => Object.hasOwn(schema, keyword));
  const { $ref } = schema;
  return [
    ...refused.map((keyword) => ({ path: [...path, keyword], message: REFUSED[keyword] as string })),
    ...($ref === undefined || isLocal($ref)
      ? []
      : [{ path: [...path, "$ref"], message: "must name a schema of $defs, such as #/$defs/item" }]),
    ...namesIn(schema, path),
    ...innerSchemas(schema).flatMap(([inner, at]) => keywordFaults(inner, [...path, ...at])),
  ];
}

function namesIn(schema: JsonSchema, path: SchemaFault["path"]): SchemaFault[] {
  return SCHEMA_MAPS.flatMap((keyword) =>
    (isObject(schema[keyword]) ? Object.keys(schema[keyword]) : [])
      .filter(isReservedName)
      .map((name) => ({ path: [...path, keyword, name], message: "is a reserved name" })),
  );
}

/** How many schemas it is once references are followed, or why that has no end. */
function expanded(schema: unknown, root: JsonSchema, open: string[]): number | SchemaFault {
  if (!isObject(schema)) return 1;
  const { $ref } = schema;
  let size = 1;
  if (typeof $ref === "string") {
    if (open.includes($ref)) return { path: [], message: `must not contain itself, as ${$ref.slice(0, 80)} does` };
    const more = expanded(target($ref, root), root, [...open, $ref]);
    if (typeof more !== "number") return more;
    size += more;
  }
  for (const [inner, [keyword]] of innerSchemas(schema)) {
    if (keyword === "$defs" || keyword === "definitions") continue;
    const more = expanded(inner, root, open);
    if (typeof more !== "number") return more;
    size += more;
    if (size > MOST_SCHEMAS) break;
  }
  return size;
}

function target($ref: string, root: JsonSchema): unknown {
  const [keyword = "", name = ""] = $ref.slice(2).split("/");
  const schemas = root[keyword];
  return isObject(schemas) ? schemas[name.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
}

function isLocal($ref: unknown): boolean {
  return typeof $ref === "string" && /^#\/(?:\$defs|definitions)\/[^/]+$/.test($ref);
}

type Inner = [schema: unknown, at: [keyword: string, ...rest: (string | number)[]]];

/** The schemas directly inside another. Everything else in it is data. */
function innerSchemas(schema: JsonSchema): Inner[] {
  return Object.entries(schema).flatMap(([keyword, value]): Inner[] => {
    if (isMapOf(keyword, value)) return Object.entries(value).map(([name, inner]) => [inner, [keyword, name]]);
    if (isListOf(keyword, value)) return value.map((inner, i) => [inner, [keyword, i]]);
    return SCHEMAS.includes(keyword) ? [[value, [keyword]]] : [];
  });
}

/** The schema without what the code does not check. */
function checked(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !UNCHECKED.includes(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (isMapOf(keyword, value))
        return [keyword, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, checked(inner)]))];
      if (isListOf(keyword, value)) return [keyword, value.map(checked)];
      return [keyword, SCHEMAS.includes(keyword) ? checked(value) : value];
    }),
  );
}

function isMapOf(keyword: string, value: unknown): value is JsonSchema {
  return SCHEMA_MAPS.includes(keyword) && isObject(value);
}

function isListOf(keyword: string, value: unknown): value is unknown[] {
  return (SCHEMA_LISTS.includes(keyword) || keyword === "items") && Array.isArray(value);
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
