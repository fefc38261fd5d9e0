/** What judged debates count as. */
import { expect, it } from "vitest";
import { comparisonsOf, type Rated } from "../../../features/ratings/domain/comparisons.ts";

type Speaker = [model: string, side?: "for" | "against" | "neutral"];
type Ending = { winner?: string | null; winningSide?: "for" | "against" };

function debate(id: string, speakers: Speaker[], ending: Ending | null, twinOf?: string): Rated {
  const participants = speakers.map(([model, side], i) => ({
    id: `p${i + 1}`,
    provider: "x",
    model,
    ...(side && { side }),
  })) as Rated["config"]["participants"];
  const result = ending && { type: "verdict" as const, winner: null, scores: {}, ...ending };
  return { id, config: { participants, ...(twinOf && { twinOf }) }, state: { result } };
}

it("a winner gets 1, and nobody's win is a tie", () => {
  expect(comparisonsOf([debate("d1", [["b"], ["a"]], { winner: "p1" })])).toEqual([
    { players: ["x/a", "x/b"], score: 0 },
  ]);
  expect(comparisonsOf([debate("d1", [["a"], ["b"]], {})])).toMatchObject([{ score: 0.5 }]);
});

it("a debate and its twins, also twins of twins, are one comparison with the mean of their scores", () => {
  const runs = [
    debate("d1", [["a"], ["b"]], { winner: "p1" }),
    debate("d2", [["b"], ["a"]], { winner: "p1" }, "d1"),
    debate("d3", [["a"], ["b"]], { winner: "p1" }, "d2"),
    debate("d4", [["a"], ["b"]], { winner: "p1" }, "d1"),
  ];
  expect(comparisonsOf(runs)).toEqual([{ players: ["x/a", "x/b"], score: 0.75 }]);
  // The original is not read.
  expect(comparisonsOf(runs.slice(1, 2))).toEqual([{ players: ["x/a", "x/b"], score: 0 }]);
});

it("sides of several speakers are compared by the model that they share", () => {
  const sides: Speaker[] = [
    ["a", "for"],
    ["b", "against"],
    ["a", "for"],
    ["c", "neutral"],
  ];
  expect(comparisonsOf([debate("d1", sides, { winningSide: "against" })])).toEqual([
    { players: ["x/a", "x/b"], score: 0 },
  ]);
  const mixed: Speaker[] = [
    ["a", "for"],
    ["b", "against"],
    ["c", "for"],
  ];
  expect(comparisonsOf([debate("d1", mixed, { winningSide: "for" })])).toEqual([]);
});

it("three speakers, one model against itself and debates without a verdict are left out", () => {
  const unjudged = { ...debate("d3", [["a"], ["b"]], null), state: { result: { type: "unjudged" as const } } };
  const left = [debate("d1", [["a"], ["b"], ["c"]], { winner: "p1" }), debate("d2", [["a"], ["a"]], { winner: "p1" })];
  expect(comparisonsOf([...left, unjudged, debate("d4", [["a"], ["b"]], null)])).toEqual([]);
});
