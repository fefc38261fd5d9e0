import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summarizesAbove, withoutSummaries } from "../../../domain/play/context/summarizes.ts";
import { tokensOf } from "../../../domain/play/context/windows.context.ts";
import { buildTurnPrompt } from "../../../domain/prompts/speaker/turn.speaker-prompt.ts";
import { type Fit, type FitInput, fit } from "../../../domain/rules/context/fit.rules.ts";
import { dropOrder, newestRound } from "../../../domain/rules/context/strategies.ts";
import { type View, verbatim } from "../../../domain/shapes/context/view.shape.ts";
import type { DialecticPlan } from "../../../domain/shapes/plan/plan.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { runs } from "../../support/debates/runs.ts";
import { configFor, roundsOf, turnSpec } from "../../support/debates/transcripts.ts";

const SPEAKERS = ["p1", "p2", "p3"];
const FRAME = 300;
const STRATEGIES = ["auto", "truncate", "window", "summarize"] as const;

/** A transcript with turns of these sizes, told by their texts. */
function transcript(sizes: number[]): Turn[] {
  return sizes.map((size, i) => {
    const [round, index] = [Math.floor(i / 3) + 1, (i % 3) + 1];
    const id = `g1-r${round}-t${index}`;
    return { id, round, index, participantId: SPEAKERS[i % 3], phase: "response", text: "x".repeat(size) } as Turn;
  });
}

const sizeOf = (turn: Turn) => turn.text.length;
const length = (turns: Turn[], view: View) =>
  FRAME + (view.summary?.text.length ?? 0) + verbatim(turns, view).reduce((sum, turn) => sum + sizeOf(turn), 0);

const situations = fc
  .record({
    sizes: fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 60 }),
    capacity: fc.integer({ min: 400, max: 12_000 }),
    strategy: fc.constantFrom(...STRATEGIES),
    summarizeAbove: fc.constantFrom(null, 0.8, 0.9),
    reader: fc.constantFrom(null, ...SPEAKERS),
    covered: fc.option(fc.record({ upTo: fc.integer({ min: 0, max: 50 }), size: fc.integer({ min: 1, max: 300 }) })),
  })
  .map(({ sizes, covered, ...rest }): FitInput => {
    const turns = transcript(sizes);
    const last = covered && turns.slice(0, -4)[covered.upTo];
    const until = last && { round: last.round, index: last.index };
    const summary = until && covered ? { id: "s", text: "y".repeat(covered.size), until } : undefined;
    const keeps = newestRound(turns);
    return { ...rest, turns, keeps, summary, sizeOf, measure: (view) => length(turns, view) };
  });

const shownBy = ({ turns }: FitInput, { view }: Fit) => verbatim(turns, view);

