/** What levels of support have earned, over HTTP: the rates, where they are told, and the calibration. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RESULTS } from "../../../domain/play/records/kinds.record.ts";
import type { Calibration, EarnedLevels } from "../../../features/ratings/domain/schema.earned.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { listCases } from "../../../store/records/known-cases.records.ts";
import { CONCLUSION } from "../../support/debates/conclusions.ts";
import { result, SHORT_LOG } from "../events/debate-events.ts";
import { append, createWorld, postOf, problemOf, storeDebate, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Without the demo. */
const REAL = {
  participants: [
    { name: "Ada", model: "openai/gpt-5.5", position: "Yes." },
    { name: "Ben", model: "anthropic/claude-sonnet-5", position: "No." },
  ],
  judge: { model: "openai/gpt-5.5" },
};

let questions = 0;

interface Asked {
  level?: "strong" | "weak";
  topic?: string;
  participants?: object[];
  judge?: object;
  tenant?: string;
}

/** Each on a question of its own. */
async function concluded({ level = "strong", tenant = "default", ...asked }: Asked = {}, on = world) {
  const support = { ...CONCLUSION.support, level, margin: 12 };
  const record = await storeDebate(on.store, {
    tenant,
    request: { ...REAL, topic: `Is ${++questions} a prime number?`, ...asked },
    state: { status: "completed", result: { type: "verdict", winner: "p1", scores: {} } },
  });
  const key = { tenant, debateId: record.id };
  await on.store.records.put(key, RESULTS, result({ conclusion: { ...CONCLUSION, support } }), { generation: 1 });
  await append(on.store, record, SHORT_LOG);
  return record;
}

const report = async (id: string, outcome: "right" | "wrong" | "unknown", on = world) =>
  expect((await on.app.request(`/v1/debates/${id}/outcome`, { ...postOf({ outcome }), method: "PUT" })).status).toBe(
    200,
  );
const levels = async () => (await (await world.get("/v1/ratings/levels")).json()) as EarnedLevels;
const countsOf = ({ levels: all }: EarnedLevels) =>
  Object.fromEntries(all.flatMap(({ level, count, of }) => (of > 0 ? [[level, `${count} of ${of}`]] : [])));
const LINE = "Of 7 answers at this level with a known outcome, 5 were right (36–92 %).";

describe("The rates by level", () => {
  test("are empty where no outcome is known, and reports say nothing.", async () => {
    const { id } = await concluded();
    expect(await levels()).toMatchObject({
      cases: 0,
      demo: false,
      levels: [{ level: "strong", of: 0, share: null }, {}, {}, {}],
    });
    expect(await (await world.get(`/v1/debates/${id}/transcript?as=md`)).text()).not.toContain("known outcome");
  });

  test("count what owners report, each debate once, as it was reported last.", async () => {
    const debates = [];
    for (let n = 0; n < 8; n++) debates.push(await concluded({ level: n < 7 ? "strong" : "weak" }));
    for (const [n, { id }] of debates.entries()) await report(id, n < 5 ? "right" : "wrong");
    expect(countsOf(await levels())).toEqual({ strong: "5 of 7", weak: "0 of 1" });
    expect((await levels()).levels[0]).toMatchObject({
      low: expect.closeTo(0.3589, 4),
      high: expect.closeTo(0.9178, 4),
    });
    const [first, , , , , , , last] = debates.map(({ id }) => id);
    if (!first || !last) throw new Error("there are eight debates");
    await report(first, "right");
    expect(countsOf(await levels())).toEqual({ strong: "5 of 7", weak: "0 of 1" });
    await report(first, "wrong");
    await report(last, "unknown");
    expect(countsOf(await levels())).toEqual({ strong: "4 of 7" });
    await report(first, "right");
  });

  test("are told with the level in the owner's reports, and change their tag; data and share links do without.", async () => {
    const { id } = await concluded({ topic: "Is tea better than coffee?" });
    const read = (as: string, headers = {}) => world.get(`/v1/debates/${id}/transcript?as=${as}`, headers);
    const markdown = await read("md");
    expect(await markdown.text()).toContain(`- ${LINE}`);
    expect(await (await read("html")).text()).toContain(LINE);
    expect(await (await read("json")).text()).not.toContain("known outcome");
    const made = await world.post(`/v1/debates/${id}/shares`, { expiresInSeconds: 600 });
    const { url } = (await made.json()) as { url: string };
    for (const as of ["md", "html"])
      expect(await (await world.app.request(`${url}/transcript?as=${as}`)).text()).not.toContain("known outcome");
    const tag = { "if-none-match": markdown.headers.get("etag") as string };
    expect((await read("md", tag)).status).toBe(304);
    const other = await concluded();
    await report(other.id, "right");
    const changed = await read("md", tag);
    expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining("Of 8 answers")]);
    await report(other.id, "unknown");
  });

  test("take debates on one question for one, and leave the demo's out.", async () => {
    const before = countsOf(await levels());
    const repeated = await concluded({ topic: "Is 2 a prime number?" });
    await report(repeated.id, "right");
    const demo = await concluded({ ...DEMO });
    await report(demo.id, "wrong");
    expect(countsOf(await levels())).toEqual(before);
    await world.app.request(`/v1/debates/${repeated.id}`, { method: "DELETE" });
  });

  test("are each tenant's own.", async () => {
    const record = await concluded({ tenant: "somebody-else" });
    const knownOutcome = { outcome: "right", at: record.createdAt } as const;
    await world.store.markDebate(keyOf(record), { set: "knownOutcome", knownOutcome });
    expect(await listCases(world.store.records, "somebody-else")).toHaveLength(1);
    expect(countsOf(await levels())).toEqual({ strong: "5 of 7" });
  });
});

const DEMO = {
  participants: ["Ada", "Ben"].map((name) => ({ name, model: "demo/debater" })),
  judge: { model: "demo/judge" },
};

describe("The calibration", () => {
  const calibration = async (on: World, query = "") =>
    (await (await on.get(`/v1/ratings/calibration${query}`)).json()) as Calibration;

  test("says what was shown from 100 known outcomes on, and nothing before.", async () => {
    await using own = await createWorld();
    for (let n = 0; n < 99; n++) {
      const { id } = await concluded({ level: n < 79 ? "strong" : "weak" }, own);
      await report(id, n < 77 || n % 2 === 0 ? "right" : "wrong", own);
    }
    expect(await calibration(own)).toEqual({
      cases: 99,
      demo: false,
      fewest: 100,
      right: 90,
      confidence: 95,
      thresholds: [],
      threshold: null,
      says: null,
    });
    await report((await concluded({ level: "weak" }, own)).id, "wrong", own);
    const found = await calibration(own);
    expect(found.thresholds.map(({ level, count, of, outcome }) => [level, count, of, outcome])).toEqual([
      ["strong", 78, 79, "shown"],
      ["weak", 88, 100, "not_shown"],
    ]);
    expect(found.says).toBe("Answers with strong support are right in at least 90 %, at 95 % confidence.");
    expect((await calibration(own, "?right=99")).says).toBeNull();
  });

  test.each(["right=49", "right=100", "confidence=abc", "confidence=95.5"])("%s is refused.", async (query) => {
    const refused = await world.get(`/v1/ratings/calibration?${query}`);
    expect(refused.status).toBe(422);
    expect((await problemOf(refused)).errors).toHaveLength(1);
  });
});
