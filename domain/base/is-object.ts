/**
 * Whether a value is an object with fields, and no list.
 *
 * @example
 * isObject({ a: 1 }) // → true
 * isObject([1]) // → false
 */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
