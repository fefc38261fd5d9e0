import { describe, expect, it } from "vitest";
import { audienceResult, effectiveVoters, swingInterval } from "../../../domain/judge/audience.judging.ts";
import { countBallots } from "../../../domain/judge/count.ts";
import { voteResult } from "../../../domain/judge/motion.ts";
import type { CastBallot } from "../../../domain/shapes/schemas/ballot.ts";
import type { Vote } from "../../../domain/shapes/schemas/vote.schema.ts";
import { audienceVoteId } from "../../../domain/shapes/turn-ids.ts";

type Choice = Vote["vote"];
type Cast = Pick<Vote, "id" | "when" | "vote" | "judge" | "reasoning" | "turn">;

const castBy = (choices: (Choice | null)[], when: Vote["when"], turns: (string | null)[] = []): Cast[] =>
  choices.flatMap((vote, i): Cast[] => {
    if (vote === null) return [];
    const id = audienceVoteId(1, when, i + 1);
    return [{ id, when, vote, judge: "demo/voter", reasoning: "So.", turn: turns[i] ?? null }];
  });
const votes = (before: (Choice | null)[], after: (Choice | null)[], turns?: (string | null)[]) => [
  ...castBy(before, "before"),
  ...castBy(after, "after", turns),
];

describe("an audience", () => {
  it("is counted before and after, with its switches, its net swing and the turns that weighed most", () => {
    const cast = votes(
      ["undecided", "against", "for", "undecided", "against"],
      ["for", "for", "for", "undecided", "against"],
      ["g1-r1-t1", "g1-r2-t1", "g1-r2-t1", null, null],
    );
    expect(audienceResult(cast, { voters: 5 })).toMatchObject({
      voters: 5,
      counted: 5,
      before: { for: 1, against: 2, undecided: 2 },
      after: { for: 3, against: 1, undecided: 1 },
      switches: [
        { from: "undecided", to: "for", voters: 1 },
        { from: "against", to: "for", voters: 1 },
      ],
      netSwing: 3,
      turns: [
        { id: "g1-r2-t1", voters: 2 },
        { id: "g1-r1-t1", voters: 1 },
      ],
    });
  });

  it("counts only those who voted both times, and says how many were asked", () => {
    const cast = votes(["undecided", "for", null], ["for", null, "against"]);
    expect(audienceResult(cast, { voters: 3 })).toMatchObject({
      voters: 3,
      counted: 1,
      netSwing: 1,
      votes: [{ voter: 1, model: "demo/voter", before: "undecided", after: "for" }],
    });
    expect(audienceResult(votes(["for"], [null]), { voters: 1 })).toBeNull();
  });

  it("keeps voters apart from the tenth on", () => {
    const many = Array.from({ length: 12 }, (_, i): Choice => (i === 10 ? "for" : "against"));
    const result = audienceResult(votes(many, many), { voters: 12 });
    expect([result?.counted, result?.netSwing, result?.switches]).toEqual([12, 0, []]);
  });
});

/** How often the interval of a sample of `n` voters contains the true net swing, over all samples. */
function coverage(n: number, chances: Record<string, number>): number {
  const kinds = Object.entries(chances).map(([change, chance]) => ({ change: Number(change), chance }));
  const truth = n * kinds.reduce((sum, { change, chance }) => sum + change * chance, 0);
  const holds = (sample: number[]) => {
    const { low, high } = swingInterval(sample);
    return low - 0.005 <= truth && truth <= high + 0.005;
  };
  // Each multiset of changes once: so many voters of the first kind, the rest of the others.
  const walk = (sample: number[], chance: number, [kind, ...others]: typeof kinds): number => {
    const left = n - sample.length;
    if (!kind) return left === 0 && holds(sample) ? chance : 0;
    return Array.from({ length: left + 1 }, (_, k) => {
      const more = Array.from({ length: k }, () => kind.change);
      return walk([...sample, ...more], chance * binomial(left, k) * kind.chance ** k, others);
    }).reduce((sum, part) => sum + part, 0);
  };
  return walk([], 1, kinds);
}

function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k;
}

describe("the interval of a net swing", () => {
  it.each([
    ["nobody moves", { "0": 1 }],
    ["a fifth moves from undecided to for", { "0": 0.8, "1": 0.2 }],
    ["most move from undecided to for", { "0": 0.2, "1": 0.8 }],
    ["half moves, each way alike", { "-1": 0.25, "0": 0.5, "1": 0.25 }],
    ["some change sides", { "-2": 0.1, "0": 0.5, "1": 0.2, "2": 0.2 }],
    ["nearly all change to one side", { "0": 0.1, "2": 0.9 }],
  ])("holds the true swing in 93 % of audiences at least when %s", (_, chances) => {
    for (const n of [5, 9, 25]) expect(coverage(n, chances)).toBeGreaterThan(0.93);
  });

  it("contains the swing that was counted, and no more voters than there are", () => {
    for (const changes of [[0], [2], [0, 0, 0, 0, 0], [2, 2, 2, 2, 2], [1, 1, 0, 0, 0], [-2, -1, 0, 1, 2]]) {
      const net = changes.reduce((a, b) => a + b, 0);
      const { low, high } = swingInterval(changes);
      expect(low).toBeLessThanOrEqual(net);
      expect(high).toBeGreaterThanOrEqual(net);
      expect(Math.max(-low, high)).toBeLessThanOrEqual(2 * changes.length);
    }
  });

  it("narrows with more voters who move alike", () => {
    const share = (n: number) => swingInterval(Array.from({ length: n }, () => 1)).low / n;
    expect(share(25)).toBeGreaterThan(share(5));
    expect(swingInterval([0, 0, 0, 0, 0])).toEqual({ low: -3.96, high: 3.96 });
  });
});

