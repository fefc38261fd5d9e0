import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import { type Estimates, estimate } from "../../../domain/play/estimates/estimate.ts";
import { languageRule } from "../../../domain/prompts/parts/frame.prompt-part.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { ROLES } from "../../../domain/rules/protocols/proposer-skeptic.protocol.ts";
import { PROTOCOLS, takes } from "../../../domain/rules/protocols/registry.protocol.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { createTokenCounter } from "../../../domain/shapes/tokens.shape.ts";
import { runs } from "../../support/debates/runs.ts";
import { growthOf } from "../../support/growth.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";
import { SHORT } from "../../support/random/plans.ts";

const catalogue = catalogueOf({ authenticated: ["openai", "anthropic", "mistral"] });

function estimateOf(body: object, afterRound?: number): Estimates {
  const { request, problems } = checkRequest({ topic: "Should cities ban cars?", ...body }, catalogue);
  if (!request) throw new Error(JSON.stringify(problems));
  const config = configOf(request, catalogue);
  const plan = planOf({ tenant: "", debateId: "", config, durations: SHORT, continueAfterEvents: 1_000 });
  return estimate({ config, plan, catalogue, ...(afterRound !== undefined && { afterRound }) });
}

const speakers = (count: number, more: (i: number) => object = () => ({ position: "A position." })) =>
  Array.from({ length: count }, (_, i) => ({ name: `Speaker ${i}`, model: "openai/m", ...more(i) }));
const callsOf = ({ lowest, likely, worst }: Estimates) => [lowest.calls, likely.calls, worst.calls];

const PANEL = ["openai/a", "openai/b", "openai/c"];

describe("the estimate of a fork", () => {
  it.each([
    ["round-limited", 3, { participants: speakers(2) }],
    ["oxford", 2, { participants: speakers(2, (i) => ({ side: i ? "against" : "for", position: "A position." })) }],
    ["dialectic", 3, { participants: speakers(3) }],
    ["proposer-skeptic", 3, { participants: [] }],
    ["council", 2, { participants: speakers(4) }],
    ["question", 3, { participants: speakers(3, () => ({})), answers: { type: "text" } }],
  ])("of %s leaves out what is bought, each round more, and never the conclusion", (format, maxRounds, more) => {
    const forkAfter = (round: number) => estimateOf({ format, maxRounds, ...more }, round);
    const whole = estimateOf({ format, maxRounds, ...more });
    expect(forkAfter(0)).toEqual(whole);
    const forks = [whole, ...Array.from({ length: maxRounds }, (_, at) => forkAfter(at + 1))];
    for (const name of ["likely", "worst"] as const) {
      const calls = forks.map((each) => each[name].calls);
      expect(calls).toEqual([...new Set(calls)].toSorted((a, b) => b - a));
      const costs = forks.map((each) => each[name].costUsd ?? Number.NaN);
      expect(costs).toEqual([...new Set(costs)].toSorted((a, b) => b - a));
      // A question has its answer with the last round.
      expect(calls.at(-1)).toBeGreaterThanOrEqual(format === "question" ? 0 : 1);
    }
  });

  it("has the rounds that it takes over in its prompts", () => {
    const body = { format: "round-limited", maxRounds: 3, participants: speakers(2) };
    const [whole, fork] = [estimateOf(body).likely, estimateOf(body, 2).likely];
    // Two turns, an assessment, two ballots and a conclusion of twelve calls.
    expect([whole.calls, fork.calls]).toEqual([12, 6]);
    expect(fork.inputTokens / fork.calls).toBeGreaterThan(whole.inputTokens / whole.calls);
  });
});

