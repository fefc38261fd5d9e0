/** Which debates are asked nearly the same, and which are kin. */
import { expect, test } from "vitest";
import { familyOf, nearestTopics } from "../../../features/related/domain/nearest.related.ts";

const own = { id: "own", topic: "Should cities ban cars?" };
const topics = (...all: string[]) => all.map((topic, i) => ({ id: `d${i}`, topic }));

test("The same words score highest, most of them less, and a topic that shares one word of three is left out.", () => {
  const others = topics(
    "Is chess a sport?",
    "Should cities ban dogs?",
    "Cars: should cities ban them?",
    "Should a ban on plastic bags stay?",
    "Should cities ban cars from their centres?",
  );
  const nearest = nearestTopics(own, { others, limit: 10 });
  expect(nearest.map(({ id }) => id)).toEqual(["d2", "d4", "d1"]);
  expect(nearest[0]?.score).toBeGreaterThan(0.9);
  for (const { score } of nearest) expect(score).toBeGreaterThanOrEqual(0.2);
  expect(nearestTopics(own, { others, limit: 1 })).toEqual(nearest.slice(0, 1));
});

test("A topic without a telling word has no neighbours, and none is one's own.", () => {
  expect(nearestTopics({ id: "own", topic: "Is it?" }, { others: topics("Is it?"), limit: 5 })).toEqual([]);
  expect(nearestTopics(own, { others: [], limit: 5 })).toEqual([]);
});

test("Long topics are compared by their beginnings.", () => {
  const long = `Should cities ban cars? ${"Consider the river and its bridges. ".repeat(400)}`;
  const [nearest] = nearestTopics({ id: "own", topic: long }, { others: topics(long.slice(0, 1_000)), limit: 5 });
  expect(nearest).toEqual({ id: "d0", score: 1 });
});

test("A family is whoever came from it, or from whom it came, also by others.", () => {
  const others = [
    { id: "fork", kin: ["own"] },
    { id: "twin of the fork", kin: ["fork"] },
    { id: "original", kin: [] },
    { id: "sister", kin: ["original"] },
    { id: "stranger", kin: ["another"] },
  ];
  const family = familyOf({ id: "own", kin: ["original"] }, others);
  expect([...family].toSorted()).toEqual(["fork", "original", "own", "sister", "twin of the fork"]);
});
