/** What two debates have in common, by rules of the code: names, answers, cruxes, turns and settings. */
import { describe, expect, test } from "vitest";
import type { Both } from "../../../domain/base/both.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { answersApart, topicsApart } from "../../../features/related/domain/answers.compared.ts";
import { type Crux, likeness, matchCruxes } from "../../../features/related/domain/cruxes.compared.ts";
import { namesOf } from "../../../features/related/domain/names.compared.ts";
import { settingsApart } from "../../../features/related/domain/settings.compared.ts";
import { isRejudgementId, type Side } from "../../../features/related/domain/side.compared.ts";
import { alignTurns, type Said } from "../../../features/related/domain/turns.compared.ts";
import { result } from "../../api/events/debate-events.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";

const WORDS = { format: (name: string) => `The format ${name}`, moment: (at: string) => at.slice(0, 16) };
const JUDGE = { model: "openai/gpt-5.5", panel: [] as string[], bothOrders: false };

function sideOf(changes: object = {}, request: Side["request"] = {}, isRejudged = false): Side {
  const debate = {
    id: "deb-a",
    topic: "Should cities ban cars?",
    format: "round-limited",
    mode: "sequential",
    maxRounds: 2,
    minRounds: 1,
    participants: [
      { id: "p1", name: "Ada", model: "openai/gpt-5.5", position: "Ban them." },
      { id: "p2", name: "Ben", model: "anthropic/claude-sonnet-5", position: "Price them." },
    ],
    judge: JUDGE,
    promptSources: { p1: "built-in", p2: "built-in", judge: "built-in" },
    createdAt: "2026-11-29T05:00:00.000Z",
    result: null,
    ...changes,
  } as unknown as Debate;
  return { debate, request, isRejudged };
}

