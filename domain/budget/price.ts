import type { CallTokens, ModelPrice } from "../catalogue.ts";

/** Integer micro-dollars by a price that its owner gave, rounded up. Without a cached price all input costs the same. */
export function costBy(price: ModelPrice, { input, cachedInput, output }: CallTokens): number {
  const cached = Math.min(cachedInput, input);
  const sum = (input - cached) * price.input + cached * (price.cachedInput ?? price.input) + output * price.output;
  // A sum of floats may end a hair above the whole number that it means.
  return Math.ceil(Number(sum.toFixed(6)));
}
