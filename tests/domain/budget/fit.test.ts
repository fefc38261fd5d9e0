import { readFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCatalogue } from "../../../activities/models/catalogue.model.ts";
import { twinnedConfig } from "../../../domain/around/branches/twin.branch.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { planWithoutRun } from "../../../domain/play/beginning/create-plan.ts";
import { plannedConfig } from "../../../domain/play/beginning/planned.ts";
import { withRequest } from "../../../domain/play/beginning/revision.ts";
import { estimate } from "../../../domain/play/estimates/estimate.ts";
import { SAMPLE_FENCE_KEY } from "../../../domain/prompts/fences/fence-key.prompt.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { Durations } from "../../../domain/shapes/plan/plan.ts";
import { wholeCents } from "../../../domain/shapes/state/costs.state.ts";
import { runs } from "../../support/debates/runs.ts";

const RUNS = runs(400);
const TOPIC = "Should our town ban cars from its centre?";

function withKeys(ids: string[]): Catalogue {
  const providers = Object.fromEntries(ids.map((id) => [id, { apiKey: "sk-test" }]));
  return createCatalogue({ providers, defaultModel: null, defaultJudgeModel: null, defaultPanel: 3 });
}

const KEYS = [["openai"], ["anthropic"], ["google"], ["openai", "anthropic"], ["openai", "anthropic", "google"]];
const CATALOGUES = KEYS.map(withKeys);

/** What a request becomes, by the price library. */
function planned(body: object, catalogue: Catalogue) {
  const { body: whole } = withUsualParticipants({ topic: TOPIC, ...body }, catalogue);
  const { request, problems } = checkRequest(whole, catalogue);
  return request ? { config: plannedConfig(request, catalogue).config, problems: [] } : { config: null, problems };
}

function figuresOf(config: DebateConfig, catalogue: Catalogue) {
  const fenced = { ...config, fenceKey: SAMPLE_FENCE_KEY };
  const { likely, worst } = estimate({ config: fenced, plan: planWithoutRun(fenced), catalogue });
  const tokens = worst.inputTokens + worst.outputTokens;
  return { likelyUsd: likely.costUsd ?? 0, worstUsd: worst.costUsd ?? 0, tokens };
}

const fittedIn = ({ warnings }: DebateConfig) =>
  warnings.flatMap(({ code, detail }) => (code === "fitted-to-limit" ? [detail] : []));
const namedIn = (detail: string) => Number(/([\d.]+) would do/.exec(detail)?.[1]);

describe("the first debate of the README, with a limit of $0.50", () => {
  it.each(KEYS.map((ids, i) => [ids.join(", "), CATALOGUES[i] as Catalogue] as const))(
    "fits with keys of %s, and says how",
    (_, catalogue) => {
      const { config, problems } = planned({ limits: { maxCostUsd: 0.5 } }, catalogue);
      expect(problems).toEqual([]);
      if (!config) return;
      const { likelyUsd, worstUsd } = figuresOf(config, catalogue);
      expect(worstUsd).toBeLessThanOrEqual(0.5);
      expect(worstUsd).toBeGreaterThan(0.4);
      expect(likelyUsd).toBeGreaterThan(0.03);
      expect(config.maxRounds).toBeGreaterThanOrEqual(2);
      expect(config.conclusion).toBe(true);
      expect(fittedIn(config)).toEqual([
        expect.stringMatching(
          /^to stay below \$0\.50: (2 rounds instead of 3|3 rounds), turns of at most [\d,]+ tokens, /,
        ),
      ]);
    },
  );

  it("fits under as little as the page on limits says", async () => {
    const page = await readFile(new URL("../../../docs/limits-and-costs.md", import.meta.url), "utf8");
    const [, ...sums] =
      /fit under \$([\d.]+) with OpenAI's usual models, \$([\d.]+) with Anthropic's, \$([\d.]+)\s+with Google's, and \$([\d.]+)/.exec(
        page,
      ) ?? [];
    const least = CATALOGUES.slice(0, 4).map((catalogue) => {
      const { problems } = planned({ limits: { maxCostUsd: 0.01 } }, catalogue);
      return namedIn(problems[0]?.detail ?? "");
    });
    expect(sums.map(Number)).toEqual(least);
  });

  it("costs without a limit what the page on limits says", async () => {
    const page = await readFile(new URL("../../../docs/limits-and-costs.md", import.meta.url), "utf8");
    const [, ...sums] =
      /takes 13 calls. It costs\s+\$([\d.]+) with OpenAI's usual models, \$([\d.]+) with Anthropic's, \$([\d.]+) with Google's, and \$([\d.]+)/.exec(
        page,
      ) ?? [];
    const likely = CATALOGUES.slice(0, 4).map((catalogue) => {
      const { config } = planned({}, catalogue);
      return config && figuresOf(config, catalogue).likelyUsd;
    });
    expect(sums.map(Number)).toEqual(likely.map((usd) => wholeCents(usd ?? 0)));
  });

  it("is as ever without a limit, or with one that all of it fits under", () => {
    const [catalogue] = CATALOGUES as [Catalogue];
    for (const limits of [{}, { maxCostUsd: 1_000 }, { maxTokens: 100_000_000 }, { warnAtCostUsd: 0.01 }]) {
      const { config } = planned({ limits }, catalogue);
      expect(config).toMatchObject({ maxRounds: 3, judging: "every-round", judge: { bothOrders: true } });
      expect(config?.fitted).toBeUndefined();
    }
  });
});

