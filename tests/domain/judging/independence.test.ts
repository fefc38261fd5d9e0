import { describe, expect, it } from "vitest";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { concludingCalls } from "../../../domain/play/budget/concluding.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { familiesIn } from "../../../domain/rules/request/independence.ts";
import { familyOf } from "../../../domain/shapes/catalogue/family.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";
import { planFor } from "../../support/random/plans.ts";

const catalogue = catalogueOf({ authenticated: ["openai", "anthropic", "mistral"] });

function requested(judge: object, more: object = {}) {
  const participants = [
    { name: "Ada", model: "openai/gpt-5.5", position: "For it." },
    { name: "Ben", model: "mistral/large-3", position: "Against it." },
  ];
  return checkRequest({ topic: "Should it be done?", participants, judge, ...more }, catalogue);
}

function warningsOf(
  judge: object,
  { code = "judge-not-independent", ...more }: { code?: string; participants?: object[] } = {},
): string[] {
  const { request, problems } = requested(judge, more);
  if (!request) throw new Error(JSON.stringify(problems));
  return configOf(request, catalogue).warnings.flatMap((w) => (w.code === code ? [w.detail] : []));
}

const pointersOf = (judge: object, more?: object) => requested(judge, more).problems.map((p) => p.pointer);

describe("the families that take part", () => {
  it("are those of the debaters and of whoever judges, each once", () => {
    const of = (judge: object) => {
      const { request, problems } = requested(judge);
      if (!request) throw new Error(JSON.stringify(problems));
      return configOf(request, catalogue);
    };
    const panel = ["openai/gpt-5.5", "anthropic/claude-opus-5", "openai/o3"];
    const config = of({ model: "anthropic/claude-opus-5", panel });
    expect(familiesIn(config)).toEqual({ debaters: ["mistral", "openai"], judges: ["anthropic", "openai"] });
    const replaced = { judgeModel: { provider: "mistral", model: "large-3" }, panelOut: true as const };
    expect(familiesIn(config, replaced).judges).toEqual(["mistral"]);
    expect(familiesIn({ ...config, judge: null }).judges).toEqual([]);
  });
});

describe("a judge's independence", () => {
  it.each([
    ["openai/gpt-5.5", "openai"],
    ["openai/o3", "openai"],
    ["openrouter/anthropic/claude-sonnet-5", "anthropic"],
    ["openrouter/qwen/qwen-4", "qwen"],
    ["ollama/llama3.3", "meta"],
    ["ollama/phi4", "phi"],
    ["google/gemini-3", "google"],
    ["demo/judge", "demo"],
  ])("knows the family of %s: %s", (id, family) => {
    const [provider = "", ...model] = id.split("/");
    expect(familyOf({ provider, model: model.join("/") })).toBe(family);
  });

  it("is warned about where a debater has the same model, or one of the same family", () => {
    expect(warningsOf({ model: "openai/gpt-5.5" })).toEqual(["the judge openai/gpt-5.5 also debates, as Ada"]);
    expect(warningsOf({ model: "openai/gpt-5.5-mini" })).toEqual([
      "the judge openai/gpt-5.5-mini is of the family openai, as Ada is",
    ]);
    expect(warningsOf({ model: "anthropic/claude-sonnet-5" })).toEqual([]);
  });

  it("is warned about once for each model of a panel", () => {
    const panel = ["anthropic/claude-sonnet-5", "mistral/large-3", "mistral/large-3"];
    expect(warningsOf({ model: "anthropic/claude-sonnet-5", panel })).toEqual([
      "the judge mistral/large-3 also debates, as Ben",
    ]);
  });

  it("is less where all debaters, or a whole panel, are of one family", () => {
    const judge = { model: "anthropic/claude-sonnet-5" };
    const of = (models: string[], panel?: string[]) => {
      const participants = models.map((model, i) => ({ name: `Speaker ${i + 1}`, model }));
      return warningsOf({ ...judge, ...(panel && { panel }) }, { code: "one-family", participants });
    };
    const alike = (who: string, family: string) =>
      `all ${who} are of the family ${family}: models of one family tend to err alike`;
    expect(of(["openai/gpt-5.5", "openai/o3"])).toEqual([alike("debaters", "openai")]);
    expect(of(["openai/gpt-5.5", "mistral/large-3"])).toEqual([]);
    const panels = [["mistral/large-3", "mistral/magistral-2"], ["mistral/large-3"], ["mistral/large-3", "openai/o3"]];
    expect(panels.map((panel) => of(["openai/gpt-5.5", "mistral/large-3"], panel))).toEqual([
      [alike("judges of the panel", "mistral")],
      [],
      [],
    ]);
    expect(of(["demo/debater", "demo/debater"])).toEqual([]);
  });

  it("is refused at its pointer where it was asked for", () => {
    const requireIndependent = true;
    const model = "anthropic/claude-sonnet-5";
    expect(pointersOf({ model, requireIndependent })).toEqual([]);
    expect(pointersOf({ model: "openai/x", requireIndependent })).toEqual(["/judge/model"]);
    expect(pointersOf({ model: "openai/x", requireIndependent: false })).toEqual([]);
    expect(pointersOf({ model, requireIndependent, panel: [model, "mistral/large-3"] })).toEqual(["/judge/panel/1"]);
    const policies = { onJudgeFailure: "fallback", fallbackJudges: ["openai/gpt-5.5"] };
    expect(pointersOf({ model, requireIndependent }, { policies })).toEqual(["/policies/fallbackJudges/0"]);
  });
});

describe("the calls that conclude a debate", () => {
  const panel = ["a", "b", "c"].map((model) => ({ provider: "demo", model }));
  it.each([
    ["one judge in one order", planFor(), 1],
    ["one judge in both orders", { ...planFor(), bothOrders: true as const }, 2],
    ["a panel of three in both orders", { ...planFor(), bothOrders: true as const, panel }, 6],
    ["a panel of three on a motion", { ...planFor({ format: "oxford" }), panel }, 6],
  ])("are counted: %s", (_, plan, calls) => {
    expect(concludingCalls(plan, initialState(plan)).flat()).toHaveLength(calls);
  });
});
