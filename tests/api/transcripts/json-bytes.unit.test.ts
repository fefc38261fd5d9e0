import * as fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "../../../api/base/json-text.ts";
import { jsonBytes } from "../../../api/transcripts/transcripts.ts";
import { pack, unpack } from "../../../features/imports/api/read.import.ts";

const value = fc.jsonValue({ maxDepth: 3 });

test("An object in pieces is the same JSON as in one, to the byte.", async () => {
  const field = fc.oneof(value, fc.array(value), fc.constant(undefined));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), field), async (object) => {
      expect(Buffer.from(await jsonBytes(object)).toString()).toBe(jsonText(object));
    }),
  );
  const long = { turns: Array.from({ length: 3_000 }, (_, i) => ({ id: i, text: "é🙂".repeat(i % 100) })), none: [] };
  expect(Buffer.from(await jsonBytes(long)).toString()).toBe(jsonText(long));
});

test("A packed list is unpacked to the same elements, as often as it is read.", () => {
  fc.assert(
    fc.property(fc.array(value), (list) => {
      const unpacked = unpack(pack(list));
      expect([...unpacked]).toEqual(JSON.parse(JSON.stringify(list)));
      expect([...unpacked]).toEqual([...unpacked]);
    }),
  );
  const long = Array.from({ length: 3_000 }, (_, i) => ({ id: i, text: "é🙂".repeat(i % 100) }));
  expect(pack(long).length).toBeGreaterThan(1);
  expect([...unpack(pack(long))]).toEqual(long);
});
