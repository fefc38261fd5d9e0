/** The text of a table: each row is a paragraph with lines `column: value`, so that a row is understood by itself. */
import Papa from "papaparse";
import { requireCharacters, unreadable } from "../../../../domain/shapes/files/limits.files.ts";
import { layoutOf } from "./csv-layout.ts";

/** Characters of a column's name in each row. */
const LONGEST_COLUMN = 100;
const MOST_COLUMNS = 10_000;

export function csvText(text: string): string {
  const { table, delimiter, columns: usual, before } = layoutOf(text);
  const paragraphs: string[] = [];
  let names: string[] = [];
  let [row, characters] = [0, 0];
  Papa.parse<string[]>(table, {
    delimiter,
    skipEmptyLines: "greedy",
    step({ data, errors }) {
      const fault = errors.find(({ type }) => type === "Quotes");
      if (fault) throw unreadable(`is not valid CSV: ${fault.message.toLowerCase()}`);
      if (data.length > MOST_COLUMNS) throw unreadable(`has a row of more than ${MOST_COLUMNS} columns`);
      if (row++ === before) {
        names = data.map((name, i) => name.trim().slice(0, LONGEST_COLUMN) || `column ${i + 1}`);
        return;
      }
      const isNote = row <= before || (data.length === 1 && usual > 1);
      const paragraph = isNote ? data.filter((value) => value.trim() !== "").join(" ") : rowText(names, data);
      characters += paragraph.length + 2;
      requireCharacters(characters);
      paragraphs.push(paragraph);
    },
  });
  // Of a table without rows, the names are all there is.
  if (paragraphs.length <= before) paragraphs.push(names.join("\n"));
  return paragraphs.join("\n\n");
}

/** Without empty values. Values beyond the columns that have names are numbered. */
function rowText(columns: string[], values: string[]): string {
  const lines = values.flatMap((value, i) => {
    const shown = value.trim();
    return shown === "" ? [] : [`${columns[i] ?? `column ${i + 1}`}: ${shown}`];
  });
  return lines.join("\n");
}
