/** The items of `vote-or-debate`, and its figures by task. */
import { describe, expect, it } from "vitest";
import { isSameAnswer } from "../../../domain/rules/answers/same.ts";
import { ExperimentRequest } from "../../../features/experiments/domain/request.experiment.ts";
import { byTask } from "../../../features/experiments/domain/shipped/by-task.ts";
import { CHOI } from "../../../features/experiments/domain/shipped/published.ts";
import { ALL_ROLES, fitting } from "../../../features/experiments/domain/shipped/puzzles.ts";
import { itemsOf, taskOf, voteOrDebate } from "../../../features/experiments/domain/shipped/vote-or-debate.ts";

const PEOPLE = ["Pia", "Quin", "Rolf", "Sue"];
type Roles = Record<string, string>;

/** Every way to give out two knights, a knave and a spy, made in another way than the code's. */
const EVERY: Roles[] = PEOPLE.flatMap((knave) =>
  PEOPLE.filter((spy) => spy !== knave).map((spy) =>
    Object.fromEntries(PEOPLE.map((name) => [name, name === knave ? "knave" : name === spy ? "spy" : "knight"])),
  ),
);

/** Reads a puzzle's text as a person would, and returns the options that fit it. */
function solve(question: string): string[] {
  const claims = [...question.matchAll(/^(\w+) says: "(.+)\."$/gm)].map(([, speaker = "", text = ""]) => ({
    speaker,
    text,
  }));
  expect(claims.map(({ speaker }) => speaker)).toEqual(PEOPLE);
  const isTrue = (part: string, roles: Roles) => {
    const [, who = "", not, role] = /^(\w+) is (not )?(?:the|a) (\w+)$/.exec(part) ?? [];
    expect(PEOPLE).toContain(who);
    return (roles[who] === role) !== Boolean(not);
  };
  const holds = (text: string, roles: Roles) => {
    if (text.includes(" or ")) return text.split(" or ").some((part) => isTrue(part, roles));
    return text.split(" and ").every((part) => isTrue(part, roles));
  };
  const fits = EVERY.filter((roles) =>
    claims.every(
      ({ speaker, text }) => roles[speaker] === "spy" || holds(text, roles) === (roles[speaker] === "knight"),
    ),
  );
  const named = (roles: Roles, role: string) => PEOPLE.find((name) => roles[name] === role);
  return fits.map((roles) => `${named(roles, "knave")} is the knave and ${named(roles, "spy")} is the spy`);
}

describe("the items of vote-or-debate", () => {
  it("are the same at every draw: sums and puzzles by turns, and more items begin with the same ones", () => {
    const items = itemsOf(4);
    expect(items.map(({ id }) => id)).toEqual(["arithmetic-1", "puzzle-1", "arithmetic-2", "puzzle-2"]);
    expect(items[0]).toEqual({
      id: "arithmetic-1",
      question: "What is the result of 11+5*27+11-29/9? Give it to one decimal.",
      answers: { type: "number", tolerance: 0.05 },
      expected: 153.777778,
    });
    expect(items[1]).toMatchObject({ expected: "Sue is the knave and Quin is the spy" });
    expect(items[1]?.question.split("\n").slice(1)).toEqual([
      'Pia says: "Sue is not the spy or Quin is a knight."',
      'Quin says: "Pia is the spy."',
      'Rolf says: "Pia is a knight."',
      'Sue says: "Quin is not the knave and Rolf is the spy."',
      "Who is what?",
    ]);
    expect(itemsOf(200).slice(0, 4)).toEqual(items);
    expect(itemsOf(3, ["puzzles"]).map(({ id }) => id)).toEqual(["puzzle-1", "puzzle-2", "puzzle-3"]);
    expect(itemsOf(1, ["puzzles"])[0]).toEqual(items[1]);
  });

  it("have sums of integers from 0 to 29, with the right result, which either way of rounding meets", () => {
    const [seen, sums] = [new Set<number>(), itemsOf(600, ["arithmetic"])];
    for (const { question, answers, expected } of sums) {
      const numbers = (/(\d+)\+(\d+)\*(\d+)\+(\d+)-(\d+)\/(\d+)\?/.exec(question) ?? []).slice(1).map(Number);
      const [a = NaN, b = NaN, c = NaN, d = NaN, e = NaN, f = NaN] = numbers;
      for (const number of numbers) seen.add(number);
      const right = a + b * c + d - e / f;
      expect(f).toBeGreaterThan(0);
      expect(Math.abs(right - Number(expected))).toBeLessThan(1e-6);
      for (const rounded of [Math.floor(right * 10 + 0.5) / 10, Math.ceil(right * 10 - 0.5) / 10])
        expect(isSameAnswer(String(rounded), String(expected), answers!)).toBe(true);
      expect(isSameAnswer(String(right + 0.11), String(expected), answers!)).toBe(false);
    }
    expect([seen.size, Math.min(...seen), Math.max(...seen)]).toEqual([30, 0, 29]);
  });

  it("have puzzles with one solution each, as a solver that reads the text finds", () => {
    expect(ALL_ROLES).toHaveLength(12);
    const puzzles = itemsOf(200, ["puzzles"]);
    for (const { question, expected } of puzzles) expect(solve(question)).toEqual([expected]);
    expect(new Set(puzzles.map(({ expected }) => expected)).size).toBe(12);
  });

  it("have no puzzle that fits two ways: statements that say nothing fit all twelve", () => {
    const nothing = {
      parts: [{ person: 0, role: "spy", is: true } as const, { person: 0, role: "spy", is: false } as const],
    };
    const said = PEOPLE.map(() => ({ ...nothing, joined: "or" as const }));
    // A tautology is true, so nobody who says it is the knave.
    expect(fitting(said)).toHaveLength(0);
  });
});

