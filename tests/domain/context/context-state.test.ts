import { describe, expect, it } from "vitest";
import {
  canSummarize,
  charged,
  isNews,
  levelOf,
  NO_CONTEXT,
  readerKey,
  squeezed,
  warned,
  withContext,
} from "../../../domain/rules/context/context-state.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { NO_SPEND } from "../../../domain/shapes/state/costs.state.ts";
import type { ContextState } from "../../../domain/shapes/state/state.ts";
import { planFor } from "../../support/random/plans.ts";

const stateWith = (context: Partial<ContextState>, round = 1) => ({
  ...withContext(initialState(planFor()), () => ({ ...NO_CONTEXT, ...context })),
  round,
});
const warning = { participantId: "p1", use: 0.85, strategy: "window", capacity: 6_000 };

describe("warnings about a window", () => {
  it("have two levels, and a share that only reaches a threshold has not passed it", () => {
    expect([0.5, 0.8, 0.81, 0.9, 0.91, 2].map(levelOf)).toEqual([0, 0, 80, 80, 90, 90]);
  });

  it("come once for each reader and level", () => {
    const state = stateWith(warned(NO_CONTEXT, warning));
    expect([0.85, 0.9, 0.95].map((use) => isNews(state, "p1", use))).toEqual([false, false, true]);
    expect(isNews(state, "p2", 0.85)).toBe(true);
    const full = stateWith(warned(NO_CONTEXT, { ...warning, use: 0.95 }));
    expect(isNews(full, "p1", 0.99)).toBe(false);
  });

  it("name the judge where no participant reads", () => {
    expect(readerKey(null)).toBe(readerKey(undefined));
    expect(warned(NO_CONTEXT, { ...warning, participantId: null }).warned).toEqual({ [readerKey(null)]: 80 });
  });
});

describe("a prompt that was refused for its length", () => {
  const forced = (times: number, strategy = "truncate") =>
    Array.from({ length: times }).reduce<ContextState>(
      (context) => warned(context, { ...warning, strategy, forced: true }),
      NO_CONTEXT,
    );
  const refused = { tokens: 1_000, capacity: 2_000, refused: true };

  it("is counted by reader, with the strategy that was decided", () => {
    expect(forced(2).forced["p1"]).toEqual({ strategy: "truncate", capacity: 6_000, times: 2 });
    expect(forced(1, "summarize").forced["p1"]).toMatchObject({ strategy: "summarize", times: 1 });
    expect(warned(NO_CONTEXT, warning).forced).toEqual({});
  });

  it("is shortened three times at most, each time to 70 % of what was refused", () => {
    const tries = [0, 2, 3].map((times) => squeezed(stateWith(forced(times)), "p1", refused));
    expect(tries).toEqual([700, 700, null]);
  });

  it("gets its whole room once where it was found too long before the call", () => {
    const found = { ...refused, refused: false };
    expect([0, 1].map((times) => squeezed(stateWith(forced(times)), "p1", found))).toEqual([2_000, null]);
  });
});

describe("summaries of the transcript", () => {
  it("are asked for again in the next round after a failure, and not after three", () => {
    const after = (failures: number, failedIn: number, round: number) =>
      canSummarize(stateWith({ failures, failedIn }, round));
    expect([after(0, 0, 1), after(1, 2, 2), after(2, 2, 3), after(3, 2, 3)]).toEqual([true, false, true, false]);
  });

  it("are charged by model", () => {
    const spend = { ...NO_SPEND, calls: 1, outputTokens: 10 };
    const twice = charged(charged(charged(NO_CONTEXT, "a/x", spend), "b/y", spend), "a/x", spend);
    expect(Object.fromEntries(twice.spent.map((part) => [part.model, part.spend.outputTokens]))).toEqual({
      "a/x": 20,
      "b/y": 10,
    });
  });
});