describe("a judge who guides", () => {
  const [catalogue] = CATALOGUES as [Catalogue];
  const judge = { model: "openai/gpt-5.4" };

  it("guides nobody where a limit leaves it the verdict alone", () => {
    const { config } = planned({ format: "free-form", judge, limits: { maxCostUsd: 0.5 } }, catalogue);
    expect(config?.judging).toBe("final-only");
    expect(config?.judge).not.toHaveProperty("guides");
    const { config: rich } = planned({ format: "free-form", judge, limits: { maxCostUsd: 1_000 } }, catalogue);
    expect(rich).toMatchObject({ judging: "every-round", judge: { guides: true } });
  });

  it("goes on assessing rounds where the request says so, or the limit is refused", () => {
    const guided = { format: "free-form", judge: { ...judge, guides: true } };
    const { config } = planned({ ...guided, limits: { maxCostUsd: 3 } }, catalogue);
    expect(config).toMatchObject({ judging: "every-round", judge: { guides: true } });
    const { problems } = planned({ ...guided, limits: { maxTokens: 10_000 } }, catalogue);
    expect(problems).toEqual([
      { pointer: "/limits/maxTokens", detail: expect.stringMatching(/without judge\/guides$/) },
    ]);
  });
});

const limits = fc.oneof(
  fc.record({ maxCostUsd: fc.double({ min: 0.02, max: 40, noNaN: true }) }),
  fc.record({ maxTokens: fc.integer({ min: 10_000, max: 6_000_000 }) }),
);
const format = fc.constantFrom(...FORMATS);
const catalogues = fc.constantFrom(...CATALOGUES);

