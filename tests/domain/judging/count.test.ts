import { describe, expect, it } from "vitest";
import { countBallots, shownBallot } from "../../../domain/judge/count.ts";
import type { CastBallot } from "../../../domain/shapes/schemas/ballot.ts";
import type { VoteResult } from "../../../domain/shapes/schemas/vote.schema.ts";
import { ballotOf, configFor, scoresOf, verdictOf } from "../../support/debates/transcripts.ts";

const config = configFor({ speakers: 2 });
const { participants } = config;
const MODE = "sequential";

/** A ballot such as `1 given p1`: by whom, in which order, for whom. */
function ballot(written: string, values: [number, number] = [7, 6]): CastBallot {
  const [seat, order, choice] = written.split(" ") as [string, "given" | "reversed", string];
  const winner = choice === "nobody" ? null : { participant: choice, reasoning: `${written}, since.` };
  const criterionScores = { p1: scoresOf(values[0]), p2: scoresOf(values[1]) };
  const scores = { p1: values[0] * 10, p2: values[1] * 10 };
  const verdict = { ...verdictOf(config), winner, criterionScores, scores, summary: `Summary of ${written}` };
  return ballotOf(config, { id: `g1-b${seat}-${order}`, judge: `demo/${seat}`, order, verdict });
}

const count = (...written: string[]) =>
  countBallots({ ballots: written.map((w) => ballot(w)), participants, mode: MODE });
const outcome = (...written: string[]) => {
  const { verdict, contested } = count(...written);
  return contested ? "contested" : (verdict.winner?.participant ?? "nobody");
};

describe("counted ballots", () => {
  it.each([
    ["one judge in one order", ["1 given p2"], "p2"],
    ["one judge that says the same in both orders", ["1 given p2", "1 reversed p2"], "p2"],
    ["one judge that sees nobody ahead in both orders", ["1 given nobody", "1 reversed nobody"], "nobody"],
    ["one judge that changes its mind with the order", ["1 given p1", "1 reversed p2"], "contested"],
    ["one judge that is decided in one order only", ["1 given p1", "1 reversed nobody"], "contested"],
    ["a panel's majority", ["1 given p1", "2 given p2", "3 given p2"], "p2"],
    [
      "the same majority of other judges",
      ["1 given p1", "2 given p2", "3 given p2", "1 reversed p2", "2 reversed p2", "3 reversed p1"],
      "p2",
    ],
    ["a panel whose orders disagree", ["1 given p1", "2 given p1", "1 reversed p2", "2 reversed p2"], "contested"],
    ["a panel that is split in half", ["1 given p1", "2 given p2"], "contested"],
    [
      "more votes than for anybody else, but no majority",
      ["1 given p1", "2 given p1", "3 given p2", "4 given nobody"],
      "contested",
    ],
    [
      "a panel of which one order has no majority",
      ["1 given p1", "1 reversed p1", "2 given p2", "2 reversed p1"],
      "contested",
    ],
  ])("make of %s the right result", (_, written, expected) => {
    expect(outcome(...written)).toBe(expected);
    expect(outcome(...written.toReversed())).toBe(expected);
  });

  it("give the words of the first ballot that agrees, and say which one it is", () => {
    const counted = count("1 given p1", "2 given p2", "3 given p2");
    expect([counted.textFrom, counted.verdict.summary]).toEqual(["g1-b2-given", "Summary of 2 given p2"]);
    expect(counted.verdict.winner?.reasoning).toBe("2 given p2, since.");
  });

  it("name no winner where the orders disagree, and say so without taking a side", () => {
    const { verdict, textFrom, dissent, contestedBecause } = count("1 given p1", "1 reversed p2");
    expect([verdict.winner, textFrom, contestedBecause]).toEqual([null, "g1-b1-given", "orders"]);
    expect(verdict.summary).toBe(
      "The verdict is contested: the ballots name no winner. In the given order: Ada (ballots: Ada 1). In the reversed order: Bruno (ballots: Bruno 1).",
    );
    const reasons = [
      "demo/1, given order, for Ada: 1 given p1, since.",
      "demo/1, reversed order, for Bruno: 1 reversed p2, since.",
    ];
    expect(verdict.reasoning).toBe(reasons.join("\n\n"));
    expect(dissent).toEqual(reasons);
  });

  it("name no winner where the judges are split within one order, with the count of each", () => {
    const { verdict, contestedBecause } = count("1 given p1", "2 given p2", "3 given nobody");
    expect(contestedBecause).toBe("no_majority");
    expect(verdict.summary).toContain("In the given order: no majority (ballots: Ada 1, Bruno 1, nobody 1).");
  });

  it.each([
    [["1 given p1"], "sequential", "none"],
    [["1 given p1", "1 reversed p1"], "sequential", "labels"],
    [["1 given p1", "1 reversed p1"], "simultaneous", "labels and chronology"],
  ] as const)("of %s in %s mode say that the orders varied: %s", (written, mode, varied) => {
    const ballots = written.map((w) => ballot(w));
    expect(countBallots({ ballots, participants, mode }).orderCheck).toBe(varied);
  });

  it("keep the dissent of those who were outvoted", () => {
    const { dissent, verdict } = count("1 given p1", "2 given p2", "3 given p2");
    expect(dissent).toEqual([...verdict.dissent, "demo/1, given order, for Ada: 1 given p1, since."]);
  });

  it("have the mean of all scores", () => {
    const ballots = [ballot("1 given p1", [8, 5]), ballot("1 reversed p1", [7, 6])];
    const { verdict } = countBallots({ ballots, participants, mode: MODE });
    expect(verdict.scores).toEqual({ p1: 75, p2: 55 });
    expect(verdict.criterionScores["p1"]).toEqual(scoresOf(7.5));
  });

  it("agree by the winners that they name: between judges in one order, and between one judge's orders", () => {
    const agreed = (...written: string[]) => count(...written).agreement.winnerAgreement;
    expect(agreed("1 given p1")).toEqual({ judges: null, orders: null });
    expect(agreed("1 given p1", "2 given p2")).toEqual({ judges: 0, orders: null });
    expect(agreed("1 given p1", "1 reversed p1", "2 given p1", "2 reversed p2")).toEqual({ judges: 0.5, orders: 0.5 });
    expect(agreed("1 given p1", "2 given p1", "3 given p2")).toEqual({ judges: 0.333, orders: null });
  });

  it("agree fully where one judge is only stricter, and not at all where judges name opposite winners", () => {
    const of = (...pairs: [number, number][]) =>
      countBallots({
        ballots: pairs.map(([a, b], i) => ballot(`${i + 1} given ${a > b ? "p1" : "p2"}`, [a, b])),
        participants,
        mode: MODE,
      }).agreement;
    expect(of([8, 6], [5, 3], [9, 7])).toEqual({ winnerAgreement: { judges: 1, orders: null } });
    expect(of([8, 5], [5, 8])).toEqual({ winnerAgreement: { judges: 0, orders: null } });
    // Of three pairs of judges one agrees.
    expect(of([8, 5], [5, 8], [8, 5])).toEqual({ winnerAgreement: { judges: 0.333, orders: null } });
  });

  it("are shown with who wins by them, and why", () => {
    expect(shownBallot(ballot("2 reversed p2"))).toMatchObject({
      id: "g1-b2-reversed",
      judge: "demo/2",
      order: "reversed",
      winner: "p2",
      valid: true,
      reasoning: "2 reversed p2, since.",
    });
  });

  it("can not be counted where there are none", () => {
    expect(() => countBallots({ ballots: [], participants, mode: MODE })).toThrow("no valid ballot");
  });
});