describe("the calls of an estimate", () => {
  it.each(["round-limited", "structured-rounds", "free-form"])("of %s are the same beside one another", (format) => {
    const body = {
      format,
      maxRounds: 6,
      minRounds: 3,
      participants: speakers(3),
      judge: { model: "openai/m", guides: false },
    };
    for (const mode of ["sequential", "simultaneous"]) {
      const apart = estimateOf({ ...body, mode, overlap: "off" });
      const beside = estimateOf({ ...body, mode });
      // Only the time differs: an assessment beside the turns of the next round takes none of its own.
      if (mode === "simultaneous") expect(apart.likely.seconds).toBeGreaterThan(beside.likely.seconds);
      for (const name of ["lowest", "likely", "worst"] as const) {
        expect(apart[name].seconds).toBeGreaterThanOrEqual(beside[name].seconds);
        expect({ ...apart[name], seconds: 0 }).toEqual({ ...beside[name], seconds: 0 });
      }
    }
  });

  it.each([
    // The judge may stop after round 3, which is the first of which the code measures that returns diminish, or the debate
    // goes through all of its rounds; twice that with a retry of each. The verdict is asked for in two orders, and the
    // conclusion once. In the worst case each judge is asked about the answer too, unless the format is a contest.
    [
      "free-form",
      { format: "free-form", maxRounds: 4, participants: speakers(3) },
      [3 * (3 + 1) + 3, 4 * (3 + 1) + 3, 1],
    ],
    [
      "free-form from minRounds on",
      { format: "free-form", maxRounds: 4, minRounds: 3, participants: speakers(2) },
      [3 * 3 + 3, 4 * 3 + 3, 1],
    ],
    [
      "free-form that runs ahead of its judge, whose stop counts one round later",
      { format: "free-form", maxRounds: 6, overlap: "ahead", participants: speakers(3) },
      [4 * (3 + 1) + 3, 6 * (3 + 1) + 3, 1],
    ],
    ["round-limited", { format: "round-limited", maxRounds: 3, participants: speakers(2) }, [12, 12, 1]],
    ["judged at the end only", { maxRounds: 2, judging: "final-only", participants: speakers(2) }, [7, 7, 1]],
    ["structured-rounds", { format: "structured-rounds", maxRounds: 5, participants: speakers(2) }, [15, 18, 1]],
    [
      "structured-rounds ahead of its judge",
      { format: "structured-rounds", maxRounds: 6, overlap: "ahead", participants: speakers(2) },
      [18, 21, 1],
    ],
    [
      "oxford",
      {
        format: "oxford",
        maxRounds: 2,
        participants: speakers(2, (i) => ({ side: i ? "against" : "for", position: "A position." })),
      },
      [2 * 9 + 4 + 3, 2 * 9 + 4 + 3],
    ],
    [
      "oxford, where the judges vote",
      {
        format: "oxford",
        maxRounds: 2,
        audience: false,
        participants: speakers(2, (i) => ({ side: i ? "against" : "for", position: "A position." })),
      },
      [2 + 4 + 3, 2 + 4 + 3],
    ],
    [
      "a panel of three that is asked in one order",
      { maxRounds: 1, participants: speakers(2), judge: { model: "openai/m", panel: PANEL, bothOrders: false } },
      [2 + 1 + 4, 2 + 1 + 4, 3],
    ],
    [
      "positions to assign",
      { format: "round-limited", maxRounds: 1, participants: speakers(2, () => ({})) },
      [1 + 2 + 1 + 3, 1 + 2 + 1 + 3, 1],
    ],
    ["proposer-skeptic", { format: "proposer-skeptic", participants: [] }, [3 * 2 + 1, 5 * 2 + 1]],
    [
      "dialectic to convergence",
      { format: "dialectic", maxRounds: 2, termination: { type: "convergence" }, participants: speakers(3) },
      // With a summary of each agent's view before round 2, and of the judge's before the solution.
      [3 + 6 + 3 + 1 + 1, 3 + 2 * (6 + 3 + 1) + 3 + 1 + 1],
    ],
    // The chair writes answer and conclusion in one call.
    ["council", { format: "council", participants: speakers(3) }, [3 + 3 + 1, 3 + 3 + 1]],
    ["council that revises", { format: "council", maxRounds: 3, participants: speakers(4) }, [13, 4 + 4 + 4 + 1]],
  ])("are those of the shortest and the longest run: %s", (_, body, [least, most, reviews = 0]) => {
    expect(callsOf(estimateOf(body))).toEqual([least, most, 2 * ((most ?? 0) + reviews)]);
  });

  it("have no word of the judges on the answer under a limit, where it is asked for as far as it fits", () => {
    const body = { format: "round-limited", maxRounds: 1, participants: speakers(2) };
    expect(estimateOf({ ...body, limits: { maxCostUsd: 100 } }).worst.calls).toBe(estimateOf(body).worst.calls - 2);
  });

  it("have everybody asked once, twice, or as often as there are collections", () => {
    const body = { format: "round-limited", maxRounds: 1, participants: speakers(2) };
    const clarifications = { enabled: true, maxIterations: 3 };
    const [lowest = 0, likely = 0, worst = 0] = callsOf(estimateOf(body));
    expect(callsOf(estimateOf({ ...body, clarifications }))).toEqual([lowest + 2, likely + 4, worst + 2 * 6]);
  });

  it("have a summary for each agent whose view grows long, and one for the judge", () => {
    const body = { format: "dialectic", maxRounds: 4, participants: speakers(2) };
    const long = estimateOf({ ...body, contextWindow: { agentSummaryThreshold: 1_000_000 } });
    const brief = estimateOf({ ...body, contextWindow: { agentSummaryThreshold: 100, agentSummaryMaxLength: 400 } });
    expect(brief.likely.calls - long.likely.calls).toBe(2 * 3 + 1);
    expect(brief.likely.inputTokens).toBeLessThan(long.likely.inputTokens);
  });
});

