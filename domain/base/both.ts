/** Two things of one kind, such as two debates that are compared. */
export type Both<T> = [T, T];

/**
 * Applies `of` to both.
 *
 * @example
 * both([1, 2], (n) => n + 1) // → [2, 3]
 */
export function both<T, R>([a, b]: Both<T>, of: (one: T) => R): Both<R> {
  return [of(a), of(b)];
}
