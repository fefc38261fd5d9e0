import { describe, expect, it } from "vitest";
import { debateAnswer, pileOf } from "../../../domain/judge/answer-pile.ts";
import { countAnswers } from "../../../domain/judge/control-arm.judging.ts";
import { buildGroupsPrompt, readGroups } from "../../../domain/prompts/control-arm/groups.ts";
import type { AloneAnswer } from "../../../domain/shapes/schemas/control-arm.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { NO_USAGE } from "../../../domain/shapes/state/costs.state.ts";

const bill = { usage: { ...NO_USAGE, inputTokens: 10, calls: 1 }, costUsd: 0.001 };
const alone = (...answers: string[]) =>
  answers.map((answer, i) => ({ id: `g1-alone-${i + 1}`, answer, ...bill }) as AloneAnswer);

interface Given {
  answers: string[];
  debate?: string | null;
  expected?: string | null;
}

const pileFor = ({ answers, debate = null, expected = null }: Given) =>
  pileOf({ answers: alone(...answers), debate, expected }, { seed: "deb", names: ["Ada", "Ben"] });

/** Texts that begin alike are one group. */
function counted(given: Given) {
  const pile = pileFor(given);
  const alike = [...Map.groupBy(pile.shown, ({ text }) => text.split(" ")[0] ?? "")];
  const groups = alike.map(([answer, members]) => ({ answer, members: members.map(({ key }) => key) }));
  return countAnswers({ groups, pile, calls: given.answers.length, judge: "openai/judge", bill });
}

describe("answers given alone", () => {
  it("are counted by the code: the most frequent, its share, and what they took", () => {
    const arm = counted({ answers: ["Yes a", "No b", "Yes c", "Yes d"], debate: "No, says Ada" });
    expect(arm).toMatchObject({ answer: "Yes", share: 0.75, answered: 4, differs: true, usage: { calls: 5 } });
    expect(arm.costUsd).toBeCloseTo(0.005, 9);
    // Who leads is found in the same answers, so Wilson's interval does not hold for the leader's share.
    expect(arm).not.toHaveProperty("interval");
    expect(arm.groups.map(({ answer, count }) => [answer, count])).toEqual([
      ["Yes", 3],
      ["No", 1],
    ]);
  });

  it("count neither the debate's answer nor the known one, though both are grouped", () => {
    const arm = counted({ answers: ["Yes a", "No b"], debate: "No", expected: "Perhaps" });
    expect([arm.answer, arm.tied?.toSorted(), arm.share]).toEqual([null, ["No", "Yes"], 0.5]);
    expect(arm.groups).toHaveLength(2);
  });

  it.each([
    ["the same answer", { answers: ["Yes a", "Yes b"], debate: "Yes" }, false],
    ["another answer", { answers: ["Yes a", "Yes b"], debate: "No" }, true],
    ["one of a tie", { answers: ["Yes a", "No b"], debate: "No" }, null],
    ["an answer outside the tie", { answers: ["Yes a", "No b"], debate: "Perhaps" }, true],
    ["no answer", { answers: ["Yes a", "Yes b"], debate: null }, null],
  ])("tell whether the debate differs that has %s", (_, given, differs) => {
    expect(counted(given).differs).toBe(differs);
  });

  it.each([
    [[false, true], { answers: ["Yes a", "Yes b"], debate: "No", expected: "No" }],
    [[true, false], { answers: ["Yes a", "Yes b"], debate: "No", expected: "Yes" }],
    [[true, true], { answers: ["Yes a", "Yes b"], debate: "Yes", expected: "Yes" }],
    [[false, false], { answers: ["Yes a", "Yes b"], debate: "No", expected: "Perhaps" }],
    [[null, true], { answers: ["Yes a", "No b"], debate: "No", expected: "No" }],
    [[false, null], { answers: ["Yes a", "Yes b"], debate: null, expected: "No" }],
  ])("say who is right (alone, the debate: %j) only by the known answer: %j", (right, given) => {
    const { alone: byAlone, debate } = counted(given).expected ?? {};
    expect([byAlone, debate]).toEqual(right);
    expect(counted({ ...given, expected: null })).not.toHaveProperty("expected");
  });
});

describe("the pile that is grouped", () => {
  it("shows nobody's name and no id, and the same order each time", () => {
    const pile = pileFor({ answers: ["Yes a", "No b"], debate: "What Ada said." });
    expect(pile.shown.map(({ text }) => text)).toContain("What the speaker said.");
    expect(JSON.stringify(pile.shown)).not.toMatch(/g1|Ada|debate/);
    expect(pile).toEqual(pileFor({ answers: ["Yes a", "No b"], debate: "What Ada said." }));
  });

  it("puts the debate's answer at any place", () => {
    const places = Array.from({ length: 60 }, (_, i) => {
      const pile = pileOf(
        { answers: alone("Yes", "No", "Perhaps"), debate: "Both", expected: null },
        { seed: `deb-${i}`, names: [] },
      );
      return pile.shown.findIndex(({ text }) => text === "Both");
    });
    expect(new Set(places)).toEqual(new Set([0, 1, 2, 3]));
  });

  it("must be in groups whole, each answer once", () => {
    const items = [
      { key: "A1", text: "Yes" },
      { key: "A2", text: "No" },
    ];
    const read = (...members: string[][]) =>
      readGroups(JSON.stringify({ groups: members.map((group) => ({ answer: "x", members: group })) }), items);
    expect(read(["A1"], ["A2"])).toMatchObject({ ok: true });
    expect(read(["A1", "A1", "A3"], [])).toEqual({
      ok: false,
      faults: [
        "Answer A2 is in no group.",
        "Answer A1 is in more than one group.",
        "There is no answer A3.",
        "A group must have members.",
      ],
    });
    expect(readGroups("They all say yes.", items)).toMatchObject({ ok: false });
  });

  it("is asked about without a word of who answered, or of what is right", () => {
    const config = { topic: "Should cities ban cars?", participants: [{ name: "Ada" }] } as never;
    const { system, messages } = buildGroupsPrompt({ config, items: [{ key: "A1", text: "Yes" }] });
    expect(JSON.stringify([system, messages])).not.toMatch(/Ada|judge's answer|winner/);
  });
});

describe("the debate's answer", () => {
  const participants = [
    { id: "p1", side: "for", position: "Ban them." },
    { id: "p2", side: "against", position: "Price them." },
  ] as never;
  const conclusion = { answer: { text: "Price them first.", stance: null } };
  const answerOf = (result: object) => debateAnswer(result as Result, { participants });

  it.each([
    [{ type: "verdict", verdict: { winner: { participant: "p2" } } }, "Price them."],
    [{ type: "verdict", verdict: { winner: { side: "against" } } }, "No, the motion is wrong. Price them."],
    [{ type: "verdict", verdict: { winner: null } }, null],
    [{ type: "verdict", verdict: { winner: { participant: "p2" } }, conclusion }, "Price them first."],
    [{ type: "solution", solution: { description: "Trams." }, conclusion }, "Price them first."],
    [{ type: "verdict", verdict: { winner: null }, contested: true, conclusion }, null],
    [{ type: "solution", solution: { description: "Trams." } }, "Trams."],
    [{ type: "answer", answer: { text: "Both." } }, "Both."],
    [{ type: "unjudged" }, null],
  ])("of %j is what it came to", (result, answer) => {
    expect(answerOf(result)).toBe(answer);
  });
});