describe("the tokens of an estimate", () => {
  it("count the judge's guidance with each turn from round 2 on", () => {
    const body = { format: "free-form", maxRounds: 3, participants: speakers(2), promptLayout: "conversation" };
    const of = (guides: boolean) => estimateOf({ ...body, judge: { model: "openai/m", guides } });
    const [guided, plain] = [of(true), of(false)];
    const more = (name: "lowest" | "likely" | "worst") => guided[name].inputTokens - plain[name].inputTokens;
    // The judge is told more too.
    expect(more("likely")).toBeGreaterThan(4 * 150);
    expect(more("worst")).toBeGreaterThan(2 * 4 * 1_000);
    expect(callsOf(guided)).toEqual(callsOf(plain));
    expect(estimateOf({ ...body, judge: { model: "openai/m" } })).toEqual(guided);
  });
});

describe("the money of an estimate", () => {
  it("is null where a price is unknown, with a warning", () => {
    const participants = speakers(2, (i) => ({ position: "A position.", ...(i === 1 && { model: "openai/unknown" }) }));
    const { warnings, lowest, likely, worst } = estimateOf({ participants, judge: { model: "openai/m" } });
    expect([lowest, likely, worst].map(({ costUsd }) => costUsd)).toEqual([null, null, null]);
    expect(warnings.map(({ code, detail }) => [code, detail.includes("openai/unknown")])).toContainEqual([
      "unknown-price",
      true,
    ]);
  });

  it("counts a call with the model's whole window at the most, and says so", () => {
    const body = { judge: { model: "openai/m" }, participants: speakers(2) };
    const { warnings } = estimateOf({ ...body, maxRounds: 2 });
    const codesOf = (all: typeof warnings) => all.map(({ code }) => code);
    expect(codesOf(warnings)).toEqual(["judge-not-independent", "one-family"]);
    const { warnings: more, worst } = estimateOf({ ...body, maxRounds: 50 });
    expect(codesOf(more).toSorted()).toEqual(["context-window", "judge-not-independent", "one-family"]);
    expect(worst.inputTokens).toBeLessThanOrEqual(worst.calls * 200_000);
    expect(worst.inputTokens).toBeGreaterThan(worst.calls * 100_000);
  });
});

describe("the offer of the shared layout", () => {
  const body = { format: "round-limited", maxRounds: 12, judging: "final-only", promptLayout: "conversation" };
  const offered = (changes: object = {}) => estimateOf({ ...body, participants: speakers(2), ...changes }).sharedLayout;

  it("says what it would likely save where participants share a model, and more the more they are", () => {
    const two = offered();
    expect(two?.savedUsd).toBeGreaterThan(0);
    expect(two?.likelyCostUsd).toBeLessThan(estimateOf({ ...body, participants: speakers(2) }).likely.costUsd ?? 0);
    const four = offered({ participants: speakers(4) });
    const shareOf = (found: typeof two) =>
      (found?.savedUsd ?? 0) / ((found?.savedUsd ?? 0) + (found?.likelyCostUsd ?? 1));
    expect(shareOf(four)).toBeGreaterThan(shareOf(two));
  });

  it("is not made where it would save nothing, or can not be had", () => {
    expect(offered({ participants: speakers(2, (i) => ({ model: `openai/m${i}`, position: "A." })) })).toBeUndefined();
    for (const promptLayout of ["shared", "common", "blind", undefined])
      expect(offered({ promptLayout })).toBeUndefined();
    expect(offered({ maxRounds: 1 })).toBeUndefined();
    expect(offered({ format: "dialectic", judging: undefined, promptLayout: undefined })).toBeUndefined();
    const unknown = speakers(2, () => ({ model: "openai/unknown", position: "A." }));
    expect(offered({ participants: unknown })).toBeUndefined();
  });
});

const sides = { oxford: 2, "lincoln-douglas": 2 } as Partial<Record<FormatName, number>>;