describe("what a window shows of a transcript", () => {
  it("fits, or is said not to fit, or needs a summary that makes it shorter", () => {
    fc.assert(
      fc.property(situations, (input) => {
        const found = fit(input);
        expect(found.tokens).toBe(input.measure(found.view));
        if (found.needs) {
          const covered = shownBy(input, found).filter(
            ({ round, index }) =>
              round < (found.needs?.round ?? 0) || (round === found.needs?.round && index <= found.needs.index),
          );
          expect(covered.length).toBeGreaterThan(0);
          expect(covered.some(input.keeps)).toBe(false);
        } else expect(found.tokens <= (input.capacity ?? 0)).toBe(!found.overflow);
      }),
      { numRuns: runs(1_000) },
    );
  });

  it("always has the newest round whole, and no turn that is not a turn of the transcript", () => {
    fc.assert(
      fc.property(situations, (input) => {
        const shown = shownBy(input, fit(input));
        for (const turn of input.turns.filter(input.keeps)) expect(shown).toContain(turn);
        expect(shown).toEqual(input.turns.filter((turn) => shown.includes(turn)));
      }),
      { numRuns: runs(500) },
    );
  });

  it("leaves out no turn of the reader's own while an older turn of another is shown", () => {
    let held = 0;
    fc.assert(
      fc.property(situations, (input) => {
        const found = fit(input);
        const { hidden } = found.view;
        fc.pre(hidden !== undefined && hidden.size > 0 && input.reader !== null);
        const candidates = verbatim(input.turns, { ...found.view, hidden: new Set<string>() });
        const own = (turn: Turn) => turn.participantId === input.reader;
        const first = candidates.find((turn) => !input.keeps(turn));
        const foreignLeft = candidates.filter((t) => !own(t) && !input.keeps(t) && !hidden.has(t.id) && t !== first);
        fc.pre(foreignLeft.length > 0);
        expect(candidates.filter((t) => own(t) && hidden.has(t.id))).toEqual([]);
        held += 1;
      }),
      { numRuns: runs(500), maxSkipsPerRun: 1_000 },
    );
    expect(held).toBeGreaterThanOrEqual(runs(500));
  });

  it("does nothing up to 80 % of the capacity", () => {
    fc.assert(
      fc.property(situations, (input) => {
        const found = fit({ ...input, capacity: 100_000 });
        expect(found.leftOut).toBe(0);
        expect(found.needs).toBeUndefined();
      }),
      { numRuns: runs(200) },
    );
  });

  it("keeps the first turn with the strategy window for as long as any older one is shown", () => {
    const turns = transcript(Array.from({ length: 30 }, () => 100));
    const input = { turns, reader: null, keeps: newestRound(turns) };
    expect(dropOrder(input, "window").at(-1)).toBe(turns[0]);
    expect(dropOrder(input, "truncate")[0]).toBe(turns[0]);
  });

  it("shows everything where the window is not known", () => {
    const turns = transcript(Array.from({ length: 60 }, () => 500));
    const found = fit({
      turns,
      capacity: null,
      strategy: "auto",
      summarizeAbove: 0.8,
      reader: null,
      keeps: newestRound(turns),
      sizeOf,
      measure: (view) => length(turns, view),
    });
    expect(found).toMatchObject({ strategy: "all", leftOut: 0, use: 0 });
  });

  it("wants the older half summarised, by tokens, from 80 % on", () => {
    const turns = transcript(Array.from({ length: 30 }, () => 100));
    const about = { turns, strategy: "auto", reader: "p1", keeps: newestRound(turns), sizeOf } as const;
    const measure = (view: View) => length(turns, view);
    expect(fit({ ...about, summarizeAbove: 0.8, capacity: 4_000, measure }).needs).toEqual({ round: 5, index: 3 });
    expect(fit({ ...about, summarizeAbove: 0.8, capacity: 4_126, measure }).needs).toBeUndefined();
    const without = fit({ ...about, summarizeAbove: null, capacity: 4_000, measure });
    expect(without).toMatchObject({ strategy: "window", leftOut: 1 });
  });

  it("slides between 80 and 90 %, and wants a summary above, where only a named summarizer may write one", () => {
    const config = { contextWindow: { summaries: false, summarizer: { provider: "openai", model: "gpt-5.4" } } };
    const summarizeAbove = summarizesAbove(config);
    const turns = transcript(Array.from({ length: 30 }, () => 100));
    const about = { turns, strategy: "auto", reader: "p1", keeps: newestRound(turns), sizeOf, summarizeAbove } as const;
    const measure = (view: View) => length(turns, view);
    const [between, above] = [3_670, 3_660].map((capacity) => fit({ ...about, capacity, measure }));
    expect(between).toMatchObject({ strategy: "window", leftOut: 4 });
    expect(between?.use).toBeLessThan(0.9);
    expect(between?.needs).toBeUndefined();
    expect(above).toMatchObject({ strategy: "summarize", needs: { round: 5, index: 3 } });
  });
});

describe("when a transcript may be summarised", () => {
  const summarizer = { provider: "openai", model: "gpt-5.4" };

  it.each([
    ["from 80 % on by default", {}, 0.8],
    ["from 80 % on with a summarizer of its own", { contextWindow: { summarizer } }, 0.8],
    ["never without summaries", { contextWindow: { summaries: false } }, null],
    ["above 90 % without summaries but with a summarizer", { contextWindow: { summaries: false, summarizer } }, 0.9],
    ["never in dialectic, which has summaries of its own", { dialectic: {} as DialecticPlan }, null],
  ])("may be %s", (_title, config, above) => expect(summarizesAbove(config)).toBe(above));

  it("never may for a call that can ask for no summary, whatever the request says", () => {
    for (const contextWindow of [{}, { summarizer }, { summaries: true, summarizer }, { summaries: false, summarizer }])
      expect(summarizesAbove(withoutSummaries({ contextWindow }))).toBeNull();
  });
});

describe("the prompt of a turn with a view", () => {
  it("has the summary in the place of the older turns, and its last block is the one without", () => {
    const config = configFor({ maxRounds: 6 });
    const turns = roundsOf(config, 4);
    const turn = turnSpec(config, { round: 5, index: 1 });
    const build = (view?: View) => buildTurnPrompt({ config, turn, turns, totalRounds: 6, view });
    const view = { summary: { text: "They met in the middle.", until: { round: 2, index: 2 } } };
    const [whole, brief] = [build(), build(view)];
    const text = (prompt: typeof whole) => prompt.messages.flatMap((m) => m.content);
    expect(text(brief).at(-1)).toBe(text(whole).at(-1));
    expect(text(brief)[0]).toBe(text(whole)[0]);
    expect(text(brief)[1]).toContain("They met in the middle.");
    expect(brief.system).toBe(whole.system);
    expect(text(brief).join("").includes("g1-r2-t1")).toBe(false);
    expect(text(brief).join("").includes("g1-r3-t2")).toBe(true);
    const model = { provider: "openai", model: "gpt-5.5" };
    expect(tokensOf(brief, model)).toBeLessThan(tokensOf(whole, model));
  });
});
