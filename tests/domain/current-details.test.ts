import { describe, expect, test } from "vitest";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import { NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import { detailsOf } from "../../domain/show/current-details.ts";
import { debateDetails, experimentDetails } from "../../domain/show/page-details.ts";
import { planFor } from "../support/random/plans.ts";

const plan = planFor({ title: "Ban *cars*? <b>" });
const state: DebateState = { ...initialState(plan), status: "running", round: 1 };
const details = (changes: Partial<DebateState> = {}, said: string[] = []) =>
  detailsOf({ plan, state: { ...state, ...changes } }, { now: "The current step is round 1 · p1 · opening.", said });
const paragraphs = (text: string) => text.split("\n\n");

describe("the details of a debate in Temporal's UI", () => {
  test("are whole sentences, with the title's markup escaped.", () => {
    expect(paragraphs(details())).toEqual([
      "## Ban \\*cars\\*? \\<b\\>",
      "The debate is **running**, in round 1 of 3. Its format is round-limited. The current step is round 1 · p1 · opening.",
      "So far it has made no model call.",
    ]);
  });

  test("count one call as one, and several as several.", () => {
    const spent = (calls: number, outputTokens: number) => ({ earlier: { ...NO_SPEND, calls, outputTokens } });
    expect(details(spent(1, 1))).toContain("1 model call with 1 token, $0.");
    expect(details(spent(2, 1_200))).toContain("2 model calls with 1,200 tokens, $");
  });

  test("say that it pauses, what failed, and who won.", () => {
    const error = { kind: "network", message: "the line broke", suggestion: "Try again." };
    const told = details({
      pausing: true,
      error: error as DebateState["error"],
      result: { type: "verdict", winner: "p1", scores: { p1: 1, p2: 62.5 } } as unknown as DebateState["result"],
    });
    expect(told).toContain("It pauses when the work in flight has ended.");
    expect(told).toContain("The fault is **network**: the line broke. Try again.");
    expect(told).toContain("wins. ");
    expect(told).toMatch(/has 1 point, .+ has 62\.5 points, of 100\./);
  });

  test("speak of a debate that is over as over.", () => {
    const over = detailsOf({ plan, state: { ...state, status: "cancelled" } }, { now: "", said: [] });
    expect(paragraphs(over).slice(1)).toEqual([
      "The debate was **cancelled**, after round 1 of 3. Its format is round-limited.",
      "It made no model call.",
    ]);
  });

  test("list what was said, without its markup.", () => {
    expect(details({}, ["p1: [a](https://x.example)", "p2: no"])).toContain(
      "What was said last:\n\n- p1: \\[a\\]\\(https://x.example\\)\n- p2: no",
    );
  });
});

describe("where the page is", () => {
  test("is a link where the address is known, and else a path.", () => {
    expect(debateDetails("It delivers.", "deb-1", "https://parley.example/")).toBe(
      "It delivers. [The page of the debate](https://parley.example/debates/deb-1) shows what happens, as it happens.",
    );
    expect(debateDetails("", "deb-1", null)).toBe(
      "The page of the debate shows what happens, as it happens: `/debates/deb-1` at the address of Parley.",
    );
    expect(experimentDetails("exp-1", "https://parley.example")).toContain("https://parley.example/experiments/exp-1");
  });
});
