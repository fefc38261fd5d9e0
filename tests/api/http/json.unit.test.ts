import { expect, test } from "vitest";
import { parseJson } from "../../../api/http/json.http.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";

const codeOf = (text: string): string => {
  try {
    parseJson(text);
    return "read";
  } catch (error) {
    return error instanceof ParleyError ? error.code : String(error);
  }
};

test("Valid JSON is read as JSON.parse reads it.", () => {
  const text = '{"a":[{"b":1},{"b":2}],"c":{"a":"}{,\\"a\\":"},"\\u0064":null}';
  expect(parseJson(text)).toEqual({ a: [{ b: 1 }, { b: 2 }], c: { a: '}{,"a":' }, d: null });
});

test("A field that stands twice in one object is refused, however it is written.", () => {
  expect(codeOf('{"topic":"a","x":{"topic":1},"to\\u0070ic":"b"}')).toBe("malformed-json");
  expect(codeOf('[{"a":1},{"a":1,"b":["a"],"a":2}]')).toBe("malformed-json");
  expect(codeOf('{"a":"a","b":"a","c":["a","a"]}')).toBe("read");
});

test("Half a surrogate pair is refused, a whole one is not.", () => {
  expect(codeOf('{"topic":"\\ud83d"}')).toBe("malformed-json");
  expect(codeOf('{"topic":"\\ud83d\\ude00"}')).toBe("read");
});

test("Texts that are no JSON are refused.", () => {
  for (const text of ["", "{", "{'a':1}", '{"a":1,}', "NaN", "[1] 2"])
    expect(codeOf(text), text).toBe("malformed-json");
});

test("A text that is no JSON is told where.", () => {
  expect(() => parseJson('{\n  "topic": "a",\n}')).toThrow("the body is not valid JSON: see line 3, column 1");
});

test("A body of one mebibyte of escapes or brackets is read without trouble.", () => {
  expect(codeOf(JSON.stringify({ topic: "\n".repeat(500_000) }))).toBe("read");
  expect(codeOf(`[${"[],".repeat(300_000)}[]]`)).toBe("read");
  expect(codeOf(JSON.stringify({ topic: "\n".repeat(8_000_000) }))).toBe("read");
});

test("What is nested deeper than 64, has more than 1,000 fields or a field __proto__ is refused.", () => {
  expect(codeOf("[".repeat(64) + "]".repeat(64))).toBe("read");
  for (const depth of [65, 5_000, 500_000])
    expect(codeOf("[".repeat(depth) + "]".repeat(depth))).toBe("invalid-request");
  const fields = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, i])));
  expect([codeOf(fields(1_000)), codeOf(fields(1_001))]).toEqual(["read", "invalid-request"]);
  expect(codeOf('{"a":[{"__proto__":1}]}')).toBe("invalid-request");
});
