import { describe, expect, test } from "vitest";
import { DEFAULT_DEBATE } from "../../../domain/shapes/format-names.ts";
import type { ControlArm } from "../../../domain/shapes/schemas/control-arm.schema.ts";
import type { VerdictResult } from "../../../domain/shapes/schemas/result.schema.ts";
import { NO_USAGE } from "../../../domain/shapes/state/costs.state.ts";
import { outcomeText } from "../../../infra/cli/debate/outcome.debate-command.ts";
import { statusText } from "../../../infra/cli/list.command.ts";
import { debate, FAULT, RESULT } from "../../support/debates/shown.ts";

const ARM: ControlArm = {
  calls: 3,
  answered: 3,
  answer: "Ban cars.",
  share: 2 / 3,
  groups: [
    { answer: "Ban cars.", count: 2, answers: ["g1-alone-1", "g1-alone-2"] },
    { answer: "Price cars.", count: 1, answers: ["g1-alone-3"] },
  ],
  debate: "Price cars.",
  differs: true,
  judge: "openai/judge",
  usage: { ...NO_USAGE, inputTokens: 440, outputTokens: 200, calls: 4 },
  costUsd: 0.004,
};

describe("the result's text", () => {
  test("names the winner, ranks the scores and gives summary, points, cost and links", () => {
    const text = outcomeText(debate());
    expect(text).toMatch(/^Verdict\nWinner: Ben\nThe debate ended because .*\nbetter evidence\n/);
    expect(text).toMatch(/Ben +74\nAda +61/);
    expect(text).toContain("Key points of Ada\n  - Quiet streets");
    expect(text).toContain("Agreement\n  - Cleaner air");
    expect(text).not.toContain("Disagreement");
    expect(text).toContain("5 calls, 100 + 40 tokens, $0.0123");
    expect(text).toContain("Transcript: http://p/d/transcript?as=md");
  });

  test("names the side that won, with the votes that it moved", () => {
    const winner = { side: "against", reasoning: "votes moved" } as const;
    const counts = { for: 0, against: 0, undecided: 0 };
    const vote = {
      before: { ...counts, undecided: 1 },
      after: { ...counts, against: 1 },
      swing: { for: 0, against: 1 },
    };
    const text = outcomeText(debate({ result: { ...RESULT, verdict: { ...RESULT.verdict, winner }, vote } }));
    expect(text).toMatch(
      /^Verdict\nWinner: the side against the motion\n[^]*\nvotes moved\n\nVotes on the motion\n.*\nBefore +0 +0 +1\n/,
    );
  });

  test("has the value that the result was mapped to, as JSON without control characters", () => {
    const output = { value: { winner: "Ben\u009b31m" }, model: "openai/judge", usage: NO_USAGE, costUsd: 0 };
    const text = outcomeText(debate({ result: { ...RESULT, output } }));
    expect(text).toContain('The result as JSON\n{\n  "winner": "Ben"\n}');
  });

  test("says what the models answered alone, and who is right only where that is known", () => {
    const told = (changes: Partial<ControlArm> = {}) =>
      outcomeText(debate({ result: { ...RESULT, controlArm: { ...ARM, ...changes } } }));
    expect(told()).toContain("2 of 3 gave the most frequent answer.");
    expect(told()).toContain("The debate's answer is another one.");
    expect(told()).toMatch(/\nBan cars\. +2\nPrice cars\. +1\n/);
    expect(told()).toContain("They took 4 calls, 640 tokens, $0.0040.");
    expect(told()).not.toContain("known answer");
    const expected = { answer: "Price cars.", alone: false, debate: true };
    expect(told({ expected })).toContain("By the known answer the debate is right");
    expect(told({ expected })).toContain("One debate does not show that debating helps.");
    expect(told({ answer: null, tied: ["Ban cars.", "Price cars."], differs: null })).toContain("They are tied");
    expect(told({ answered: 3, calls: 5 })).toContain("3 answers of 5 that were asked for");
  });

  test("says how the debate moved its audience", () => {
    const counts = { for: 0, against: 0, undecided: 0 };
    const audience = {
      voters: 4,
      counted: 3,
      before: { ...counts, undecided: 3 },
      after: { ...counts, for: 2, undecided: 1 },
      switches: [{ from: "undecided" as const, to: "for" as const, voters: 2 }],
      netSwing: 2,
      interval: { low: -1.5, high: 4.2 },
      turns: [{ id: "g1-r2-t1", voters: 2 }],
      votes: [],
    };
    const text = outcomeText(debate({ result: { ...RESULT, audience } }));
    expect(text).toMatch(/The audience's votes on the motion\n.*\nBefore +0 +0 +3\nAfter +2 +0 +1\n/);
    expect(text).toContain("Net swing towards the motion: +2 of 3 voters (95 % interval -1.5 to +4.2).");
    expect(text).toContain("Missing: 1 of 4 voters.");
    expect(text).toContain(
      "  - 2 moved from undecided to for\nThe turns that weighed most:\n  - round 2, turn 1: named by 2\n",
    );
  });

  test("names no link that ends with this command, and says how to see the debate again", () => {
    const text = outcomeText(debate(), { own: true });
    expect(text).not.toContain("http://");
    expect(text).toContain("npm run parley -- show deb-20261121-051254-7K2M9Q");
  });

  test("says when it was canned, and not otherwise", () => {
    expect(outcomeText(debate())).toContain("demo model");
    expect(outcomeText(debate({ demo: false }))).not.toContain("demo model");
  });

  test("holds no control sequence of a model", () => {
    expect(outcomeText(debate())).toContain("They mostly agreed.");
    expect(outcomeText(debate())).not.toContain("\u001b");
  });

  test("says that a price is unknown instead of naming a sum", () => {
    expect(outcomeText(debate({ cost: { ...debate().cost, totalUsd: null } }))).toContain("cost unknown");
  });

  test("is the answer where there is no judge", () => {
    const { verdict: _verdict, ...ending } = debate().result as VerdictResult;
    const answer = {
      text: "Build\u001b[31m it.",
      earlyStopped: true,
      rounds: 3,
      score: 9,
      turnId: "t",
      synthesizedBy: "p3",
    };
    const text = outcomeText(debate({ maxRounds: 5, result: { ...ending, type: "answer", answer } }));
    expect(text).toMatch(
      /^Answer\nWritten by p3\. The skeptic was content after round 3 of at most 5\. The skeptic's last score: 9 of 10\.\nBuild/,
    );
    expect(text).not.toContain("\u001b");
  });

  test("says why there is none", () => {
    expect(outcomeText(debate({ status: "error", result: null, error: FAULT }))).toMatch(
      /authentication\): bad key\nSet it\./,
    );
    expect(outcomeText(debate({ status: "cancelled", result: null }))).toContain("is cancelled; there is no verdict");
  });
});

test("a debate is shown with its format, how long it may last, and whether that format is the default", () => {
  const usual = debate({ format: DEFAULT_DEBATE.format, maxRounds: DEFAULT_DEBATE.rounds });
  expect(outcomeText(usual)).toContain("\nFormat: Structured rounds (the default), at most 3 rounds\n");
  expect(statusText({ ...usual, status: "running", result: null })).toContain(
    "\nformat: Structured rounds (the default), at most 3 rounds\n",
  );
  const other = debate({ format: "round-limited", maxRounds: 1 });
  expect(outcomeText(other)).toContain("\nFormat: Round-limited, at most 1 round\n");
});

test("a debate in error, or that waits for a decision after one, is shown with the error's suggestion", () => {
  for (const status of ["error", "awaiting_decision"] as const)
    expect(statusText(debate({ status, result: null, error: FAULT }))).toContain(
      "error (authentication): bad key\nsuggestion: Set it.\n",
    );
});
