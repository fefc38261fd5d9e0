import { describe, expect, it } from "vitest";
import { standings } from "../../../domain/judge/council/borda.ts";

const answersOf = (ids: string[]) => ids.map((participantId) => ({ participantId, turnId: `of-${participantId}` }));

function count(ids: string[], ...rankings: string[][][]) {
  const found = standings(
    rankings.map((places) => ({ places })),
    answersOf(ids),
  );
  return found.map(({ participantId, points, mean, place }) => [participantId, points, mean, place]);
}

describe("the count of rankings by Borda", () => {
  it("gives the last place 0 and each place above it one more", () => {
    // a ranks b > c > d, and so on: by hand, b has 2 + 2 + 1, c 1 + 1 + 0, d 0 + 0 + 2, a 2 + 1 + 2.
    const found = count(
      ["a", "b", "c", "d"],
      [["b"], ["c"], ["d"]],
      [["a"], ["c"], ["d"]],
      [["d"], ["b"], ["a"]],
      [["b"], ["a"], ["c"]],
    );
    expect(found).toEqual([
      ["b", 5, 1.667, 1],
      ["a", 3, 1, 2],
      ["c", 2, 0.667, 3],
      ["d", 2, 0.667, 3],
    ]);
  });

  it("shares the points of tied places by their mean", () => {
    expect(count(["a", "b", "c", "d"], [["b"], ["c", "d"]])).toEqual([
      ["b", 2, 2, 1],
      ["c", 0.5, 0.5, 2],
      ["d", 0.5, 0.5, 2],
      ["a", 0, null, null],
    ]);
    expect(count(["b", "c", "d"], [["b", "c", "d"]])).toEqual([
      ["b", 1, 1, 1],
      ["c", 1, 1, 1],
      ["d", 1, 1, 1],
    ]);
    expect(count(["a", "b", "c"], [["a", "b"], ["c"]])).toEqual([
      ["a", 1.5, 1.5, 1],
      ["b", 1.5, 1.5, 1],
      ["c", 0, 0, 3],
    ]);
  });

  it("compares means where somebody did not rank: a is in two rankings, the others in one", () => {
    // c dropped out before it ranked, so a and b are in fewer rankings than c.
    expect(count(["a", "b", "c"], [["c"], ["b"]], [["a"], ["c"]])).toEqual([
      ["a", 1, 1, 1],
      ["c", 1, 0.5, 2],
      ["b", 0, 0, 3],
    ]);
  });

  it("has no mean for whom nobody ranked, and puts it last; two members rank one each", () => {
    expect(count(["a", "b"], [["b"]])).toEqual([
      ["b", 0, 0, 1],
      ["a", 0, null, null],
    ]);
    expect(count(["a", "b"], [["b"]], [["a"]])).toEqual([
      ["a", 0, 0, 1],
      ["b", 0, 0, 1],
    ]);
  });

  it("names the turn that was ranked", () => {
    expect(standings([{ places: [["b"]] }], answersOf(["b"]))).toMatchObject([{ turnId: "of-b" }]);
  });
});
