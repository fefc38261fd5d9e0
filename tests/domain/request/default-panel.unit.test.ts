import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCatalogue } from "../../../activities/models/catalogue.model.ts";
import { forkedConfig } from "../../../domain/around/branches/fork.ts";
import { twinnedConfig } from "../../../domain/around/branches/twin.branch.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { planWithoutRun } from "../../../domain/play/beginning/create-plan.ts";
import { plannedConfig } from "../../../domain/play/beginning/planned.ts";
import { drafted, redrafted, withRequest } from "../../../domain/play/beginning/revision.ts";
import { estimate } from "../../../domain/play/estimates/estimate.ts";
import { SAMPLE_FENCE_KEY } from "../../../domain/prompts/fences/fence-key.prompt.ts";
import { protocolOf, takes } from "../../../domain/rules/protocols/registry.protocol.ts";
import { ownRequest } from "../../../domain/rules/seats/effective-request.ts";
import { usualModels } from "../../../domain/rules/seats/usual-models.ts";
import { chooseModels, withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import { modelId } from "../../../domain/shapes/catalogue/catalogue.ts";
import { familyOfId } from "../../../domain/shapes/catalogue/family.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Durations } from "../../../domain/shapes/plan/plan.ts";

const KEYS = ["anthropic", "openai", "google", "mistral", "openrouter"];
const [OPENAI, ANTHROPIC] = ["openai/gpt-5.5", "anthropic/claude-sonnet-5"];

function withKeys(keys: string[], { panel = 3, judge = null }: { panel?: number; judge?: string | null } = {}) {
  const providers = Object.fromEntries(keys.map((id) => [id, { apiKey: "k" }]));
  return createCatalogue({ providers, defaultModel: null, defaultJudgeModel: judge, defaultPanel: panel });
}

interface Asked {
  keys?: string[];
  speakers?: string[];
  /** `DEFAULT_PANEL` and `DEFAULT_JUDGE_MODEL`. */
  panel?: number;
  given?: string;
  [field: string]: unknown;
}

/** A debate of which nobody names the judge. */
function debateOf({ keys = KEYS, speakers, panel = 3, given, ...body }: Asked = {}) {
  const catalogue = withKeys(keys, { panel, judge: given ?? null });
  const participants = speakers?.map((model, i) => ({ name: `Speaker ${i + 1}`, model }));
  const sent = { topic: "Tea or coffee?", ...(participants && { participants }), ...body };
  const { body: whole, taken } = withUsualParticipants(sent, catalogue);
  const { request, problems } = checkRequest(whole, catalogue);
  if (!request) throw new Error(JSON.stringify(problems));
  const planned = plannedConfig(request, catalogue).config;
  const config = withRequest({ ...planned, warnings: [...taken, ...planned.warnings] }, whole, {} as Durations);
  return { catalogue, config, ...benchOf(config) };
}

function benchOf({ judge, warnings }: DebateConfig) {
  return {
    judge: judge && modelId(judge),
    voting: (judge?.panel ?? []).map(modelId),
    detail: (code: string) => warnings.find((warning) => warning.code === code)?.detail ?? null,
  };
}

function figuresOf({ config, catalogue }: ReturnType<typeof debateOf>) {
  const fenced = { ...config, fenceKey: SAMPLE_FENCE_KEY };
  return estimate({ config: fenced, plan: planWithoutRun(fenced), catalogue });
}

describe("a debate that names no judge", () => {
  it.each<[string[], string[], string[]]>([
    [["openai"], [], []],
    [["openai", "anthropic"], [], ["anthropic/claude-opus-5", "openai/gpt-5.4"]],
    [["openai", "anthropic", "google"], [], ["google/gemini-3.8-flash", "anthropic/claude-opus-5", "openai/gpt-5.4"]],
    [
      ["openai", "anthropic", "google", "mistral"],
      [OPENAI, ANTHROPIC],
      ["google/gemini-3.8-flash", "mistral/mistral-medium-3-5", "anthropic/claude-opus-5"],
    ],
    [["openai"], ["demo/debater", "demo/debater"], []],
    [[], [], []],
  ])("with keys of %j and the speakers %j is judged by %j", (keys, speakers, members) => {
    const { voting, judge, config } = debateOf({ keys, ...(speakers.length > 0 && { speakers }) });
    expect(voting).toEqual(members);
    if (members.length > 0) expect(judge).toBe(members[0]);
    else expect(config.judge).not.toHaveProperty("panel");
  });

  it("has a panel of as many families as there are, up to the setting, those first that do not debate; or one judge", () => {
    const speaker = fc.constantFrom(
      OPENAI,
      ANTHROPIC,
      "google/gemini-3.8-flash",
      "openrouter/meta-llama/llama-4-maverick",
    );
    fc.assert(
      fc.property(
        fc.subarray(KEYS, { minLength: 1 }),
        fc.array(speaker, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 1, max: 7 }),
        (keys, speakers, panel) => {
          const of = speakers.filter((model) => keys.some((key) => model.startsWith(key)));
          fc.pre(of.length > 1);
          const { voting, judge, detail, catalogue } = debateOf({ keys, speakers: of, panel });
          const families = (models: string[]) => new Set(models.map(familyOfId));
          const there = families(usualModels(catalogue).judges(of)).size;
          const size = Math.min(panel, there);
          expect(voting).toHaveLength(size < 2 ? 0 : size);
          expect(families(voting).size).toBe(voting.length);
          const debating = voting.map((model) => families(of).has(familyOfId(model)));
          expect(debating).toEqual(debating.toSorted((a, b) => Number(a) - Number(b)));
          if (voting.length > 0)
            expect([judge, voting.every((model) => !of.includes(model))]).toEqual([voting[0], true]);
          expect([detail("panel-chosen") !== null, detail("panel-smaller")]).toEqual([voting.length > 0, null]);
          expect(detail("judge-chosen") === null).toBe(voting.length > 0);
        },
      ),
    );
  });

  it("warns of who votes, how one judge is had, and who is near to a debater", () => {
    const { detail } = debateOf({ keys: ["openai", "anthropic"], speakers: [OPENAI, ANTHROPIC] });
    expect(detail("panel-chosen")).toBe(
      "no judge was named: anthropic/claude-opus-5, openai/gpt-5.4 vote, and anthropic/claude-opus-5 assesses the rounds; DEFAULT_PANEL=1, or a judge that the request names, judges alone; of a debater's family: anthropic/claude-opus-5, openai/gpt-5.4, as no further family has a key",
    );
    expect([detail("judge-chosen"), detail("one-family")]).toEqual([null, null]);
  });

  it("has the operator's judge first", () => {
    const { voting, judge } = debateOf({ given: "openai/gpt-5.6-sol", speakers: [OPENAI, ANTHROPIC] });
    expect([judge, voting.slice(0, 2)]).toEqual([
      "openai/gpt-5.6-sol",
      ["openai/gpt-5.6-sol", "google/gemini-3.8-flash"],
    ]);
  });

  it.each<[string, Asked]>([
    ["DEFAULT_PANEL is 1", { panel: 1 }],
    ["the request names a judge", { judge: { model: "usual/judge-1" } }],
    ["it names one and a panel of 1", { judge: { model: "usual/judge-1", panel: 1 } }],
  ])("but where %s, one judges", (_, asked) => {
    expect(debateOf(asked).voting.length).toBeLessThan(2);
  });

  it.each(FORMATS)("of the format %s has a panel where it takes one", (format) => {
    const { voting, catalogue } = debateOf({ format });
    expect(voting).toHaveLength(takes(protocolOf({ format }), "judge/panel") ? 3 : 0);
    expect(chooseModels(catalogue, { format }).panel).toHaveLength(voting.length);
  });

  it("costs what the page on judging says", async () => {
    const page = await readFile(new URL("../../../docs/judging.md", import.meta.url), "utf8");
    const row = (keys: string[], panel: number) => {
      const { calls, costUsd } = figuresOf(
        debateOf({ keys, panel, topic: "Should our town ban cars from its centre?" }),
      ).likely;
      return `${calls} calls, $${costUsd?.toFixed(2)}`;
    };
    for (const [name, keys, judges] of [
      ["OpenAI and Anthropic", ["openai", "anthropic"], 2],
      ["OpenAI, Anthropic and Google", ["openai", "anthropic", "google"], 3],
    ] as const)
      expect(page).toContain(`| ${name} | ${row([...keys], 1)} | ${judges} judges, ${row([...keys], 3)} |`);
    expect(page).toContain(`| OpenAI | ${row(["openai"], 3)} | as before: one family |`);
  });

  it("keeps its panel in forks, twins and what is sent again, whatever the server's keys are then", () => {
    const { config, voting, catalogue } = debateOf();
    expect(ownRequest(config)).toMatchObject({ judge: { model: voting[0], panel: voting } });
    const later = withKeys([...KEYS], { panel: 1 });
    const forked = forkedConfig(config, {
      changes: { maxRounds: 2 },
      afterRound: 0,
      catalogue: later,
      defaults: {} as Durations,
    });
    const twin = twinnedConfig(config, { catalogue: later, defaults: {} as Durations });
    for (const made of [forked, twin]) expect(made.config && benchOf(made.config).voting).toEqual(voting);
    // A debate that had one judge keeps it, though there would be a panel now.
    const alone = debateOf({ panel: 1 });
    const again = forkedConfig(alone.config, { changes: {}, afterRound: 0, catalogue, defaults: {} as Durations });
    expect(again.config && benchOf(again.config)).toMatchObject({ judge: alone.judge, voting: [] });
  });

  it("has it as a draft too, until the draft names a judge", () => {
    const catalogue = withKeys(KEYS);
    const speakers = [OPENAI, ANTHROPIC].map((model, i) => ({ name: `Speaker ${i + 1}`, model }));
    const draft = drafted({ topic: "Tea?", participants: speakers }, { catalogue, defaults: {} as Durations });
    expect(draft.config && benchOf(draft.config).voting).toHaveLength(3);
    const named = draft.config && redrafted(draft.config, { judge: { model: "google/gemini-3.8-flash" } }, catalogue);
    expect(named?.config && benchOf(named.config).voting).toEqual([]);
  });
});

