import { afterAll, beforeAll, expect, test } from "vitest";
import type { DebateSummary } from "../../../api/base/debate-list.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { as, makeKey } from "../access/keys.ts";
import { createWorld, problemOf, storeDebate, type World } from "../world.ts";

interface Page {
  items: DebateSummary[];
  nextCursor: string | null;
}

let world: World;
let stored: DebateRecord[];
beforeAll(async () => {
  world = await createWorld();
  stored = [];
  for (let i = 0; i < 5; i++)
    stored.push(
      await storeDebate(world.store, {
        at: new Date(Date.UTC(2026, 10, 21, 12, 0, i)),
        request: { tags: i % 2 ? ["odd"] : ["even"], ...(i === 4 && { format: "free-form" }) },
        ...(i < 2 && { state: { status: "completed" } }),
      }),
    );
  await storeDebate(world.store, { tenant: "somebody-else" });
});
afterAll(() => world[Symbol.asyncDispose]());

const page = async (path: string) => {
  const response = await world.get(path);
  return { response, ...((await response.json()) as Page) };
};
const idsOf = ({ items }: Page) => items.map(({ id }) => id);

test("Debates are listed newest first, only one's own, in short.", async () => {
  const all = await page("/v1/debates");
  expect(idsOf(all)).toEqual(stored.map(({ id }) => id).toReversed());
  expect(all.nextCursor).toBeNull();
  expect(all.response.headers.get("link")).toBeNull();
  expect(all.items[4]).toMatchObject({
    topic: "Should cities ban cars?",
    status: "completed",
    participants: [{ id: "p1", name: "Ada", model: "demo/debater" }, { id: "p2" }],
    cost: { totalUsd: 0 },
    links: { self: `/v1/debates/${stored[0]?.id}` },
  });
});

test("Status, format and tag filter the list.", async () => {
  expect(idsOf(await page("/v1/debates?status=completed"))).toEqual([stored[1]?.id, stored[0]?.id]);
  expect(idsOf(await page("/v1/debates?format=free-form"))).toEqual([stored[4]?.id]);
  expect(idsOf(await page("/v1/debates?tag=odd"))).toEqual([stored[3]?.id, stored[1]?.id]);
  expect(idsOf(await page("/v1/debates?tag=odd&status=completed"))).toEqual([stored[1]?.id]);
});

test("Several tags must all be there, given one by one or with commas between them.", async () => {
  const two = await storeDebate(world.store, { tenant: "default", request: { tags: ["odd, prime"] } });
  for (const query of ["tag=odd&tag=prime", "tag=prime,odd", "tag=%20prime&tag=odd"])
    expect(idsOf(await page(`/v1/debates?${query}`)), query).toEqual([two.id]);
  const { items } = await page("/v1/debates?tag=prime");
  expect(items[0]?.tags).toEqual(["odd", "prime"]);
  await world.store.discardDebate({ tenant: "default", debateId: two.id });
});

test("Words find debates by topic, tags, names and id, whatever their case and accents.", async () => {
  const topic = "Où sont les CAFÉS d'antan?";
  const there = await storeDebate(world.store, { request: { topic, tags: ["Été"] } });
  for (const q of ["cafes", "CAFÉ où", "ete ada", `antan ${there.id}`, "antan ben"])
    expect(idsOf(await page(`/v1/debates?q=${encodeURIComponent(q)}`)), q).toEqual([there.id]);
  expect(idsOf(await page("/v1/debates?q=cafes+tea"))).toEqual([]);
  expect(idsOf(await page("/v1/debates?q=cars&tag=odd&status=completed"))).toEqual([stored[1]?.id]);
  const { response } = await page("/v1/debates?q=%3F!");
  expect(response.status).toBe(422);
  await world.store.discardDebate({ tenant: "default", debateId: there.id });
});

test("The oldest come first when asked, from page to page.", async () => {
  const first = await page("/v1/debates?sort=oldest&limit=3&tag=even&tag=even");
  const next = /<([^>]+)>/.exec(first.response.headers.get("link") ?? "")?.[1];
  expect(next).toBeUndefined();
  expect(idsOf(first)).toEqual([0, 2, 4].map((i) => stored[i]?.id));
  const two = await page("/v1/debates?sort=oldest&limit=2&q=cars");
  const rest = await page(/<([^>]+)>/.exec(two.response.headers.get("link") ?? "")?.[1] ?? "");
  expect([...idsOf(two), ...idsOf(rest)]).toEqual([0, 1, 2, 3].map((i) => stored[i]?.id));
});

test("Pages follow one another by cursor and by the Link header, until all was seen once.", async () => {
  const seen: string[] = [];
  for (let path: string | null = "/v1/debates?limit=2"; path !== null; ) {
    const { response, ...here }: Page & { response: Response } = await page(path);
    seen.push(...idsOf(here));
    const link: string | undefined = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    expect(link === undefined).toBe(here.nextCursor === null);
    if (link) expect(new URL(link, "http://x").searchParams.get("cursor")).toBe(here.nextCursor);
    path = link ?? null;
  }
  expect(seen).toEqual(stored.map(({ id }) => id).toReversed());
});

test("A cursor of another filter, a changed one and one that was made up are 400.", async () => {
  const { nextCursor } = await page("/v1/debates?limit=1&tag=even");
  expect(nextCursor).not.toBeNull();
  for (const query of [
    `cursor=${nextCursor}`,
    `tag=odd&cursor=${nextCursor}`,
    `tag=even&q=cars&cursor=${nextCursor}`,
    `tag=even&sort=oldest&cursor=${nextCursor}`,
    `tag=even&cursor=${nextCursor}x`,
    "cursor=abc",
    "cursor=",
  ]) {
    const response = await world.get(`/v1/debates?${query}`);
    expect(response.status, query).toBe(400);
    expect((await problemOf(response)).type).toBe("/problems/invalid-cursor");
  }
  expect((await world.get(`/v1/debates?tag=even&limit=3&cursor=${nextCursor}`)).status).toBe(200);
});

test("Limits out of bounds and unknown values are 422, each named.", async () => {
  const response = await world.get("/v1/debates?limit=101&status=busy&format=chess&colour=red");
  expect(response.status).toBe(422);
  const pointers = (await problemOf(response)).errors?.map((e) => e.pointer);
  expect(pointers?.toSorted()).toEqual(["/colour", "/format", "/limit", "/status"]);
  expect((await world.get("/v1/debates?limit=0")).status).toBe(422);
});

/** Last: from the first key on nobody is answered without one. */
test("A list says how each debate ended.", async () => {
  const ended = [
    { type: "verdict", winner: "p2", scores: {} },
    { type: "verdict", winner: null, winningSide: "for", scores: {} },
    { type: "solution", confidence: 80 },
  ] as const;
  for (const result of ended)
    await storeDebate(world.store, { tenant: "ended", state: { status: "completed", result } });
  await storeDebate(world.store, { tenant: "ended" });
  const { token } = await makeKey(world.store, { tenant: "ended" });
  const response = await as(world.appWith({}), token, { path: "/v1/debates" });
  const { items } = (await response.json()) as Page;
  expect(new Set(items.map(({ outcome }) => outcome))).toEqual(
    new Set([
      { type: "verdict", winner: "p2" },
      { type: "verdict", winner: null, side: "for" },
      { type: "solution" },
      null,
    ]),
  );
});
