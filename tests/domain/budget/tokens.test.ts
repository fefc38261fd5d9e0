import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import {
  countTokens,
  createBoundedTokenCounter,
  createTokenCounter,
  marginOf,
} from "../../../domain/shapes/tokens.shape.ts";
import { growthOf } from "../../support/growth.ts";

describe("countTokens", () => {
  it.each([
    ["", 0],
    ["Hello, world!", 4],
    ["tiktoken is great!", 6],
    ["antidisestablishmentarianism", 6],
    ["お誕生日おめでとう", 8],
  ])("counts %j as o200k_base does", (text, tokens) => {
    expect(countTokens(text)).toBe(tokens);
  });

  it("takes what looks like a special token for the text that it is", () => {
    expect(countTokens("<|endoftext|>")).toBeGreaterThan(1);
  });

  it("counts a long text of words as it counts its sentences", () => {
    const sentence = "Cities that price their streets see fewer cars and faster buses.";
    const one = countTokens(` ${sentence}`);
    expect(countTokens(` ${sentence}`.repeat(100))).toBe(100 * one);
  });

  it("takes time in proportion to letters without a blank, whole characters all", async () => {
    expect(countTokens("аб".repeat(50_000))).toBeGreaterThan(10_000);
    for (const letters of ["аб", "😀"]) {
      const work = (n: number) => countTokens(letters.repeat(n));
      const sizes = { small: () => work(5_000), large: () => work(50_000) };
      const times = await growthOf({ ...sizes, most: 35 });
      expect(times).toBeLessThan(35);
    }
  });

  it("keeps no text whose long words it remembers", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const used = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const blanks = " ".repeat(100_000);
    countTokens(`${blanks}ahead`);
    const before = used();
    for (let n = 100; n < 200; n++) countTokens(JSON.parse(JSON.stringify(`${blanks}${wordOf(n)}`)) as string);
    expect((used() - before) / (100 * blanks.length)).toBeLessThan(0.25);
  });

  it.each([
    ["all texts", createTokenCounter()],
    ["some texts", createBoundedTokenCounter(100)],
    ["no text of this length", createBoundedTokenCounter(5)],
  ])("gives the same from a counter that remembers %s", (_, count) => {
    expect([count("Hello, world!"), count("Hello, world!")]).toEqual([4, 4]);
  });
});

/** More letters than a string has that is copied out of its text, and a word that is no token. */
const wordOf = (n: number) =>
  `antidisestablishment${String(n).replaceAll(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)))}`;

describe("marginOf", () => {
  it.each([
    ["openai", "gpt-5.5", 1.05],
    ["openrouter", "openai/gpt-5.5", 1.05],
    ["anthropic", "claude-sonnet-5", 1.35],
    ["openrouter", "anthropic/claude-sonnet-5", 1.35],
    ["google", "gemini-3.8-flash", 1.2],
    ["ollama", "llama", 1.2],
  ])("of %s/%s is that of its family", (provider, model, margin) => {
    expect(marginOf({ provider, model })).toBe(margin);
  });
});
