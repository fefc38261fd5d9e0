/** Past debates on the same question, over stored debates. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { completed } from "../events/debate-events.ts";
import { append, createWorld, problemOf, storeDebate, type World } from "../world.ts";
import { type Over, relatedTo, storeOver, TOPIC } from "./over.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const over = (changes: Over = {}) => storeOver(world, changes);
const related = (id: string, query = "") => relatedTo(world.app, id, query);

test("Debates on the same question are found, the nearest first, with their answers and where they differ.", async () => {
  const own = await over();
  expect(await related(own)).toEqual({ items: [], searched: 1 });
  const agrees = await over({ topic: "should cities ban CARS", day: 2 });
  const near = await over({ topic: "Should cities ban cars from their centres?", winner: "p2", day: 4 });
  const differs = await over({ winner: "p2", day: 3 });
  await over({ topic: "Is chess a sport?" });
  await over({ tenant: "somebody-else" });
  await storeDebate(world.store, { request: { topic: TOPIC }, state: { status: "running" } });
  const { items, searched } = await related(own);
  expect(searched).toBe(5);
  expect(
    items
      .map(({ id }) => id)
      .slice(0, 2)
      .toSorted(),
  ).toEqual([agrees, differs].toSorted());
  expect(items[2]).toMatchObject({ id: near, differs: null });
  expect(items.find(({ id }) => id === agrees)).toEqual({
    id: agrees,
    topic: "should cities ban CARS",
    format: "round-limited",
    endedAt: "2026-10-02T00:00:00.000Z",
    score: 1,
    answer: "Ada made the better case.",
    differs: false,
    how: "The same position wins in both.",
  });
  expect(items.find(({ id }) => id === differs)).toMatchObject({
    differs: true,
    how: "Another position wins in it: “A price does what a ban cannot.”",
  });
  expect((await related(own, "?limit=1")).items).toHaveLength(1);
});

test("Forks, twins and what was erased are no precedents.", async () => {
  const topic = "Should rivers have rights?";
  const own = await over({ topic });
  const other = await over({ topic });
  const fork = await over({ topic });
  const gone = await over({ topic });
  await world.store.markDebate({ tenant: "default", debateId: own }, { set: "forks", add: fork });
  expect((await related(own)).items.map(({ id }) => id).toSorted()).toEqual([other, gone].toSorted());
  await append(world.store, { tenant: "default", id: gone }, [completed]);
  expect((await world.app.request(`/v1/debates/${gone}`, { method: "DELETE" })).status).toBe(204);
  expect((await related(own)).items.map(({ id }) => id)).toEqual([other]);
  expect((await related(fork)).items.map(({ id }) => id)).toEqual([other]);
});

test("A debate that is not over has precedents too, which are not compared.", async () => {
  const topic = "Is a hot dog a sandwich?";
  const past = await over({ topic });
  const { id } = await storeDebate(world.store, { request: { topic }, state: { status: "running" } });
  expect((await related(id)).items).toMatchObject([{ id: past, differs: null, how: "This debate has no answer yet." }]);
});

test("Another tenant's debate has none to show, and a limit is checked.", async () => {
  const id = await over({ tenant: "somebody-else" });
  const response = await world.get(`/v1/debates/${id}/related`);
  expect([response.status, (await problemOf(response)).title]).toEqual([404, expect.any(String)]);
  const own = await over({ topic: "Anything?" });
  for (const limit of ["0", "21", "x"])
    expect((await world.get(`/v1/debates/${own}/related?limit=${limit}`)).status).toBe(422);
});
