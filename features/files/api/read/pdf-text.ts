/** The text of a PDF's page, of pieces that have a place. */

/** Of PDF.js. */
export interface Piece {
  str: string;
  /** Its last two are where the piece begins; the first four are how it is turned and how large it is. */
  transform: readonly number[];
  width: number;
  height: number;
  hasEOL: boolean;
  fontName: string;
}

/** A gap of so many line heights begins a paragraph. */
const PARAGRAPH_GAP = 1.6;
/** In heights of a letter: further apart on their line, or further from it, two pieces are not one word. */
const WORD_GAP = 0.3;
const LINE_GAP = 0.7;

/** Lines as the PDF has them, with an empty line where the gap between two is a paragraph's. */
export function textOfPieces(pieces: readonly Piece[], isVertical: (fontName: string) => boolean): string {
  let text = "";
  let lineAt: number | null = null;
  let before: Place | null = null;
  for (const piece of pieces) {
    const at = Number(piece.transform[5]);
    if (text.endsWith("\n") && lineAt !== null && isGap(lineAt - at, piece.height)) text += "\n";
    if (piece.str !== "") {
      const place = placeOf(piece, isVertical(piece.fontName));
      if (before && /\S/.test(text.slice(-1)) && /\S/.test(piece.str.slice(0, 1))) text += between(before, place);
      [before, lineAt] = [place, at];
    }
    text += piece.str;
    if (piece.hasEOL) text += "\n";
  }
  return text;
}

function isGap(distance: number, height: number): boolean {
  return height > 0 && Math.abs(distance) > PARAGRAPH_GAP * height;
}

interface Place {
  x: number;
  y: number;
  /** The direction in which it is read, of length 1. */
  along: readonly [x: number, y: number];
  length: number;
  /** Height of a letter, or its width where lines go downwards. */
  size: number;
}

function placeOf({ transform, width, height }: Piece, isVertical: boolean): Place {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  const [dx, dy] = isVertical ? [-c, -d] : [a, b];
  const norm = Math.hypot(dx, dy) || 1;
  const [length, size] = isVertical ? [height, width] : [width, height];
  return { x, y, along: [dx / norm, dy / norm], length, size };
}

/** What stands between two pieces: nothing where they touch, as parts of a word in two fonts do. */
function between(first: Place, second: Place): "" | " " | "\n" {
  const size = Math.max(first.size, second.size);
  if (size === 0) return "";
  const [along, across] = first.along;
  const [dx, dy] = [second.x - first.x, second.y - first.y];
  const begins = dx * along + dy * across;
  const off = Math.abs(dy * along - dx * across);
  if (off > LINE_GAP * size) return "\n";
  // Right-to-left lines have their next piece on the left.
  const gap = Math.max(begins - first.length, -begins - second.length);
  return gap > WORD_GAP * size ? " " : "";
}