describe("any limit", () => {
  it("is at least half usable, is not passed by the worst case, and when refused names the sum that would do", () => {
    const ends = { fitted: 0, whole: 0, refused: 0 };
    fc.assert(
      fc.property(format, catalogues, limits, (name, catalogue, limit) => {
        const asked = (most: object) =>
          planned({ format: name, ...(name === "question" && { answers: { type: "text" } }), limits: most }, catalogue);
        const { config, problems } = asked(limit);
        if (!config) {
          ends.refused += 1;
          const [field] = Object.keys(limit) as ["maxCostUsd" | "maxTokens"];
          expect(problems).toMatchObject([{ pointer: `/limits/${field}` }]);
          const enough = namedIn(problems[0]?.detail ?? "");
          expect(enough).toBeGreaterThan(Object.values(limit)[0] as number);
          expect(asked({ [field]: enough }).problems).toEqual([]);
          return;
        }
        const { worstUsd, tokens } = figuresOf(config, catalogue);
        const [used, most] = "maxTokens" in limit ? [tokens, limit.maxTokens] : [worstUsd, limit.maxCostUsd];
        expect(used).toBeLessThanOrEqual(most);
        ends[config.fitted ? "fitted" : "whole"] += 1;
        const [sentence] = fittedIn(config);
        // All that was asked for fits.
        if (!sentence) return;
        expect(used).toBeGreaterThanOrEqual(most / 2);
        expect(config.maxRounds).toBeGreaterThanOrEqual(FORMATS_BY_NAME[name].rounds.min);
      }),
      { numRuns: RUNS },
    );
    for (const count of Object.values(ends)) expect(count).toBeGreaterThan(0);
  }, 240_000);

  it("leaves what the request gives as it is", () => {
    const given = fc.record(
      {
        maxRounds: fc.integer({ min: 2, max: 12 }),
        judging: fc.constantFrom("every-round", "final-only"),
        bothOrders: fc.boolean(),
        judgeTokens: fc.integer({ min: 500, max: 9_000 }),
        tokens: fc.integer({ min: 200, max: 9_000 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(given, catalogues, fc.double({ min: 0.3, max: 20, noNaN: true }), (asked, catalogue, maxCostUsd) => {
        const { maxRounds, judging, bothOrders, judgeTokens, tokens } = asked;
        const body = {
          ...(maxRounds !== undefined && { maxRounds }),
          ...(judging !== undefined && { judging }),
          judge: {
            model: {
              model: catalogue.defaultModel(),
              ...(judgeTokens !== undefined && { maxOutputTokens: judgeTokens }),
            },
            ...(bothOrders !== undefined && { bothOrders }),
          },
          limits: { maxCostUsd, ...(tokens !== undefined && { maxOutputTokens: tokens }) },
        };
        const { config, problems } = planned(body, catalogue);
        if (!config) {
          expect(problems).toMatchObject([{ pointer: "/limits/maxCostUsd" }]);
          return;
        }
        expect(config.maxRounds).toBe(maxRounds ?? config.maxRounds);
        expect(config.judging).toBe(judging ?? config.judging);
        expect(config.judge?.bothOrders).toBe(bothOrders ?? config.judge?.bothOrders);
        expect(config.judge?.maxOutputTokens).toBe(judgeTokens ?? 8_192);
        for (const p of config.participants) expect(p.maxOutputTokens).toBe(tokens ?? 4_096);
        const held = [...(tokens === undefined ? [] : ["p1", "p2"]), ...(judgeTokens === undefined ? [] : ["judge"])];
        if (config.fitted) expect(config.fitted.given).toEqual(held);
      }),
      { numRuns: RUNS },
    );
  }, 240_000);

  it("that what the request gives does not fit under is refused with the change that would help", () => {
    const [catalogue] = CATALOGUES as [Catalogue];
    const judge = { model: { model: "openai/gpt-5.4", maxOutputTokens: 30_000 }, bothOrders: true };
    const { problems } = planned({ judge, limits: { maxCostUsd: 0.5 } }, catalogue);
    expect(problems).toEqual([
      {
        pointer: "/limits/maxCostUsd",
        detail: expect.stringMatching(
          /^is below the least that this debate can be held for: [\d.]+ would do; it fits without judge\/bothOrders, judge\/model\/maxOutputTokens$/,
        ),
      },
    ]);
  });

  it("says that rounds which the request asks for may not all fit", () => {
    const [catalogue] = CATALOGUES as [Catalogue];
    const { config } = planned({ maxRounds: 10, limits: { maxCostUsd: 0.5 } }, catalogue);
    expect(config?.maxRounds).toBe(10);
    expect(config && fittedIn(config)).toEqual([
      expect.stringContaining("The rounds that the request asks for may not fit: then the judge rules"),
    ]);
  });

  it("leaves a debate alone whose owner wants to be asked, and fits it where it could not conclude", () => {
    const [catalogue] = CATALOGUES as [Catalogue];
    const asked = (maxCostUsd: number) =>
      planned({ limits: { maxCostUsd }, policies: { onCostLimit: "ask" } }, catalogue).config;
    expect(asked(2)).toMatchObject({ maxRounds: 3, judge: { bothOrders: true } });
    expect(asked(2)?.fitted).toBeUndefined();
    expect(asked(0.5)).toMatchObject({ maxRounds: 2, fitted: { attempts: 1 } });
    expect(asked(0.1)).toBeNull();
  });

  it("holds for the twin as for its original", () => {
    const [catalogue] = CATALOGUES as [Catalogue];
    const defaults = {} as Durations;
    const body = { topic: TOPIC, limits: { maxCostUsd: 0.5 } };
    const { config } = planned(body, catalogue);
    const { body: request } = withUsualParticipants(body, catalogue);
    const positions = config?.participants.map((p) => ({
      ...p,
      position: "Yes.",
      positionSource: "assigned" as const,
    }));
    const original = { ...(config as DebateConfig), participants: positions ?? [] };
    const twin = twinnedConfig(withRequest(original, request, defaults), { catalogue, defaults });
    expect(twin.problems).toEqual([]);
    for (const name of ["maxRounds", "judging", "fitted"] as const) expect(twin.config?.[name]).toEqual(config?.[name]);
    expect(twin.config?.judge?.bothOrders).toBe(false);
  });
});