const participants = [
  { id: "p1", name: "Ada", side: "for" },
  { id: "p2", name: "Ben", side: "against" },
];

function ballot(order: "given" | "reversed", scores: Record<string, number>): CastBallot {
  const verdict = { winner: { participant: "p1", reasoning: "since" }, scores, dissent: [], criterionScores: {} };
  return { id: `g1-b1-${order}`, judge: "demo/1", order, verdict } as unknown as CastBallot;
}

interface Ruling {
  before: Choice[];
  after: Choice[];
  scores?: Record<string, number>;
  /** As debates were configured before. */
  untested?: true;
}

function ruled({ before, after, scores = { p1: 60, p2: 60 }, untested }: Ruling) {
  const cast = votes(before, after);
  const testsSwing = untested ? undefined : (true as const);
  const interval = audienceResult(cast, { voters: before.length, testsSwing })?.interval;
  const motion = { vote: voteResult(cast), ofAudience: true, interval, testsSwing };
  const ballots = [ballot("given", scores), ballot("reversed", scores)];
  return countBallots({ ballots, participants, mode: "sequential", motion });
}

const all = (choice: Choice, n = 9): Choice[] => Array.from({ length: n }, () => choice);

describe("a motion that an audience votes on", () => {
  const undecided = all("undecided");
  const moved: Choice[] = [...all("for", 8), "undecided"];

  it("carries for the side that the audience moved to, where the interval of the swing excludes zero", () => {
    const { verdict, contested } = ruled({ before: [...all("undecided", 7), "against", "against"], after: all("for") });
    expect([verdict.winner?.side, contested]).toEqual(["for", false]);
    expect(ruled({ before: undecided, after: all("against") }).verdict.winner?.side).toBe("against");
  });

  it("is contested where the interval includes zero, as after one voter who crossed, whatever the scores", () => {
    const before = all("against", 5);
    const { verdict, contested, contestedBecause } = ruled({
      before,
      after: ["for", ...before.slice(1)],
      scores: { p1: 90, p2: 40 },
    });
    expect([verdict.winner, contested, contestedBecause]).toEqual([null, true, "no_majority"]);
    expect(verdict.summary).toMatch(
      /^The verdict is contested: the audience's net swing is \+2, and its 95 % interval from -\d.* to \+\d.* includes zero\.$/,
    );
  });

  it("is contested when the scores oppose the audience by 10 or more, and not by less", () => {
    const before = all("against");
    const opposed = ruled({ before, after: moved, scores: { p1: 60, p2: 70 } });
    expect([opposed.verdict.winner, opposed.contestedBecause]).toEqual([null, "vote_and_scores"]);
    expect(opposed.verdict.summary).toContain(
      "net swing is +17, towards the side for, but the judges' scores favour the side against by 10 of 100.",
    );
    expect(ruled({ before, after: moved, scores: { p1: 60, p2: 69.9 } }).contested).toBe(false);
    expect(ruled({ before, after: moved, scores: { p1: 80, p2: 20 } }).contested).toBe(false);
  });

  it("is decided by the scores when nobody of the audience voted twice", () => {
    expect(ruled({ before: [], after: [], scores: { p1: 60, p2: 70 } }).verdict.winner?.side).toBe("against");
  });

  it("was won by a swing of two voters in debates that were configured before", () => {
    const crossed = ruled({ before: ["against"], after: ["for"], untested: true });
    expect([crossed.verdict.winner?.side, crossed.contested]).toEqual(["for", false]);
    const one = ruled({ before: undecided, after: ["for", ...undecided.slice(1)], untested: true });
    expect([one.contested, one.contestedBecause]).toEqual([true, "no_majority"]);
  });
});

describe("voters of one model", () => {
  it("count for fewer than they are, and for more where models differ", () => {
    expect(effectiveVoters(["a", "b", "c"])).toBe(3);
    expect(effectiveVoters(["a", "a", "a"])).toBeCloseTo(3 / 1.04);
    const alone = effectiveVoters(all("for"));
    expect(alone).toBeLessThan(effectiveVoters(["a", "a", "a", "b", "b", "b", "c", "c", "c"]));
    expect(alone).toBeCloseTo(9 / 1.16);
  });

  it("make the interval of a swing wider", () => {
    const width = (effective?: number) => {
      const { low, high } = swingInterval([1, 1, 1, 0, 0, 0, -1, 0, 0], effective);
      return high - low;
    };
    expect(width(9 / 1.16)).toBeGreaterThan(width());
    expect(width(9)).toBe(width());
  });
});
