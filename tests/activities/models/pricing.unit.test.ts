import { describe, expect, it } from "vitest";
import { createDraft } from "../../../activities/models/providers/draft.provider.ts";
import { costMicroUsd, embeddingMicroUsd } from "../../../activities/models/spending/pricing.ts";
import { spendOfReply } from "../../../activities/models/spending/spend.model.ts";
import { callOf } from "./calls.ts";

const SONNET = { provider: "anthropic", model: "claude-sonnet-5" };
const usageOf = (over: Record<string, number>) => ({
  input: 0,
  cachedInput: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  ...over,
});

describe("the cost of embedding", () => {
  const priceUsdPerMTok = { input: 0.5, cachedInput: null, output: 0 };
  it.each([
    ["openai", "text-embedding-3-small", {}, 20],
    ["mistral", "mistral-embed", {}, 100],
    ["google", "gemini-embedding-001", {}, 150],
    ["ollama", "nomic-embed-text", {}, 0],
    ["openai", "text-embedding-99", {}, null],
    ["openai-compatible", "e5", {}, null],
    ["openai-compatible", "e5", { priceUsdPerMTok }, 500],
    ["ollama", "nomic-embed-text", { priceUsdPerMTok }, 500],
  ])("%s/%s with %o is %s micro-dollars for 1,000 tokens", (provider, model, price, expected) => {
    expect(embeddingMicroUsd({ provider, model, ...price }, 1_000)).toBe(expected);
  });
});

describe("the cost of a call", () => {
  it("is whole micro-dollars at the model's prices", () => {
    // 1,000 × $2 + 100 × $10, a million tokens each.
    expect(costMicroUsd(SONNET, usageOf({ input: 1_000, output: 100 }))).toBe(3_000);
  });

  it("counts cached input at its own price", () => {
    // 400 × $2 + 600 × $0.20.
    expect(costMicroUsd(SONNET, usageOf({ input: 1_000, cachedInput: 600 }))).toBe(920);
  });

  it("is rounded up and not a hair more", () => {
    // 1 × $0.20 is a fifth of a micro-dollar; 100 × $0.05 + … would be exact.
    expect(costMicroUsd(SONNET, usageOf({ input: 1, cachedInput: 1 }))).toBe(1);
    expect(costMicroUsd(SONNET, usageOf({ input: 5, cachedInput: 5 }))).toBe(1);
    expect(costMicroUsd(SONNET, usageOf({ input: 6, cachedInput: 6 }))).toBe(2);
  });

  it("rises with the tier of a long prompt", () => {
    const gpt = { provider: "openai", model: "gpt-5.5" };
    expect(costMicroUsd(gpt, usageOf({ input: 200_000 }))).toBe(1_000_000);
    expect(costMicroUsd(gpt, usageOf({ input: 300_000 }))).toBe(3_000_000);
  });

  it("bears cached figures larger than the input they are part of", () => {
    expect(costMicroUsd(SONNET, usageOf({ input: 10, cachedInput: 90, cacheWrite: 90 }))).toBe(2);
  });

  it("is counted for a model without a price for cached input as for any input", () => {
    const flat = { provider: "openai", model: "gpt-4-turbo" };
    const whole = costMicroUsd(flat, usageOf({ input: 1_000 }));
    expect(whole).toBeGreaterThan(0);
    expect(costMicroUsd(flat, usageOf({ input: 1_000, cachedInput: 500 }))).toBe(whole);
  });

  it("is unknown for a model without a price, and for a local one", () => {
    expect(costMicroUsd({ provider: "openai", model: "nope" }, usageOf({ input: 5 }))).toBeNull();
    expect(costMicroUsd({ provider: "ollama", model: "llama3.3" }, usageOf({ input: 5 }))).toBeNull();
  });

  it("is nothing for the demo, also when it did not report its usage", () => {
    const demo = { provider: "demo", model: "judge" };
    expect(costMicroUsd(demo, usageOf({ input: 5_000, output: 900 }))).toBe(0);
    expect(spendOfReply({ call: callOf("demo/judge"), draft: createDraft() }).costMicroUsd).toBe(0);
  });
});
