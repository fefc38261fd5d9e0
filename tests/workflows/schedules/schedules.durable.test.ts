import { afterEach, describe, expect, it, vi } from "vitest";
import type { ScheduleRun, ScheduleState } from "../../../features/schedules/domain/schedule.ts";
import { held } from "../../support/held.ts";
import { useWorld } from "../../support/use-world.ts";
import { clockMoves } from "../../support/waits.ts";
import { debaters, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();
const POLL = { timeout: 40_000, interval: 100 };
const P = ["p1", "p2"];
const DEBATE = requestOf({ maxRounds: 1, judging: "final-only" });
/** It fires only when it is triggered. */
const RARELY = { name: "Review", request: DEBATE, cron: "0 0 1 1 *" };
/** Its debate fails at the first turn, and waits for its owner. */
const BROKEN: Manner = { turn: () => ({ status: 401 }) as never };

const made: string[] = [];
afterEach(async () => {
  for (const id of made.splice(0)) await world.request(`/v1/schedules/${id}`, { method: "DELETE" });
});

async function schedule(changes: object = {}): Promise<ScheduleState> {
  const { status, body, text } = await world.post("/v1/schedules", { ...RARELY, ...changes });
  if (status !== 201) throw new Error(text);
  made.push((body as ScheduleState).id);
  return body as ScheduleState;
}
const read = async (id: string) => (await world.request(`/v1/schedules/${id}`)).body as ScheduleState;
const runsOf = async (id: string) => (await world.request(`/v1/schedules/${id}/runs`)).body.items as ScheduleRun[];
const trigger = (id: string) => world.post(`/v1/schedules/${id}/trigger`);
/** Newest first. */
const statuses = async (id: string) => (await runsOf(id)).map(({ status }) => status);

/** Waits until the schedule has these runs, newest first. */
const until = (id: string, expected: unknown[]) =>
  vi.waitFor(async () => expect(await statuses(id)).toEqual(expected), POLL);

/** Temporal names a run by the second in which it takes the trigger, so the one before must have been seen to be taken. */
async function triggerNext(id: string): Promise<void> {
  await clockMoves(1_050);
  await trigger(id);
}

/** Debates begin and go no further until `release`. */
const hold = () => held(world, () => true);

describe("A schedule", () => {
  it("fires by the clock, and each run is an ordinary debate that names it", async () => {
    world.models.use(debaters(P));
    const { cron: _, ...rest } = RARELY;
    const { body: sch } = await world.post("/v1/schedules", { ...rest, interval: "10s", timeZone: "Europe/Berlin" });
    made.push(sch.id);
    expect(sch).toMatchObject({
      interval: "10s",
      cron: null,
      overlap: "skip",
      paused: false,
      timeZone: "Europe/Berlin",
    });
    expect(sch.next).toHaveLength(10);
    await vi.waitFor(async () => expect((await statuses(sch.id)).at(-1)).toBe("completed"), POLL);
    const [run] = (await runsOf(sch.id)).slice(-1);
    expect(run?.scheduledFor).toBe(sch.next[0]);
    const debate = await world.debate(run?.debate ?? "");
    expect(debate).toMatchObject({ tags: [sch.id], metadata: { schedule: sch.id, run: run?.id } });
    const listed = await world.request(`/v1/debates?tag=${sch.id}`);
    expect(listed.body.items.map(({ id }: { id: string }) => id)).toContain(run?.debate);
  });

  it("leaves a time out while its debate runs, and counts it", async () => {
    const { release } = hold();
    const { id } = await schedule();
    await trigger(id);
    await until(id, ["running"]);
    await triggerNext(id);
    await vi.waitFor(async () => expect((await read(id)).counts.skipped).toBe(1), POLL);
    release();
    await until(id, ["completed"]);
    expect((await read(id)).counts).toEqual({ started: 1, skipped: 1, missed: 0 });
  });

  it("lets one run wait with queue", async () => {
    const { release } = hold();
    const { id } = await schedule({ overlap: "queue" });
    await trigger(id);
    await until(id, ["running"]);
    await triggerNext(id);
    const waiting = async () => Number((await world.client.schedule.getHandle(id).describe()).raw.info?.bufferSize);
    await vi.waitFor(async () => expect(await waiting()).toBe(1), POLL);
    await triggerNext(id);
    await vi.waitFor(async () => expect((await read(id)).counts.skipped).toBe(1), POLL);
    expect(await statuses(id)).toEqual(["running"]);
    release();
    await until(id, ["completed", "completed"]);
    const [second, first] = await runsOf(id);
    const { completedAt } = await world.debate(first?.debate ?? "");
    expect(Date.parse(second?.startedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(completedAt ?? ""));
  });

  it("ends the debate before with cancel, and only then begins the next", async () => {
    const { release } = hold();
    const { id } = await schedule({ overlap: "cancel" });
    await trigger(id);
    await until(id, ["running"]);
    await triggerNext(id);
    await until(id, ["running", "cancelled"]);
    release();
    await until(id, ["completed", "cancelled"]);
    const [, first] = await runsOf(id);
    const last = (await world.finished(first?.debate ?? "")).at(-1);
    expect(last).toMatchObject({ type: "debate.cancelled" });
    expect(JSON.stringify(last)).toContain("the schedule's next run takes its place");
  });

  it("lets debates overlap with allow", async () => {
    const { release } = hold();
    const { id } = await schedule({ overlap: "allow" });
    await trigger(id);
    await until(id, ["running"]);
    await triggerNext(id);
    await until(id, ["running", "running"]);
    release();
    await until(id, ["completed", "completed"]);
  });

  it("is not held up by a debate that waits for its owner", async () => {
    world.models.use(debaters(P, BROKEN));
    const { id } = await schedule();
    await trigger(id);
    await until(id, ["error"]);
    expect((await runsOf(id))[0]?.reason).toEqual(expect.any(String));
    await vi.waitFor(async () => expect((await read(id)).running).toBe(0), POLL);
    world.models.use(debaters(P));
    await trigger(id);
    await until(id, ["completed", "error"]);
  });

  it("takes the newest version of a preset at each run, and a pinned one always", async () => {
    world.models.use(debaters(P));
    const save = (maxRounds: number) => ({
      name: `weekly-${world.taskQueue.slice(-8)}`,
      request: { ...DEBATE, maxRounds },
    });
    const { name } = save(1);
    await world.post("/v1/presets", save(1));
    const [newest, pinned] = [
      await schedule({ request: undefined, preset: name }),
      await schedule({ request: undefined, preset: `${name}@1` }),
    ];
    await world.request(`/v1/presets/${name}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ request: save(2).request }),
    });
    await Promise.all([trigger(newest.id), trigger(pinned.id)]);
    await Promise.all([until(newest.id, ["completed"]), until(pinned.id, ["completed"])]);
    const presetOf = async (id: string) => (await world.debate((await runsOf(id))[0]?.debate ?? "")).preset;
    expect([await presetOf(newest.id), await presetOf(pinned.id)]).toEqual([`${name}@2`, `${name}@1`]);
  });

  it("shows why a run made no debate", async () => {
    world.models.use(debaters(P));
    const name = `gone-${world.taskQueue.slice(-8)}`;
    await world.post("/v1/presets", { name, request: DEBATE });
    const { id } = await schedule({ request: undefined, preset: name });
    await world.request(`/v1/presets/${name}`, { method: "DELETE" });
    await trigger(id);
    await until(id, ["failed"]);
    // A hint may follow: other tests have presets of a like name.
    const reason = expect.stringContaining(`the debate is not valid: /preset there is no preset ${name}`);
    expect((await runsOf(id))[0]).toMatchObject({ debate: null, reason });
  });

  it("pauses, is triggered all the same, and resumes", async () => {
    world.models.use(debaters(P));
    const { id } = await schedule();
    const paused = await world.post(`/v1/schedules/${id}/pause`);
    expect(paused.body).toMatchObject({ paused: true, next: [] });
    await trigger(id);
    await until(id, ["completed"]);
    const { body } = await world.post(`/v1/schedules/${id}/resume`);
    expect([body.paused, body.next.length]).toEqual([false, 10]);
  });

  it("runs the times of a past span one after another, each once", async () => {
    world.models.use(debaters(P));
    const { id } = await schedule({ cron: "0 * * * *", paused: true });
    const span = { from: "2026-11-20T00:30:00Z", to: "2026-11-20T03:30:00Z" };
    const backfilled = await world.post(`/v1/schedules/${id}/backfill`, span);
    expect([backfilled.status, backfilled.body]).toEqual([202, { runs: 3 }]);
    await until(id, ["completed", "completed", "completed"]);
    const hours = (await runsOf(id)).map(({ scheduledFor }) => scheduledFor.slice(11, 16));
    expect(hours).toEqual(["03:00", "02:00", "01:00"]);
  });

  it("says with PUT what the next runs do, and is gone after DELETE", async () => {
    world.models.use(debaters(P));
    const { id } = await schedule();
    const replaced = await world.request(`/v1/schedules/${id}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        ...RARELY,
        name: "Other",
        cron: "30 6 * * 1-5",
        timeZone: "Asia/Tokyo",
        request: { ...DEBATE, topic: "Trams?" },
      }),
    });
    expect(replaced.body).toMatchObject({ id, name: "Other", cron: "30 6 * * 1-5" });
    expect(replaced.body.next[0]).toContain("T21:30:00");
    await trigger(id);
    await until(id, ["completed"]);
    const [run] = await runsOf(id);
    expect((await world.debate(run?.debate ?? "")).topic).toBe("Trams?");
    expect((await world.request(`/v1/schedules/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await world.request(`/v1/schedules/${id}/runs`)).status).toBe(404);
    await expect(world.client.schedule.getHandle(id).describe()).rejects.toThrow();
    expect((await world.debate(run?.debate ?? "")).status).toBe("completed");
  });

  it("is created again by PUT where Temporal has lost it", async () => {
    const { id, name, request, cron } = await schedule();
    await world.client.schedule.getHandle(id).delete();
    expect((await trigger(id)).status).toBe(409);
    expect((await read(id)).next).toEqual([]);
    const put = {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, request, cron }),
    };
    expect((await world.request(`/v1/schedules/${id}`, put)).body.next).toHaveLength(10);
  });
});