describe("Names tell two debates apart:", () => {
  const other = { id: "deb-b" };
  test.each<[string, Side, Side, Both<string>]>([
    [
      "a fork",
      sideOf(),
      sideOf({ ...other, forkedFrom: { id: "deb-a", afterRound: 2 } }),
      ["The original", "Fork at round 2"],
    ],
    [
      "a fork, named first",
      sideOf({ ...other, forkedFrom: { id: "deb-a", afterRound: 0 } }),
      sideOf(),
      ["Fork from before round 1", "The original"],
    ],
    ["a twin", sideOf(), sideOf({ ...other, twinOf: "deb-a" }), ["The original", "The twin, sides swapped"]],
    [
      "two forks of one",
      sideOf({ forkedFrom: { id: "deb-o", afterRound: 1 } }),
      sideOf({ ...other, forkedFrom: { id: "deb-o", afterRound: 2 } }),
      ["Fork at round 1", "Fork at round 2"],
    ],
    [
      "another ruling",
      sideOf(),
      sideOf({ judge: { ...JUDGE, model: "x/judge" } }, {}, true),
      ["Judged by gpt-5.5 at first", "Rejudged by judge"],
    ],
    [
      "judge and rounds",
      sideOf({ judge: null }),
      sideOf({ ...other, maxRounds: 1 }),
      ["Without a judge, 2 rounds", "Judged by gpt-5.5, 1 round"],
    ],
    ["the format", sideOf(), sideOf({ ...other, format: "oxford" }), ["The format round-limited", "The format oxford"]],
    [
      "the time",
      sideOf(),
      sideOf({ ...other, createdAt: "2026-11-29T06:00:00.000Z" }),
      ["Of 2026-11-29T05:00", "Of 2026-11-29T06:00"],
    ],
    [
      "their order",
      sideOf(),
      sideOf({ ...other, createdAt: "2026-11-29T05:00:01.000Z" }),
      ["The earlier, of 2026-11-29T05:00", "The later, of 2026-11-29T05:00"],
    ],
  ])("%s", (_, first, second, names) => {
    expect(namesOf([first, second], WORDS)).toEqual(names);
  });

  test("A ruling has an id of its own, and a debate has another.", () => {
    expect(["j1", "j50", "deb-20261121-051254-7K2M9Q", "j", "1"].map(isRejudgementId)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe("What differs in the answers is said in a sentence:", () => {
  const seats = ["Ada", "Ben"].map((name, i) => ({ id: `p${i + 1}`, name, position: "" }));
  const stood = (stance: "for" | "against" | "mixed", level = "moderate"): Debate => {
    const conclusion = { ...CONCLUSION, answer: { text: stance, stance }, support: { ...CONCLUSION.support, level } };
    return sideOf({ participants: seats, result: result({ conclusion } as object) }).debate;
  };
  const won = (participant: string, people: object[] = seats): Debate => {
    const ruled = result();
    const verdict = { ...(ruled as { verdict: object }).verdict, winner: { participant, reasoning: "better" } };
    return sideOf({ participants: people, result: { ...ruled, verdict } }).debate;
  };
  const held = (positions: [string, string]) => seats.map((seat, i) => ({ ...seat, position: positions[i] }));
  const none = sideOf().debate;
  test.each<[Debate, Debate, string]>([
    [stood("for"), stood("for", "strong"), "Both answer yes; support moderate against strong."],
    [stood("for"), stood("against"), "“A” answers yes, “B” no; support moderate in both."],
    [won("p1"), won("p1"), "Ada argues better in both."],
    [won("p1"), won("p2"), "Ada argues better in “A”, Ben in “B”."],
    [won("p1", held(["Ban.", "Price."])), won("p2", held(["Price", "ban"])), "The same position wins in both: “Ban”."],
    [
      won("p1", held(["Ban.", "Price."])),
      won("p2", held(["Ban", "Price"])),
      "Different positions win: “Ban” in “A”, “Price” in “B”.",
    ],
    [none, stood("for"), "“A” has no answer yet."],
    [none, none, "Neither has an answer yet."],
  ])("%#", (first, second, sentence) => {
    expect(answersApart([first, second], ["A", "B"])).toBe(sentence);
  });

  test("Topics that differ in more than case and signs are said to be different.", () => {
    expect(topicsApart([{ topic: "Ban cars?" }, { topic: "ban CARS" }])).toBeNull();
    expect(topicsApart([{ topic: "Ban cars?" }, { topic: "Ban bikes?" }])).toMatch(/^Their topics are different/);
  });
});

describe("Cruxes are matched by their words:", () => {
  const crux = (question: string) => ({ question }) as Crux;
  const asked = (cruxes: readonly Crux[]) => cruxes.map(({ question }) => question);

  test("The likest make a pair, each question in one at most, and the others are left for their own side.", () => {
    const ours = ["Who counts more?", "Do shops lose trade?", "Does trade in shops suffer losses?"].map(crux);
    const theirs = ["Will shops lose their trade?", "What do buses cost?"].map(crux);
    const { pairs, rest } = matchCruxes([ours, theirs]);
    expect(pairs.map(asked)).toEqual([["Do shops lose trade?", "Will shops lose their trade?"]]);
    expect(rest.map(asked)).toEqual([
      ["Who counts more?", "Does trade in shops suffer losses?"],
      ["What do buses cost?"],
    ]);
  });

  test("Likeness is 1 for the same words, 0 for others, and counts words of three letters where there are no longer ones.", () => {
    expect(likeness("Who pays?", "who PAYS")).toBe(1);
    expect(likeness("Who pays?", "What do buses cost?")).toBe(0);
    expect(likeness("", "")).toBe(0);
    expect(likeness("Is it so?", "Is it so")).toBe(1);
  });
});

describe("Turns stand beside each other by round:", () => {
  const said = (id: string, changes: Partial<Said> = {}): Said => ({
    id,
    participantId: "p1",
    participant: "Ada",
    round: 1,
    phase: "response",
    text: id,
    status: "whole",
    ...changes,
  });
  const idsIn = (rounds: ReturnType<typeof alignTurns>) =>
    rounds.map(({ round, pairs }) => [round, ...pairs.map((pair) => pair.map((turn) => turn?.id ?? null).join("|"))]);

  test("A speaker's turns of one phase belong together, then the phase's others; what has no partner stands alone.", () => {
    const ours = [
      said("a1"),
      said("a2", { participant: "Ben" }),
      said("a3", { participant: "Cleo", phase: "closing" }),
    ];
    const theirs = [said("b1", { participant: "Ben" }), said("b2", { participant: "Dora" }), said("b3", { round: 2 })];
    expect(idsIn(alignTurns([ours, theirs]))).toEqual([
      [1, "a1|b2", "a2|b1", "a3|"],
      [2, "|b3"],
    ]);
  });

  test("Rounds that a fork took over have the same words.", () => {
    const ours = [said("a1", { text: "Hello." }), said("a2", { round: 2 })];
    const theirs = [said("b1", { text: "Hello." }), said("b2", { round: 2 })];
    expect(alignTurns([ours, theirs]).map(({ isSame }) => isSame)).toEqual([true, false]);
  });
});

describe("Settings are told in words of people:", () => {
  test("What differs stands apart from what is equal, with the request's own fields.", () => {
    const prompts = (systemPrompt: string) => ({
      limits: { maxCostUsd: systemPrompt.length, turnTimeoutSeconds: 60 },
      contextWindow: { strategy: "window" },
      participants: [
        { name: "Ada", systemPrompt },
        { name: "Ben", temperature: 0.5 },
      ],
      judge: { model: "openai/gpt-5.5", instructions: "Be fair." },
      conclusion: true,
    });
    const { different, equal } = settingsApart(
      [
        sideOf({}, prompts("Be brief.")),
        sideOf({ maxRounds: 3, judge: { ...JUDGE, panel: ["a/b", "c/d"] } }, prompts("Be long")),
      ],
      WORDS,
    );
    expect(different.map(({ name, values }) => [name, ...values])).toEqual([
      ["Rounds at most", "2", "3"],
      ["Cost at most, USD", "9", "7"],
      ["Ada: system prompt", "Be brief.", "Be long"],
      ["Panel", "–", "a/b, c/d"],
    ]);
    const shown = new Map(equal.map(({ name, values }) => [name, values[0]]));
    expect(shown.get("Time for a turn, seconds")).toBe("60");
    expect(shown.get("Context window, strategy")).toBe("window");
    expect(shown.get("Ben: temperature")).toBe("0.5");
    expect(shown.get("Judge: instructions")).toBe("Be fair.");
    expect(shown.get("Written conclusion")).toBe("yes");
    expect(shown.get("Format")).toBe("The format round-limited");
  });

  test("A debate whose request is not stored shows what it has itself.", () => {
    const { different, equal } = settingsApart([sideOf({}, null), sideOf({}, null)], WORDS);
    expect(different).toEqual([]);
    expect(equal.map(({ name }) => name)).toContain("Judge");
  });
});
