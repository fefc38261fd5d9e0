import { describe, expect, it } from "vitest";
import type { ProviderSettings } from "../../../activities/models/index.ts";
import { createCatalogue } from "../../../activities/models/index.ts";

const catalogueOf = (providers: Record<string, ProviderSettings>, defaults: { model?: string; judge?: string } = {}) =>
  createCatalogue({ providers, defaultModel: defaults.model ?? null, defaultJudgeModel: defaults.judge ?? null });

describe("the providers", () => {
  it("stand in the order in which defaults are looked for", () => {
    const ids = catalogueOf({})
      .providers()
      .map((provider) => provider.id);
    expect(ids).toEqual([
      "anthropic",
      "openai",
      "google",
      "mistral",
      "openrouter",
      "ollama",
      "openai-compatible",
      "demo",
    ]);
  });

  it("are authenticated when their key is set, or when they need none", () => {
    const catalogue = catalogueOf({
      openai: { apiKey: "k" },
      google: { apiKey: "" },
      mistral: { baseUrl: "http://x" },
    });
    const authenticated = catalogue.providers().filter((provider) => provider.isAuthenticated);
    expect(authenticated.map((provider) => provider.id)).toEqual(["openai", "ollama", "demo"]);
  });

  it("count as authenticated when only other processes have their keys", () => {
    const catalogue = createCatalogue({
      providers: {},
      keyedProviders: ["mistral"],
      defaultModel: null,
      defaultJudgeModel: null,
    });
    expect(catalogue.provider("mistral")?.isAuthenticated).toBe(true);
    expect(catalogue.provider("openai")?.isAuthenticated).toBe(false);
    expect(catalogue.defaultModel()).toBe("mistral/mistral-medium-3-5");
  });

  it("name the variable that holds their key", () => {
    const variables = Object.fromEntries(
      catalogueOf({})
        .providers()
        .map((p) => [p.id, p.keyVariable]),
    );
    expect(variables).toMatchObject({
      anthropic: "ANTHROPIC_API_KEY",
      google: "GOOGLE_API_KEY",
      ollama: null,
      demo: null,
    });
  });

  it("of any compatible endpoint need its address before they count", () => {
    const missing = catalogueOf({}).provider("openai-compatible");
    expect(missing).toMatchObject({ isAuthenticated: false, keyVariable: "OPENAI_COMPATIBLE_BASE_URL" });
    const given = catalogueOf({ "openai-compatible": { baseUrl: "http://x/v1" } }).provider("openai-compatible");
    expect(given).toMatchObject({ isAuthenticated: true, keyVariable: null });
  });

  it("say plainly which of them is canned", () => {
    const demos = catalogueOf({})
      .providers()
      .filter((provider) => provider.demo);
    expect(demos.map(({ id, name }) => [id, name])).toEqual([["demo", "Demo (canned replies)"]]);
  });

  it("are unknown by any other name", () => {
    expect(catalogueOf({}).provider("acme")).toBeUndefined();
  });
});

describe("the default model", () => {
  it("is the one of the first provider that has a key", () => {
    const catalogue = catalogueOf({ openai: { apiKey: "k" }, mistral: { apiKey: "k" } });
    expect([catalogue.defaultModel(), catalogue.defaultJudgeModel()]).toEqual(["openai/gpt-5.5", "openai/gpt-5.5"]);
    expect(catalogueOf({ openai: { apiKey: "k" }, anthropic: { apiKey: "k" } }).defaultModel()).toBe(
      "anthropic/claude-sonnet-5",
    );
  });

  it("is none when no provider has a key, since neither a local nor a canned model is taken unasked", () => {
    const catalogue = catalogueOf({ ollama: { baseUrl: "http://x/v1" }, demo: { baseUrl: "http://y/v1" } });
    expect([catalogue.defaultModel(), catalogue.defaultJudgeModel()]).toEqual([null, null]);
  });

  it("is the configured one before all else, also for the judge that has none of its own", () => {
    const catalogue = catalogueOf({ openai: { apiKey: "k" } }, { model: "ollama/llama3.3" });
    expect([catalogue.defaultModel(), catalogue.defaultJudgeModel()]).toEqual(["ollama/llama3.3", "ollama/llama3.3"]);
  });

  it("of the judge may differ", () => {
    const catalogue = catalogueOf({ openai: { apiKey: "k" } }, { judge: "anthropic/claude-opus-5" });
    expect([catalogue.defaultModel(), catalogue.defaultJudgeModel()]).toEqual([
      "openai/gpt-5.5",
      "anthropic/claude-opus-5",
    ]);
  });
});

describe("a model", () => {
  const catalogue = catalogueOf({});

  it("has its price in USD a million tokens and its window in tokens", () => {
    expect(catalogue.model({ provider: "anthropic", model: "claude-sonnet-5" })).toEqual({
      id: "anthropic/claude-sonnet-5",
      provider: "anthropic",
      priceUsdPerMTok: { input: 2, cachedInput: 0.2, output: 10 },
      contextWindow: 1_000_000,
      images: true,
    });
  });

  it("with tiers has the price of the first tier", () => {
    expect(catalogue.model({ provider: "openai", model: "gpt-5.5" }).priceUsdPerMTok).toEqual({
      input: 5,
      cachedInput: 0.5,
      output: 30,
    });
  });

  it("that nobody knows has neither, and never a price of 0", () => {
    for (const ref of [
      { provider: "openai", model: "nope" },
      { provider: "ollama", model: "gpt-5.5" },
      { provider: "acme", model: "one" },
    ])
      expect(catalogue.model(ref)).toMatchObject({ priceUsdPerMTok: null, contextWindow: null });
  });

  it("of the demo is free", () => {
    expect(catalogue.model({ provider: "demo", model: "judge" }).priceUsdPerMTok).toEqual({
      input: 0,
      cachedInput: 0,
      output: 0,
    });
  });

  it("is listed when it writes text and is priced, the defaults among the rest, each once", () => {
    const ids = catalogue.models().map((model) => model.id);
    const defaults = catalogue.providers().flatMap((provider) => provider.defaultModel ?? []);
    expect(ids).toEqual(expect.arrayContaining(defaults));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => /embed|tts|whisper|image|google\/claude/.test(id))).toEqual([]);
    expect(catalogue.models().every((model) => model.priceUsdPerMTok && model.contextWindow)).toBe(true);
  });
});
