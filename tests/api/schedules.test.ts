import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schedule, ScheduleState } from "../../features/schedules/domain/schedule.ts";
import { demoRequest } from "./requests.ts";
import { createWorld, postOf, problemOf, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const CRON = { name: "Weekly", request: demoRequest(), cron: "0 9 * * 1", paused: true };
const { cron: _, ...UNTIMED } = CRON;

async function problems(body: object): Promise<string[]> {
  const response = await world.post("/v1/schedules", body);
  expect(response.status).toBe(422);
  const { errors } = await problemOf(response);
  return (errors as { pointer: string; detail: string }[]).map(({ pointer, detail }) => `${pointer} ${detail}`);
}
async function create(changes: object = {}, headers: Record<string, string> = {}): Promise<ScheduleState> {
  const response = await world.post("/v1/schedules", { ...CRON, ...changes }, headers);
  expect(response.status).toBe(201);
  return (await response.json()) as ScheduleState;
}

describe("A schedule is refused", () => {
  test.each([
    ["without a time", UNTIMED, ["/interval is needed, or cron"]],
    ["with two times", { ...CRON, interval: "1h" }, ["/interval must be left out beside cron"]],
    ["with nothing to begin", { ...CRON, request: undefined }, ["/request is needed, or preset"]],
    ["with two things to begin", { ...CRON, preset: "quick" }, ["/request must be left out beside preset"]],
    [
      "for an interval below ten seconds",
      { ...UNTIMED, interval: "9s" },
      ["/interval must be at least 10s and at most 366d"],
    ],
    [
      "for an interval without a unit",
      { ...UNTIMED, interval: "90" },
      ["/interval must be a number and s, m, h or d, as in 90s"],
    ],
    [
      "for a cron line of four fields",
      { ...CRON, cron: "0 9 * *" },
      [expect.stringMatching(/^\/cron must have five fields/)],
    ],
    [
      "for a cron line with a time zone of its own",
      { ...CRON, cron: "TZ=UTC 0 9 * *" },
      [expect.stringMatching(/^\/cron must/)],
    ],
    [
      "for a cron line that Temporal refuses",
      { ...CRON, cron: "61 9 * * *" },
      [expect.stringMatching(/^\/cron is refused by Temporal/)],
    ],
    [
      "for an unknown time zone",
      { ...CRON, timeZone: "Europe/Atlantis" },
      [expect.stringMatching(/^\/timeZone must be a time zone/)],
    ],
    [
      "for an offset as its time zone",
      { ...CRON, timeZone: "+01:00" },
      [expect.stringMatching(/^\/timeZone must be a time zone/)],
    ],
    [
      "for a slip in a preset's name",
      { ...CRON, request: undefined, preset: "desision" },
      ["/preset there is no preset desision; did you mean decision?"],
    ],
    ["for an unknown preset", { ...CRON, request: undefined, preset: "nobody" }, ["/preset there is no preset nobody"]],
    [
      "for an unknown version",
      { ...CRON, request: { preset: "quick@9", topic: "So?" } },
      ["/request/preset there is no preset quick@9; did you mean quick@1?"],
    ],
    [
      "for a preset without a topic",
      { ...CRON, request: undefined, preset: "quick" },
      [expect.stringMatching(/^\/preset cannot be scheduled alone: \/topic .*; give request with preset$/)],
    ],
    [
      "for an unknown model",
      { ...CRON, request: { ...demoRequest(), judge: { model: "nobody/x" } } },
      [expect.stringMatching(/^\/request\/judge\/model /)],
    ],
    [
      "with a draft and a webhook",
      { ...CRON, request: { ...demoRequest(), start: false, webhook: {} } },
      ["/request/start is not taken in a schedule", "/request/webhook is not taken in a schedule"],
    ],
  ])("%s.", async (_case, body, expected) => {
    expect(await problems(body)).toEqual(expected);
    const { items } = (await (await world.get("/v1/schedules")).json()) as { items: Schedule[] };
    expect(items).toEqual([]);
  });
});

describe("A schedule", () => {
  test("keeps the options of a model inside it.", async () => {
    const judge = { model: "demo/judge", temperature: 0.4 };
    const { request } = await create({ request: { ...demoRequest(), judge } });
    expect(request).toMatchObject({ judge: { model: judge } });
    expect(request?.["judge"]).not.toHaveProperty("temperature");
  });

  test("is created once for one Idempotency-Key.", async () => {
    const key = { "idempotency-key": crypto.randomUUID() };
    const [first, again] = [await create({}, key), await create({}, key)];
    expect(again.id).toBe(first.id);
    await world.temporal.schedule.getHandle(first.id).describe();
  });

  test("takes a built-in preset with a topic of its own.", async () => {
    const request = { preset: "quick", topic: "What should we stop doing?" };
    expect(await create({ request })).toMatchObject({ request, preset: null, paused: true, next: [] });
  });

  test("is listed newest first, page by page.", async () => {
    const [first, second] = [await create({ name: "One" }), await create({ name: "Two" })];
    const page = async (query: string) =>
      (await (await world.get(`/v1/schedules?${query}`)).json()) as { items: Schedule[]; nextCursor: string };
    const all = (await page("limit=100")).items.map(({ id }) => id);
    expect(all).toEqual(all.toSorted().toReversed());
    expect(all).toEqual(expect.arrayContaining([first.id, second.id]));
    const { items, nextCursor } = await page("limit=1");
    const next = await page(`limit=1&cursor=${encodeURIComponent(nextCursor)}`);
    expect([...items, ...next.items].map(({ id }) => id)).toEqual(all.slice(0, 2));
  });

  test("refuses a backfill of the future, of no time and of too many.", async () => {
    const { id } = await create({ cron: "* * * * *" });
    const refusal = async (from: string, to: string) => {
      const { status, errors } = await problemOf(await world.post(`/v1/schedules/${id}/backfill`, { from, to }));
      return [
        status,
        (errors as { pointer: string; detail: string }[]).map((each) => `${each.pointer} ${each.detail}`),
      ];
    };
    const day = "2026-11-20T";
    expect(await refusal(`${day}09:00:00Z`, "2999-01-01T00:00:00Z")).toEqual([422, ["/to must not be in the future"]]);
    expect(await refusal(`${day}09:00:00Z`, `${day}08:00:00Z`)).toEqual([422, ["/to must be after from"]]);
    expect(await refusal(`${day}09:00:10Z`, `${day}09:00:20Z`)).toEqual([
      422,
      ["/to the schedule has no time in this span"],
    ]);
    expect(await refusal(`${day}09:00:30Z`, `${day}12:00:00Z`)).toEqual([
      422,
      ["/to the span has 180 times, at most 100 are run"],
    ]);
  });

  test("keeps what it says when PUT is refused.", async () => {
    const { id } = await create();
    const put = { ...postOf({ ...CRON, cron: "61 * * * *" }), method: "PUT" };
    expect((await world.app.request(`/v1/schedules/${id}`, put)).status).toBe(422);
    const stored = (await (await world.get(`/v1/schedules/${id}`)).json()) as ScheduleState;
    expect(stored.cron).toBe(CRON.cron);
  });

  test("is not stored while Temporal does not answer.", async () => {
    const app = world.appWith({ settings: { commandTimeoutMs: 1 } });
    const before = await (await world.get("/v1/schedules?limit=100")).text();
    const response = await app.request("/v1/schedules", postOf(CRON));
    expect(response.status).toBe(503);
    expect(await (await world.get("/v1/schedules?limit=100")).text()).toBe(before);
  });
});
