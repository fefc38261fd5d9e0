/** Which schemas an output may have, and how values are checked by them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readOutput } from "../../../domain/prompts/output/output.prompt.ts";
import {
  checkerOf,
  type JsonSchema,
  MOST_SCHEMA_BYTES,
  schemaFaults,
} from "../../../domain/shapes/schemas/json-schema.ts";

const object = (properties: object, more: object = {}): JsonSchema => ({ type: "object", properties, ...more });
const nested = (levels: number): object =>
  levels === 0 ? { type: "string" } : { type: "array", items: nested(levels - 1) };

/** Each names the one before twice, so it has 2^n schemas. */
function doubling(levels: number): JsonSchema {
  const names = Array.from({ length: levels }, (_, i) => `d${i}`);
  const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
  const defs = names.map((name, i) => [name, i === 0 ? { type: "string" } : twice(`d${i - 1}`)]);
  return object({ all: twice(names.at(-1) ?? "") }, { $defs: Object.fromEntries(defs) });
}

describe("a schema", () => {
  it.each([
    ["no object", { type: "array", items: {} }, ["type"], /must be object/],
    ["without a type", { properties: {} }, ["type"], /must be object/],
    [
      "a reference outside",
      object({ a: { $ref: "https://example.org/a.json" } }),
      ["properties", "a", "$ref"],
      /\$defs/,
    ],
    ["a reference to nothing", object({ a: { $ref: "#/$defs/none" } }), [], /cannot be read: Reference not found/],
    ["patternProperties", object({}, { patternProperties: { a: {} } }), ["patternProperties"], /not taken/],
    ["a condition", object({ a: { if: {}, else: {} } }), [], /cannot be read: Conditional/],
    ["an unknown type", object({ a: { type: "date" } }), [], /cannot be read: Unsupported type/],
    ["a schema that is none", object({ a: "string" }), ["properties", "a"], /must be a JSON Schema/],
    ["a reserved name", object({ constructor: {} }), ["properties", "constructor"], /reserved name/],
    ["too many levels", object({ a: nested(40) }), [], /nested 32 deep/],
    ["too many bytes", object({ a: { description: "x".repeat(MOST_SCHEMA_BYTES) } }), [], /32000 bytes/],
    ["too many schemas", doubling(20), [], /at most 2000 schemas/],
    [
      "itself inside",
      object({ a: { $ref: "#/$defs/a" } }, { $defs: { a: object({ more: { $ref: "#/$defs/a" } }) } }),
      [],
      /must not contain itself, as #\/\$defs\/a does/,
    ],
  ])("with %s is refused by its place", (_, schema, path, message) => {
    expect(schemaFaults(schema)).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  it("of any form is either refused or can be used", () => {
    const keyword = fc.constantFrom(
      "type",
      "properties",
      "items",
      "anyOf",
      "enum",
      "$ref",
      "not",
      "required",
      "format",
    );
    const schema = fc.dictionary(keyword, fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(schema, fc.jsonValue(), (given, value) => {
        const whole = { ...given, type: "object" };
        if (schemaFaults(whole).length === 0) expect(readOutput(JSON.stringify(value), whole)).toHaveProperty("ok");
      }),
    );
  });

  it("has patterns and defaults for the model alone, and names of fields are none", () => {
    const schema = object(
      { pattern: { type: "string", pattern: "^(a+)+$" }, default: { type: "number", default: 1 } },
      { required: ["pattern", "default"] },
    );
    expect(schemaFaults(schema)).toEqual([]);
    expect(readOutput(JSON.stringify({ pattern: `${"a".repeat(60)}!`, default: 2 }), schema).ok).toBe(true);
    expect(readOutput(JSON.stringify({ pattern: "a" }), schema)).toEqual({
      ok: false,
      faults: ["default is missing."],
    });
  });
});

describe("a value", () => {
  const schema = object(
    { who: { $ref: "#/$defs/who" }, scores: { type: "array", items: { type: "integer", minimum: 0 } } },
    { required: ["who"], additionalProperties: false, $defs: { who: { enum: ["Ada", "Ben"] } } },
  );

  it("fits, also inside a code fence", () => {
    expect(checkerOf(schema).parse({ who: "Ada" })).toEqual({ who: "Ada" });
    expect(readOutput('```json\n{"who":"Ben","scores":[1,2]}\n```', schema)).toEqual({
      ok: true,
      value: { who: "Ben", scores: [1, 2] },
    });
  });

  it.each([
    ["Ada", "The answer is not JSON: it must be one JSON object and nothing else."],
    ['{"who":"Cleo"}', "who must be one of Ada, Ben."],
    ['{"who":"Ada","why":"x"}', 'The answer has a field "why" that was not asked for.'],
    ['{"who":"Ada","scores":[1.5]}', "scores[0] must be of type int."],
  ])("%s does not", (text, fault) => {
    expect(readOutput(text, schema)).toEqual({ ok: false, faults: [fault] });
  });

  it("has no reserved names, and not too many levels", () => {
    const open: JsonSchema = { type: "object" };
    expect(readOutput('{"a":{"__proto__":1}}', open)).toMatchObject({ ok: false });
    expect(readOutput(`{"a":${"[".repeat(40)}${"]".repeat(40)}}`, open)).toMatchObject({ ok: false });
  });
});