describe("ballots on a motion", () => {
  const sided = participants.map((p, i) => ({ ...p, side: i === 0 ? "for" : "against" }));
  const at = (forIt: number, against: number, undecided: number) => ({ for: forIt, against, undecided });
  const moved: VoteResult = { before: at(0, 0, 1), after: at(0, 1, 0), swing: { for: 0, against: 1 } };
  const still: VoteResult = { before: at(0, 0, 1), after: at(0, 0, 1), swing: { for: 0, against: 0 } };
  const win = (vote: VoteResult, ...ballots: CastBallot[]) => {
    const { verdict, contested } = countBallots({ ballots, participants: sided, mode: MODE, motion: { vote } });
    return contested ? "contested" : verdict.winner?.side;
  };

  it("leave it to the votes who wins, whatever the ballots say", () => {
    expect(win(moved, ballot("1 given p1", [9, 5]), ballot("1 reversed p2", [5, 9]))).toBe("against");
  });

  it("break a tie of the votes by the scores of both orders, which must agree", () => {
    expect(win(still, ballot("1 given p1", [9, 5]), ballot("1 reversed p2", [8, 6]))).toBe("for");
    expect(win(still, ballot("1 given p1", [9, 5]), ballot("1 reversed p2", [5, 9]))).toBe("contested");
  });
});

describe("judges' own votes on a motion", () => {
  const sided = participants.map((p, i) => ({ ...p, side: i === 0 ? "for" : "against" }));
  const at = (forIt: number, against: number) => ({ for: forIt, against, undecided: 0 });
  const vote: VoteResult = { before: at(0, 1), after: at(1, 0), swing: { for: 1, against: -1 } };
  const ruled = (scores: [number, number], testsSwing?: true) =>
    countBallots({
      ballots: [ballot("1 given p2", scores), ballot("1 reversed p2", scores)],
      participants: sided,
      mode: MODE,
      motion: { vote, testsSwing },
    });

  it("name no winner whose side trails by more than 5 of 100, as no ballot does", () => {
    const { verdict, contestedBecause } = ruled([4, 8.5], true);
    expect([verdict.winner, contestedBecause]).toEqual([null, "vote_and_scores"]);
    expect(verdict.summary).toContain("their scores favour the side against by 45 of 100.");
    expect(ruled([8, 8.5], true).verdict.winner?.side).toBe("for");
    expect(ruled([8, 9], true).contested).toBe(true);
  });

  it("named one in debates that were configured before", () => {
    expect(ruled([4, 8.5]).verdict.winner?.side).toBe("for");
  });
});