/** A valid request of any format. */
const bodies = fc
  .record({
    format: fc.constantFrom(...FORMATS),
    count: fc.integer({ min: 2, max: 8 }),
    maxRounds: fc.integer({ min: 2, max: 10 }),
    minRounds: fc.integer({ min: 1, max: 10 }),
    simultaneous: fc.boolean(),
    arm: fc.constantFrom({}, { controlArm: true }, { controlArm: { calls: 5 }, skipIfUnanimous: true }),
    polled: fc.constantFrom({}, { poll: "private" }, { poll: "private", stopWhenStable: true }),
    judging: fc.constantFrom("every-round", "final-only"),
    models: fc.array(fc.constantFrom("openai/m", "anthropic/m", "mistral/m", "demo/debater"), { minLength: 8 }),
    placed: fc.boolean(),
    clarifies: fc.option(
      fc.record({ maxIterations: fc.integer({ min: 1, max: 3 }), maxPerAgent: fc.integer({ min: 1, max: 5 }) }),
    ),
    topK: fc.integer({ min: 0, max: 5 }),
    cap: fc.constantFrom(16, 100, 4_096, 60_000),
    topic: fc.string({ minLength: 1, maxLength: 200 }).filter((text) => text.trim() !== ""),
    summaries: fc.record({
      agentSummaryThreshold: fc.integer({ min: 1, max: 9_000 }),
      agentSummaryMaxLength: fc.integer({ min: 1, max: 9_000 }),
    }),
    history: fc.boolean(),
    termination: fc.constantFrom("fixed", "convergence", "quality"),
  })
  .map((chosen) => {
    const { format, minRounds } = chosen;
    const { protocol, participants, mode, rounds } = FORMATS_BY_NAME[format];
    const maxRounds = Math.min(chosen.maxRounds, rounds.max);
    const isDialectic = protocol === "dialectic";
    const count = sides[format] ?? Math.min(participants.max, Math.max(participants.min, chosen.count));
    return {
      topic: chosen.topic,
      format,
      maxRounds,
      minRounds: Math.min(minRounds, maxRounds),
      participants: Array.from({ length: count }, (_, i) => ({
        name: `Speaker ${i}`,
        model: chosen.models[i],
        ...(chosen.placed && PROTOCOLS[protocol].seats.field !== null && { position: "A position." }),
        ...(sides[format] && { side: i % 2 === 0 ? "for" : "against" }),
        ...(protocol === "proposer-skeptic" && { role: ROLES[i] }),
      })),
      retrieval: { topK: chosen.topK },
      limits: { maxOutputTokens: chosen.cap },
      ...(takes(PROTOCOLS[protocol], "poll") && chosen.polled),
      ...(chosen.clarifies && { clarifications: { enabled: true, ...chosen.clarifies } }),
      ...(PROTOCOLS[protocol].hasJudge && { judge: { model: { model: "openai/judge", maxOutputTokens: chosen.cap } } }),
      ...(protocol === "judged" && {
        judging: chosen.judging,
        ...chosen.arm,
        mode: chosen.simultaneous && !mode ? "simultaneous" : "sequential",
      }),
      ...(isDialectic && {
        termination: { type: chosen.termination },
        includeFullHistory: chosen.history,
        contextWindow: chosen.summaries,
      }),
    };
  });

describe("an estimate of any valid request", () => {
  it("has lowest ≤ likely ≤ worst in every figure", () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const { lowest, likely, worst } = estimateOf(body);
        for (const key of ["calls", "inputTokens", "outputTokens", "costUsd"] as const) {
          const figures = [lowest[key], likely[key], worst[key]];
          expect([key, ...figures]).toEqual([key, ...figures.toSorted((a, b) => Number(a) - Number(b))]);
          expect(figures.every((figure) => figure !== null && Number.isFinite(figure))).toBe(true);
        }
      }),
      { numRuns: runs(150) },
    );
  }, 60_000);

  it("takes five times the work for five times the rounds of eight agents", async () => {
    const rounds = (maxRounds: number) => estimateOf({ format: "dialectic", maxRounds, participants: speakers(8) });
    const times = await growthOf({ small: () => rounds(10), large: () => rounds(50), most: 12 });
    expect(times).toBeLessThan(12);
  }, 60_000);
});

describe("the sentence about the language", () => {
  const tokens = createTokenCounter();

  it.each(FORMATS)("is counted in every call of %s", (format) => {
    const hasSides = FORMATS_BY_NAME[format].sides;
    const body = (language: string) => ({
      format,
      language,
      ...(format !== "proposer-skeptic" && {
        participants: speakers(2, (i) => ({ ...(hasSides && { side: i ? "against" : "for" }) })),
      }),
    });
    const short = estimateOf(body("de")).likely;
    const long = estimateOf(body("de-1996")).likely;
    const more = tokens(languageRule({ language: "de-1996" })) - tokens(languageRule({ language: "de" }));
    const perCall = (long.inputTokens - short.inputTokens) / short.calls;
    expect(more).toBeGreaterThan(3);
    // Two texts that are joined may have a token less, and a model's own margin adds some.
    expect(perCall).toBeGreaterThan(more - 1);
    expect(perCall).toBeLessThan(more * 1.5);
  });
});