describe("vote-or-debate", () => {
  it("has five debaters of the model, the paper's arms by name, and mixed models only with two or more", () => {
    const one = ExperimentRequest.parse(voteOrDebate({ models: ["openai/gpt-5.5"], items: 2 }));
    expect(one.base["participants"]).toHaveLength(5);
    expect(one.arms.map(({ name }) => name)).toEqual([
      "vote of 5",
      "single",
      "vote of 15",
      "vote until safe",
      "debate of 2 rounds",
      "debate of 3 rounds",
      "debate of 5 rounds",
      "ring of 2 rounds",
      "gated",
      "names shown",
    ]);
    for (const arm of Object.keys(CHOI)) expect(one.arms.map(({ name }) => name)).toContain(arm);
    const [, , , , two, , five] = one.arms;
    // The first answers are a round too.
    expect([one.base["maxRounds"], two?.patch, five?.patch]).toEqual([3, {}, { minRounds: 6, maxRounds: 6 }]);
    const mixed = voteOrDebate({ models: ["openai/gpt-5.5", "anthropic/claude-sonnet-5"], items: 1 });
    const [gpt, claude] = [{ model: "openai/gpt-5.5" }, { model: "anthropic/claude-sonnet-5" }];
    expect(mixed.arms.at(-1)).toMatchObject({
      name: "mixed models",
      patch: { participants: [gpt, claude, gpt, claude, gpt] },
    });
  });

  it("counts each arm by task, failed cells nowhere", () => {
    const row = {
      repetition: 1,
      answer: null,
      expected: "1",
      debate: null,
      calls: 1,
      inputTokens: 1,
      outputTokens: 1,
      costUsd: 0,
    };
    const cell = (item: string, correct: boolean | null) => ({ ...row, arm: "single", item, correct, error: null });
    const lost = { ...cell("arithmetic-4", null), expected: "7", error: "it timed out" };
    const [single, vote] = byTask(
      ["single", "vote of 5"],
      [
        cell("arithmetic-1", true),
        cell("arithmetic-2", false),
        cell("arithmetic-3", null),
        cell("puzzle-1", true),
        lost,
      ],
    );
    // A cell that failed counts as wrong; where nobody knows the right answer, nothing counts.
    expect(single?.tasks).toMatchObject({ arithmetic: { count: 1, of: 3 }, puzzles: { count: 1, of: 1 } });
    expect(vote?.tasks.arithmetic).toMatchObject({ of: 0, share: null });
    expect([taskOf("puzzle-12"), taskOf("i1")]).toEqual(["puzzles", null]);
  });
});
