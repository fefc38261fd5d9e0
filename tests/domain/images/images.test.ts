import { describe, expect, it } from "vitest";
import { inputTokens } from "../../../domain/play/budget/worst-case.ts";
import { tokensOf } from "../../../domain/play/context/windows.context.ts";
import { exhibitsOf } from "../../../domain/prompts/parts/exhibits.prompt-part.ts";
import type { Prompt } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import { tokensOfImages, withImages } from "../../../domain/prompts/parts/shown.prompt-part.ts";
import { parseModel } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { ShownImages } from "../../../domain/shapes/images/image.ts";
import { type Seer, seesImages } from "../../../domain/shapes/images/sight.ts";
import { imageTokens } from "../../../domain/shapes/images/tokens.images.ts";
import type { Exhibit } from "../../../domain/shapes/schemas/exhibit.schema.ts";

function seer(id: string): Seer {
  const ref = parseModel(id);
  if (!ref) throw new Error(`no model ${id}`);
  return ref;
}

describe("A model takes images", () => {
  it.each([
    "anthropic/claude-sonnet-5",
    "anthropic/claude-3-haiku",
    "anthropic/claude-opus-5-5",
    "openai/gpt-5.5",
    "openai/gpt-4o-mini",
    "openai/gpt-6-astra",
    "openai/o3",
    "openai/o4-mini",
    "google/gemini-3.8-flash",
    "google/gemini-2.5-flash-lite",
    "mistral/mistral-medium-3-5",
    "mistral/mistral-large-2512",
    "openrouter/anthropic/claude-sonnet-5",
    "openrouter/~anthropic/claude-opus-latest",
    "openrouter/openai/gpt-5.5",
    "openrouter/google/gemini-3.5-flash",
  ])("that is known to: %s", (id) => {
    expect(seesImages(seer(id))).toBe(true);
  });

  it.each([
    "anthropic/claude-2",
    "openai/gpt-3.5-turbo",
    "openai/gpt-4",
    "openai/gpt-4-32k",
    "openai/gpt-oss-120b",
    "openai/o1-mini",
    "openai/o3-mini",
    "openai/gpt-4o-search-preview",
    "google/gemini-pro",
    "mistral/codestral-2508",
    "openrouter/deepseek/deepseek-r1",
    "openrouter/openai/gpt-oss-20b",
    "ollama/llava",
    "openai-compatible/mine",
    "demo/debater",
  ])("or is not: %s", (id) => {
    expect(seesImages(seer(id))).toBe(false);
  });

  it("or as its owner says", () => {
    expect(seesImages({ ...seer("ollama/llava"), images: true })).toBe(true);
    expect(seesImages({ ...seer("openai/gpt-5.5"), images: false })).toBe(false);
  });
});

describe("The tokens of an image", () => {
  // What was measured includes some words beside the image, so a count may be a little lower.
  it.each([
    ["anthropic/claude-sonnet-5", 1_024, 1_024, 1_369],
    ["anthropic/claude-sonnet-5", 1_920, 1_080, 2_691],
    ["anthropic/claude-sonnet-5", 8_000, 8_000, 4_784],
    ["anthropic/claude-haiku-4-5", 1_920, 1_080, 1_568],
    ["anthropic/claude-opus-4-7", 1_920, 1_080, 2_691],
    ["anthropic/claude-sonnet-4-20250514", 1_920, 1_080, 1_568],
    ["anthropic/claude-opus-4-1-20250805", 1_920, 1_080, 1_568],
    ["openrouter/anthropic/claude-sonnet-4.5", 1_920, 1_080, 1_568],
    ["openai/gpt-5.5", 1_024, 1_024, 1_229],
    ["openai/gpt-5.5", 1_920, 1_080, 2_448],
    ["openai/gpt-6-sol", 4_032, 3_024, 3_000],
    ["openai/gpt-4o", 1_024, 1_024, 765],
    ["openai/gpt-4o", 2_048, 4_096, 1_105],
    ["openai/gpt-4o-mini", 1_024, 1_024, 25_501],
    ["openai/gpt-4.1-nano", 1_024, 1_024, 2_520],
    ["google/gemini-3.8-flash", 4_032, 3_024, 1_120],
    ["google/gemini-2.5-flash-lite", 300, 300, 258],
    ["google/gemini-2.5-flash-lite", 960, 540, 1_548],
    ["mistral/mistral-medium-3-5", 280, 280, 155],
    ["ollama/llava", 280, 280, 100],
  ])("are those of its provider: %s, %d × %d", (id, width, height, tokens) => {
    expect(imageTokens(seer(id), { width, height })).toBe(tokens);
  });

  it("are part of a prompt's, and of a model's that is not shown it only in name", () => {
    const image = { mediaType: "image/png", width: 1_024, height: 1_024, bytes: 10, sha256: "a".repeat(64) } as const;
    const images: ShownImages = { after: { message: 0, block: 0 }, images: [{ ...image, id: "E1" }] };
    const words: Prompt = { system: "", messages: [{ role: "user", content: ["Hello."] }], source: "built-in" };
    for (const measure of [inputTokens, (model: Seer, prompt: Prompt) => tokensOf(prompt, model)]) {
      const more = (id: string) => measure(seer(id), { ...words, images }) - measure(seer(id), words);
      expect(more("openai/gpt-5.5")).toBe(tokensOfImages(seer("openai/gpt-5.5"), { images }));
      expect(more("openai/gpt-5.5")).toBeGreaterThan(1_229);
      expect(more("openai/gpt-4")).toBeLessThan(100);
      expect(measure(seer("openai/gpt-4"), words)).toBeGreaterThan(0);
    }
  });
});

describe("The images of a prompt", () => {
  const chart: Exhibit = {
    id: "E2",
    title: "chart.png",
    text: "An image of 8 × 6 pixels.",
    file: "file-1",
    image: { mediaType: "image/png", width: 8, height: 6, bytes: 10, sha256: "b".repeat(64) },
  };
  const config = { exhibits: [{ id: "E1", title: "A remark", text: "Hello." }, chart], fenceKey: "abcdefgh" };
  const facts = exhibitsOf(config).join("\n");
  const promptOf = (...content: string[]): Prompt => ({
    system: "",
    messages: [{ role: "user", content }],
    source: "built-in",
  });

  it("follow the block that has its exhibits, which name their digests", () => {
    expect(facts).toContain(`title="chart.png" sha256="${"b".repeat(64)}">\nAn image of 8 × 6 pixels.`);
    const { images } = withImages(promptOf("Before.", facts, "After."), config);
    expect(images).toEqual({ after: { message: 0, block: 1 }, images: [{ ...chart.image, id: "E2", file: "file-1" }] });
  });

  it("are none where the exhibits are not shown, though a turn spells the digest", () => {
    const spelled = facts.replaceAll("abcdefgh", "guessed1");
    expect(withImages(promptOf(spelled), config).images).toBeUndefined();
    expect(withImages(promptOf(facts), { ...config, exhibits: config.exhibits.slice(0, 1) }).images).toBeUndefined();
  });
});
