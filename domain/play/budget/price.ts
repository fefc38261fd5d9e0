import type { CallTokens } from "../../shapes/catalogue/catalogue.ts";
import type { ModelPrice } from "../../shapes/catalogue/model-ref.ts";

/** Cost in integer micro-dollars by the owner's price, rounded up. Without a cached price all input costs the same. */
export function costBy(price: ModelPrice, { input, cachedInput, output }: CallTokens): number {
  const cached = Math.min(cachedInput, input);
  const sum = (input - cached) * price.input + cached * (price.cachedInput ?? price.input) + output * price.output;
  // Float sums may exceed the exact whole number slightly.
  return Math.ceil(Number(sum.toFixed(6)));
}
