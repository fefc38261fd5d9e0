import { describe, expect, it } from "vitest";
import { voteResult, winningSide } from "../../../domain/judge/motion.ts";
import type { Vote } from "../../../domain/shapes/schemas/vote.schema.ts";

const votes = (before: Vote["vote"][], after: Vote["vote"][]) =>
  voteResult([
    ...before.map((vote, i) => ({ id: `g1-vote-before-${i}`, when: "before" as const, vote })),
    ...after.map((vote, i) => ({ id: `g1-vote-after-${i}`, when: "after" as const, vote })),
  ]);
const participants = [
  { id: "a", side: "for" },
  { id: "b", side: "against" },
  { id: "c", side: "for" },
];
const won = (vote: ReturnType<typeof votes>, scores: Record<string, number> = { a: 60, b: 60, c: 60 }) =>
  winningSide({ vote, scores, participants });

describe("votes on a motion", () => {
  it("are counted before and after, with what each side gained", () => {
    expect(votes(["undecided", "for", "against"], ["for", "for", "undecided"])).toEqual({
      before: { for: 1, against: 1, undecided: 1 },
      after: { for: 2, against: 0, undecided: 1 },
      swing: { for: 1, against: -1 },
    });
  });

  it("say nothing when one of the two was never held", () => {
    expect(votes(["for"], [])).toBeNull();
    expect(votes([], ["for"])).toBeNull();
  });

  it("count only of those who voted twice, since nobody else can have been moved", () => {
    expect(votes(["for", "against", "against"], ["for", "against"])).toMatchObject({
      before: { for: 1, against: 1 },
      swing: { for: 0, against: 0 },
    });
  });
});

describe("the winning side", () => {
  it.each([
    [["undecided"], ["for"], "for"],
    [["undecided"], ["against"], "against"],
    [["against"], ["for"], "for"],
    [["for"], ["undecided"], "against"],
    [["for", "for", "for"], ["for", "for", "against"], "against"],
  ] as const)("is the one that moved more votes: from %j to %j it is %s", (before, after, side) => {
    const scores = side === "for" ? { a: 10, b: 90, c: 10 } : { a: 90, b: 10, c: 90 };
    expect(won(votes([...before], [...after]), scores)?.side).toBe(side);
  });

  it("has the higher mean score when no vote moved, however many speakers it has", () => {
    const even = votes(["for"], ["for"]);
    expect(won(even, { a: 50, b: 70, c: 80 })?.side).toBe("against");
    expect(won(even, { a: 70, b: 70, c: 80 })).toEqual({
      side: "for",
      reasoning: expect.stringContaining("a tie, which the mean scores break (75 for, 70 against)"),
    });
  });

  it("does not count who said nothing", () => {
    expect(won(votes(["for"], ["for"]), { a: 80, b: 70 })?.side).toBe("for");
  });

  it("is nobody's when votes and scores are even", () => {
    expect(won(votes(["for"], ["for"]))).toBeNull();
  });

  it("goes by the scores alone when there was no vote", () => {
    expect(won(null, { a: 60, b: 61, c: 60 })?.side).toBe("against");
  });
});
