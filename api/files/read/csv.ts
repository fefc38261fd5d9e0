/** The text of a table: each row is a paragraph with lines `column: value`, so that a row is understood by itself. */
import Papa from "papaparse";
import { requireCharacters, unreadable } from "../../../domain/files/limits.ts";

/** Characters of a column's name in each row. */
const LONGEST_COLUMN = 100;
const MOST_COLUMNS = 10_000;

export function csvText(csv: string): string {
  const rows: string[] = [];
  let columns: string[] | null = null;
  let characters = 0;
  Papa.parse<string[]>(csv, {
    skipEmptyLines: "greedy",
    step({ data, errors }) {
      const fault = errors.find(({ type }) => type === "Quotes");
      if (fault) throw unreadable(`is not valid CSV: ${fault.message.toLowerCase()}`);
      if (data.length > MOST_COLUMNS) throw unreadable(`has a row of more than ${MOST_COLUMNS} columns`);
      if (!columns) {
        columns = data.map((name, i) => name.trim().slice(0, LONGEST_COLUMN) || `column ${i + 1}`);
        return;
      }
      const row = rowText(columns, data);
      characters += row.length + 2;
      requireCharacters(characters);
      rows.push(row);
    },
  });
  if (rows.length === 0) return (columns ?? []).join("\n");
  return rows.join("\n\n");
}

/** Without empty values. Values beyond the columns that have names are numbered. */
function rowText(columns: string[], values: string[]): string {
  const lines = values.flatMap((value, i) => {
    const shown = value.trim();
    return shown === "" ? [] : [`${columns[i] ?? `column ${i + 1}`}: ${shown}`];
  });
  return lines.join("\n");
}
