/** Text that comes in pieces: whole characters, and none that a terminal or another API cannot take. */

/** Controls but tab and the ends of lines. */
// oxlint-disable-next-line no-control-regex -- it matches controls on purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** The first half of a character that has two. */
const HALF = /[\ud800-\udbff]$/;

export interface Joiner {
  /** What of the pieces so far is new and whole. */
  join(piece: string): string;
  /** What is left. */
  end(): string;
}

/** A character that comes in two pieces is one; half of one alone is U+FFFD. */
export function createJoiner(): Joiner {
  let half = "";
  return {
    join(piece) {
      const text = half + piece;
      half = HALF.exec(text)?.[0] ?? "";
      return wellFormed(text.slice(0, text.length - half.length));
    },
    end() {
      const text = wellFormed(half);
      half = "";
      return text;
    },
  };
}

function wellFormed(text: string): string {
  return text.toWellFormed().replace(CONTROLS, "");
}
