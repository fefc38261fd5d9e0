import { describe, expect, test } from "vitest";
import type { Debate } from "../../../domain/schemas/debate.ts";
import type { VerdictResult } from "../../../domain/schemas/result.ts";
import { outcomeText } from "../../../infra/cli/debate/outcome.ts";
import { statusText } from "../../../infra/cli/list.ts";
import { debate, FAULT, RESULT } from "../../support/debates/shown.ts";

describe("the result's text", () => {
  test("names the winner, ranks the scores and gives summary, points, cost and links", () => {
    const text = outcomeText(debate());
    expect(text).toMatch(/^Winner: Ben\nbetter evidence\n/);
    expect(text).toMatch(/Ben: 74\n {2}Ada: 61/);
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
    expect(text).toMatch(/^Winner: the side against the motion\nvotes moved\nVotes on the motion: 0 for, 0 against, 1/);
  });

  test("says what the debate has changed against the answers that each gave alone", () => {
    const before = { winner: "p2", contested: false, unanimous: false, ballots: [] };
    const after = { winner: "p1", contested: false };
    const controlArm: NonNullable<VerdictResult["controlArm"]> = { before, after, changed: true };
    const told = (changes: Partial<Debate>, arm = controlArm) =>
      outcomeText(debate({ result: { ...RESULT, controlArm: arm }, ...changes }));
    expect(told({ round: 2 })).toContain("Each alone: Ben argued best; the debate changed that");
    const kept = { ...controlArm, before: { ...before, winner: null, contested: true }, changed: false };
    expect(told({ round: 2 }, kept)).toContain("Each alone: the ballots disagreed; the debate did not change that");
    expect(told({ round: 0 })).toContain("All gave the same answer, each alone, so no round was held");
    expect(outcomeText(debate())).not.toContain("alone");
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
    expect(text).toMatch(/^Answer\nBuild/);
    expect(text).not.toContain("\u001b");
    expect(text).toContain("After round 3 of 5: the skeptic was content, the skeptic's last score 9 of 10");
  });

  test("says why there is none", () => {
    expect(outcomeText(debate({ status: "error", result: null, error: FAULT }))).toMatch(
      /authentication\): bad key\nSet it\./,
    );
    expect(outcomeText(debate({ status: "cancelled", result: null }))).toContain("is cancelled; there is no verdict");
  });
});

test("a debate in error, or that waits for a decision after one, is shown with the error's suggestion", () => {
  for (const status of ["error", "awaiting_decision"] as const)
    expect(statusText(debate({ status, result: null, error: FAULT }))).toContain(
      "error (authentication): bad key\nsuggestion: Set it.\n",
    );
});
