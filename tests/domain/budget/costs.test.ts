import { describe, expect, it } from "vitest";
import { firstBytes, preview } from "../../../domain/base/text/text.ts";
import {
  addSpend,
  costUsdOf,
  NO_SPEND,
  spendOf,
  spendSince,
  totalSpend,
  usageOf,
} from "../../../domain/shapes/state/costs.state.ts";

const call = {
  inputTokens: 100,
  cachedInputTokens: 40,
  outputTokens: 20,
  reasoningTokens: 5,
  calls: 1,
  costMicroUsd: 1_234,
};

describe("sums of tokens and money", () => {
  it("adds every figure", () => {
    expect(addSpend(call, call)).toEqual({
      inputTokens: 200,
      cachedInputTokens: 80,
      outputTokens: 40,
      reasoningTokens: 10,
      calls: 2,
      costMicroUsd: 2_468,
    });
  });

  it("knows no cost once a part is unpriced", () => {
    expect(totalSpend([call, { ...call, costMicroUsd: null }, call]).costMicroUsd).toBeNull();
    expect(totalSpend([]).costMicroUsd).toBe(0);
  });

  it("turns micro-dollars into USD and back without loss", () => {
    expect(costUsdOf(call)).toBe(0.001234);
    expect(spendOf({ usage: usageOf(call), costUsd: 0.001234 })).toEqual(call);
    expect(costUsdOf({ ...NO_SPEND, costMicroUsd: null })).toBeNull();
  });

  it("tells what was spent between two sums", () => {
    expect(spendSince(addSpend(call, call), call)).toEqual(call);
    expect(spendSince({ ...call, costMicroUsd: null }, call).costMicroUsd).toBeNull();
  });
});

describe("cutting text", () => {
  it("keeps whole characters within a number of bytes", () => {
    expect(firstBytes("añb", 3)).toBe("añ");
    expect(firstBytes("añb", 2)).toBe("a");
    expect(firstBytes("😀😀", 7)).toBe("😀");
    expect(firstBytes("short", 200)).toBe("short");
  });

  it("makes one line and says that it was cut", () => {
    expect(preview("a\n\n b", 10)).toBe("a b");
    expect(preview("x".repeat(300), 280)).toHaveLength(280);
    expect(preview("x".repeat(300), 280).endsWith("…")).toBe(true);
  });
});
