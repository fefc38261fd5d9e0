/** Text that comes in pieces. */
import { HALF, wellFormed } from "../../../domain/base/text/well-formed.ts";

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
