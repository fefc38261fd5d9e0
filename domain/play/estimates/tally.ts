/** Sums of what calls take. Equal calls are priced together: a long debate has thousands of them. */

import type { CallTokens, Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../shapes/catalogue/model-ref.ts";
import { costUsdOf } from "../../shapes/state/costs.state.ts";
import type { CaseName } from "../assumptions/cases.ts";
import { secondsOf } from "../assumptions/pace.ts";
import type { Estimate } from "./schema.estimate.ts";

interface Call {
  model: ModelRef;
  input: number;
  output: number;
  /** Tokens of the input that a cache likely serves, where that is reckoned with. */
  cached?: number;
}

/** Lowest: a cache serves all of the input. Worst: all of it is written to a cache, where that costs more. */
const MANNERS: Record<CaseName, (call: Call) => CallTokens[]> = {
  lowest: ({ input, output }) => [{ input, cachedInput: input, cacheWrite: 0, output }],
  likely: ({ input, output, cached = 0 }) => [{ input, cachedInput: cached, cacheWrite: 0, output }],
  worst: ({ input, output }) => [
    { input, cachedInput: 0, cacheWrite: 0, output },
    { input, cachedInput: 0, cacheWrite: input, output },
  ],
};

export function createTally(name: CaseName, catalogue: Pick<Catalogue, "costMicroUsd">) {
  const calls = new Map<string, Call & { times: number }>();
  let searchMicroUsd = 0;
  let seconds = 0;
  /** The longest call of the step under way. */
  let longest = 0;
  return {
    /** Of a provider's own web: they have a price, and no tokens of their own. */
    addSearches(model: ModelRef, searches: number): void {
      const free = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0 };
      searchMicroUsd += catalogue.costMicroUsd(model, { ...free, searches }) ?? 0;
    },
    /** Calls of a step run at once. Those of `times` come one after another. */
    endStep(): void {
      seconds += longest;
      longest = 0;
    },
    add(call: Call, times: number): void {
      longest = Math.max(longest, times * secondsOf(call.output));
      const key = `${call.model.provider}/${call.model.model} ${call.input} ${call.output} ${call.cached ?? 0}`;
      calls.set(key, { ...call, times: times + (calls.get(key)?.times ?? 0) });
    },
    sum(): Estimate {
      let [count, inputTokens, outputTokens] = [0, 0, 0];
      let costMicroUsd = searchMicroUsd as number | null;
      for (const call of calls.values()) {
        count += call.times;
        inputTokens += call.times * call.input;
        outputTokens += call.times * call.output;
        const prices = MANNERS[name](call).map((tokens) => catalogue.costMicroUsd(call.model, tokens));
        const priced = prices.filter((price) => price !== null);
        if (priced.length < prices.length) costMicroUsd = null;
        if (costMicroUsd !== null) costMicroUsd += call.times * Math.max(...priced);
      }
      return {
        calls: count,
        inputTokens,
        outputTokens,
        costUsd: costUsdOf({ costMicroUsd }),
        seconds: Math.round(seconds + longest),
      };
    },
  };
}
