/**
 * These fields of an object, as far as it has them.
 *
 * @example
 * picked({ a: 1, b: 2 }, ["a", "c"]) // → { a: 1 }
 */
export function picked<T extends object, K extends keyof T>(from: T, fields: readonly K[]): Pick<T, K> {
  const present = fields.filter((field) => Object.hasOwn(from, field));
  return Object.fromEntries(present.map((field) => [field, from[field]])) as Pick<T, K>;
}
