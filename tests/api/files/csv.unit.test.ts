/** Tables as spreadsheets and statistical offices write them. */
import { expect, test } from "vitest";
import { csvText } from "../../../features/files/api/read/csv.upload.ts";

const ROWS = "City: Rome\nToll: 3,50\n\nCity: Paris\nToll: 4,10";

test.each([
  ["semicolons", "City;Toll\nRome;3,50\nParis;4,10\n"],
  ["semicolons, with a comma in the header too", "City;Toll\nRome;3,50\nParis;4,10"],
  ["tabs", "City\tToll\r\nRome\t3,50\r\nParis\t4,10\r\n"],
  ["bars", "City|Toll\nRome|3,50\nParis|4,10"],
  ["commas and quotes", 'City,Toll\nRome,"3,50"\nParis,"4,10"'],
  ["a BOM and lines that end as on an old Macintosh", "\ufeffCity;Toll\rRome;3,50\rParis;4,10"],
  ["a line that names the delimiter", "sep=;\r\nCity;Toll\r\nRome;3,50\r\nParis;4,10\r\n"],
  ["a quoted line that names it, after a BOM", '\ufeff"SEP=;"\nCity;Toll\nRome;3,50\nParis;4,10'],
  ["a line that names a tab", "sep=\t\nCity\tToll\nRome\t3,50\nParis\t4,10"],
  ["a delimiter that nobody would guess", "sep=~\nCity~Toll\nRome~3,50\nParis~4,10"],
])("%s", (_, csv) => {
  expect(csvText(csv)).toBe(ROWS);
});

test.each([
  ["a title", "Tolls in Europe, 2026\nCity;Toll\nRome;3,50\nParis;4,10", "Tolls in Europe, 2026"],
  ["a title and an empty line", "Tolls\n\nCity;Toll\nRome;3,50\nParis;4,10", "Tolls"],
  ["a title that fills the columns", "Tolls;\n;\nCity;Toll\nRome;3,50\nParis;4,10", "Tolls"],
  ["a title after the delimiter", "sep=;\nTolls\nCity;Toll\nRome;3,50\nParis;4,10", "Tolls"],
  ["two lines", 'Tolls\n"By the office, in EUR"\nCity;Toll\nRome;3,50\nParis;4,10', "Tolls\n\nBy the office, in EUR"],
])("%s before the names of columns is a paragraph of its own", (_, csv, title) => {
  expect(csvText(csv)).toBe(`${title}\n\n${ROWS}`);
});

test("A note below the table is no value of its first column.", () => {
  expect(csvText("City;Toll\nRome;3,50\nParis;4,10\nSource: the city")).toBe(`${ROWS}\n\nSource: the city`);
});

test("Names that a spreadsheet leaves out are numbered, and a line of few columns is no header.", () => {
  expect(csvText(";2025;2026\nRome;3;4\nParis;;5")).toBe(
    "column 1: Rome\n2025: 3\n2026: 4\n\ncolumn 1: Paris\n2026: 5",
  );
  expect(csvText("Made:;today\nCity;Toll;Cars;Year\nRome;3;900;2026\nParis;4;800;2026")).toBe(
    "Made: today\n\nCity: Rome\nToll: 3\nCars: 900\nYear: 2026\n\nCity: Paris\nToll: 4\nCars: 800\nYear: 2026",
  );
});

test("One column, one row and no row are tables too.", () => {
  expect(csvText("City\nRome\nParis")).toBe("City: Rome\n\nCity: Paris");
  expect(csvText("City;Toll")).toBe("City\nToll");
  expect(csvText("")).toBe("");
});
