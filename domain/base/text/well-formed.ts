/** Text from outside with whole characters, and none that a terminal or another API cannot take. */

/** Controls but tab and the ends of lines. */
// oxlint-disable-next-line no-control-regex -- it matches controls on purpose
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
/** The first half of a character that has two. */
export const HALF = /[\ud800-\udbff]$/;

/**
 * The text without halves of characters, and without controls other than tab and the ends of lines.
 *
 * @example
 * wellFormed("a\u0000b\n") // → "ab\n"
 */
export function wellFormed(text: string): string {
  return text.toWellFormed().replace(CONTROLS, "");
}

/** Levels of a value that are read. No reply has as many. */
const DEEPEST = 100;

/** A value with all its texts well-formed. What is nested too deep is null. */
export function wellFormedIn<T>(value: T, depth = 0): T {
  if (typeof value === "string") return wellFormed(value) as T;
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return null as T;
  if (Array.isArray(value)) return value.map((one) => wellFormedIn<unknown>(one, depth + 1)) as T;
  const entries = Object.entries(value).map(([key, one]) => [wellFormed(key), wellFormedIn<unknown>(one, depth + 1)]);
  return Object.fromEntries(entries) as T;
}
