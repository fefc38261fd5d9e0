/** Splits a change into parts of a bounded size, by file, as the exhibits that models read. */
import type { ChangedFile, ChangedLine } from "./diff.gate.ts";

/** Characters of a part: some 15,000 tokens, so that it fits beside a debate into any usual model's window. */
export const PART_CHARACTERS = 60_000;
/** Files of a part, each an exhibit; a request may have 50. */
const PART_FILES = 40;
/** A longer line is shown in part, and its file counts as not read. */
const LONGEST_LINE = 10_000;

interface Piece {
  file: ChangedFile;
  /** What models read of it. */
  text: string;
  /** Numbers of the new version's lines that it shows. */
  numbers: ReadonlySet<number>;
}

export type Part = readonly Piece[];

export interface Split {
  parts: Part[];
  /** Files of which there are no lines to read: binary, renamed as they were, or with another mode alone. */
  without: ChangedFile[];
  /** Files with lines that are shown in part. */
  cut: ChangedFile[];
}

/** In the diff's order. A file that is larger than a part is cut between two lines, and its pieces are parts of their own. */
export function splitChange(files: readonly ChangedFile[]): Split {
  const without = files.filter(({ lines }) => lines.length === 0);
  const pieces = files.filter(({ lines }) => lines.length > 0).flatMap(piecesOf);
  const parts: Piece[][] = [];
  let size = 0;
  for (const piece of pieces) {
    const part = parts.at(-1);
    const fits = part && size + piece.text.length <= PART_CHARACTERS && part.length < PART_FILES;
    if (fits) part.push(piece);
    else parts.push([piece]);
    size = (fits ? size : 0) + piece.text.length;
  }
  const cut = files.filter(({ lines }) => lines.some(({ text }) => text.length > LONGEST_LINE));
  return { parts, without, cut };
}

function piecesOf(file: ChangedFile): Piece[] {
  const head = headOf(file);
  const pieces: { rows: string[]; numbers: Set<number> }[] = [];
  let size = 0;
  for (const line of file.lines) {
    const row = rowOf(line);
    let piece = pieces.at(-1);
    if (!piece || size + row.length > PART_CHARACTERS) {
      piece = { rows: [], numbers: new Set() };
      pieces.push(piece);
      size = head.length;
    }
    piece.rows.push(row);
    size += row.length + 1;
    if (line.number !== null) piece.numbers.add(line.number);
  }
  return pieces.map(({ rows, numbers }) => ({ file, text: [head, ...rows].join("\n"), numbers }));
}

/** The path as JSON: it may have any character. */
function headOf({ path, status, from }: ChangedFile): string {
  const was = from === undefined ? "" : `, renamed from ${JSON.stringify(from)}`;
  return `path: ${JSON.stringify(path)} (${status}${was})\nline  change`;
}

function rowOf({ number, text }: ChangedLine): string {
  const shown = text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).toWellFormed()} …` : text;
  return `${String(number ?? "").padStart(5)} ${shown}`;
}
