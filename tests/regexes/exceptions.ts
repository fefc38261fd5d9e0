/** Expressions that take more than linear time, each with the reason why no foreign text of size reaches it. */
interface Exception {
  file: string;
  /** Some characters of the expression. */
  part: string;
  why: string;
}

export const EXCEPTIONS: readonly Exception[] = [];