describe("a limit under which the panel does not fit", () => {
  const debate = (limits: object) => debateOf({ keys: KEYS, limits });
  const worst = (of: ReturnType<typeof debateOf>) => figuresOf(of).worst.costUsd ?? 0;

  it("takes fewer judges, and says how many and why, before it makes the debate shorter", () => {
    const whole = debateOf({ keys: KEYS });
    const sizes = [1.01, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3].map((share) => {
      const maxCostUsd = Math.ceil(worst(whole) * share * 100) / 100;
      const held = debate({ maxCostUsd });
      expect(worst(held)).toBeLessThanOrEqual(maxCostUsd);
      const { voting, detail, judge } = held;
      const size = Math.max(1, voting.length);
      expect(judge).toBe(whole.judge);
      expect(detail("panel-smaller")).toBe(
        size === 3
          ? null
          : `a panel of 3 of different families is usual, and only ${size} vote${size === 1 ? "s" : ""}: the limit has no room for more beside the rounds`,
      );
      expect(detail("judge-chosen") === null).toBe(size > 1);
      if (size > 1) expect(detail("fitted-to-limit")).toBeNull();
      return size;
    });
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(new Set(sizes)).toEqual(new Set([3, 2, 1]));
  });

  it("does not shrink a panel that the request asks for", () => {
    const { voting, detail } = debateOf({ judge: { model: "usual/judge-1", panel: 3 }, limits: { maxCostUsd: 0.6 } });
    expect([voting.length, detail("panel-smaller")]).toEqual([3, null]);
  });
});
