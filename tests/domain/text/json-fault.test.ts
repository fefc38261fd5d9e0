import fc from "fast-check";
import { expect, test } from "vitest";
import { placeOfFault } from "../../../domain/base/text/json-fault.ts";
import { runs } from "../../support/debates/runs.ts";

test.each([
  ["nothing", "", "line 1, column 1"],
  ["an object without its end", "{", "line 1, column 2"],
  ["a comma too many", '{\n  "a": 1,\n}', "line 3, column 1"],
  ["a comma too many in a list", "[1, 2,]", "line 1, column 7"],
  ["a comma that is missing", '{\n  "a": 1\n  "b": 2\n}', "line 3, column 3"],
  ["quotation marks of another kind", "{'a':1}", "line 1, column 2"],
  ["a name without quotation marks", '{"a":1, b:2}', "line 1, column 9"],
  ["a word that is no value", '{"a": yes}', "line 1, column 7"],
  ["a value too many", "[1] 2", "line 1, column 5"],
  ["a string without its end", '{"a": "b}', "line 1, column 7"],
  ["a line break in a string", '{"a": "b\nc"}', "line 1, column 7"],
  ["an escape that does not exist", '{"a": "\\x"}', "line 1, column 7"],
  ["a bracket of the wrong kind", '{"a": [1}', "line 1, column 9"],
  ["a colon that is missing", '{"a" 1}', "line 1, column 6"],
  ["a comma at the top", "1,2", "line 1, column 2"],
])("%s has its line and column", (_, text, place) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(placeOfFault(text)).toBe(place);
});

test("Of what is JSON everything is read, and of its beginning all that there is.", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, cut) => {
      const at = (part: string) => Number(/column (\d+)$/.exec(placeOfFault(part))?.[1]) - 1;
      expect(at(text)).toBe(text.length);
      const part = text.slice(0, cut % (text.length + 1));
      expect(at(part)).toBeLessThanOrEqual(part.length);
      // Whatever comes before the fault can still become JSON; a control character never can.
      expect(at(`${text}\u0001`)).toBe(text.length);
    }),
    { numRuns: runs(2_000) },
  );
});

test("A body of many mebibytes is read without trouble.", () => {
  expect(placeOfFault(`{"a": "${"x".repeat(8_000_000)}", }`)).toBe("line 1, column 8000011");
  expect(placeOfFault("[".repeat(1_000_000))).toBe("line 1, column 1000001");
});
