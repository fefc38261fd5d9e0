/** A value of the schema that the prompt shows. It says nothing about the debate. */
import type { JsonSchema } from "../../../domain/shapes/schemas/json-schema.ts";
import type { DemoRequest } from "./request.demo.ts";

const CANNED = "Canned by the demo.";

export function demoOutput({ schema }: DemoRequest): object {
  return valueOf(schema, schema) as object;
}

function valueOf(given: unknown, root: JsonSchema): unknown {
  const schema = (typeof given === "object" && given !== null ? given : {}) as JsonSchema;
  const { $ref, enum: choices, const: only, anyOf, oneOf, allOf } = schema;
  if (typeof $ref === "string") return valueOf(definition($ref, root), root);
  if (only !== undefined) return only;
  if (Array.isArray(choices)) return choices[0];
  const [first] = [anyOf, oneOf].flatMap((branches) => (Array.isArray(branches) ? branches : []));
  if (first !== undefined) return valueOf(first, root);
  if (Array.isArray(allOf)) return allOf.map((part) => valueOf(part, root)).reduce(merged, plainValue(schema, root));
  return plainValue(schema, root);
}

function merged(one: unknown, other: unknown): unknown {
  const areObjects = [one, other].every((value) => typeof value === "object" && value !== null);
  return areObjects ? { ...(one as object), ...(other as object) } : other;
}

function plainValue(schema: JsonSchema, root: JsonSchema): unknown {
  switch ([schema["type"]].flat()[0] ?? (schema["properties"] ? "object" : "string")) {
    case "object":
      return Object.fromEntries(
        Object.entries((schema["properties"] ?? {}) as JsonSchema).map(([name, inner]) => [name, valueOf(inner, root)]),
      );
    case "array":
      return Array.from({ length: least(schema["minItems"], 1) }, () => valueOf(schema["items"], root));
    case "number":
    case "integer":
      return least(schema["minimum"], Math.min(1, least(schema["maximum"], 1)));
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return text(schema);
  }
}

function text({ minLength, maxLength, format }: JsonSchema): string {
  if (format === "date") return "2026-01-01";
  if (format === "date-time") return "2026-01-01T00:00:00Z";
  if (format === "uri") return "https://example.org/";
  if (format === "email") return "demo@example.org";
  return CANNED.padEnd(least(minLength, 0), ".").slice(0, least(maxLength, Infinity));
}

function least(bound: unknown, otherwise: number): number {
  return typeof bound === "number" ? bound : otherwise;
}

function definition($ref: string, root: JsonSchema): unknown {
  return $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((found, name) => (found as JsonSchema | undefined)?.[name], root);
}
