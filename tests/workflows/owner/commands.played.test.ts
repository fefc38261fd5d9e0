import { describe, expect, it } from "vitest";
import { GOES_ON } from "../../support/eventually.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const started = (turnId: string) => (e: FlatEvent) => e.type === "turn.started" && e["turnId"] === turnId;

/** A debate whose turns wait until the test lets them go on. */
async function held(changes: object = {}) {
  const gate = Promise.withResolvers<void>();
  const script = debaters(P);
  world.models.use(async (request) => {
    if (kindOf(request) === "turn" && request.model.includes("claude")) await gate.promise;
    return script(request);
  });
  const { id } = await world.create(requestOf({ maxRounds: 2, ...changes }));
  return { id, release: () => gate.resolve() };
}

describe("pause and resume", () => {
  it("pauses between turns: the turn in flight ends, nothing else begins, and resume goes on where it was", async () => {
    const { id, release } = await held();
    await world.until(id, started("g1-r1-t2"));
    const pausing = await world.post(`/v1/debates/${id}/pause`);
    expect(pausing.status).toBe(200);
    expect(pausing.body).toMatchObject({ status: "running", pausing: true, allowed: ["resume", "stop"] });
    release();
    const log = await world.until(id, status("paused"));
    expect(log.filter((e) => e.type === "turn.completed")).toHaveLength(2);
    const calls = world.models.journal.length;
    const paused = await world.debate(id);
    expect(paused).toMatchObject({ status: "paused", pausing: false, allowed: ["resume", "stop"] });
    expect(world.models.journal).toHaveLength(calls);
    const resumed = await world.post(`/v1/debates/${id}/resume`);
    expect(resumed.body).toMatchObject({ status: GOES_ON });
    await world.finished(id);
    expect((await world.transcript(id)).turns).toHaveLength(4);
    expect(world.models.journal).toHaveLength(7);
  });

  it("takes a pause back while the turn is still in flight", async () => {
    const { id, release } = await held();
    await world.until(id, started("g1-r1-t2"));
    await world.post(`/v1/debates/${id}/pause`);
    expect((await world.post(`/v1/debates/${id}/resume`)).body).toMatchObject({ status: "running", pausing: false });
    release();
    const log = await world.finished(id);
    expect(log.some(status("paused"))).toBe(false);
    expect(log.at(-1)?.type).toBe("debate.completed");
  });

  it("pauses at once while it rests between rounds", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create(requestOf({ maxRounds: 2, roundDelayMs: 60_000 }));
    await world.until(id, (e) => e.type === "round.completed");
    await world.post(`/v1/debates/${id}/pause`);
    await world.until(id, status("paused"));
    expect((await world.post(`/v1/debates/${id}/stop`, { mode: "conclude" })).status).toBe(200);
    const log = await world.finished(id);
    expect(log.some(status("concluding"))).toBe(true);
    expect(log.at(-1)?.type).toBe("debate.completed");
  });
});

describe("stop", () => {
  it("concludes with a verdict over what there is", async () => {
    const { id, release } = await held({ maxRounds: 5 });
    await world.until(id, started("g1-r1-t2"));
    const stopping = await world.post(`/v1/debates/${id}/stop`, { reason: "enough" });
    expect(stopping.body).toMatchObject({ status: "concluding" });
    release();
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    const debate = await world.debate(id);
    expect(debate).toMatchObject({ status: "completed", round: 1 });
    expect(debate.result?.endedBy).toBe("owner");
    expect((await world.transcript(id)).turns).toHaveLength(2);
    expect(world.models.journal.map(kindOf)).toEqual(["turn", "turn", "verdict"]);
    expect(log.find(status("concluding"))).toMatchObject({ by: "stop", reason: "enough" });
  });

  it("abandons without a verdict, and ends the call in flight", async () => {
    const { id, release } = await held();
    await world.until(id, started("g1-r1-t2"));
    const stopped = await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
    expect(stopped.body).toMatchObject({ status: "cancelled", allowed: [], result: null });
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.cancelled");
    // The caller hangs up on the model: the request ends without an answer.
    await world.models.ended(2);
    release();
    expect((await world.debate(id)).status).toBe("cancelled");
    expect(world.models.journal).toHaveLength(2);
  });

  it("cancels when not one turn is whole", async () => {
    world.models.use(() => ({
      error: { status: 401, body: { error: { message: "no such key", code: "invalid_api_key" } } },
    }));
    const { id } = await world.create(requestOf());
    await world.until(id, status("error"));
    expect((await world.post(`/v1/debates/${id}/stop`)).body).toMatchObject({ status: "cancelled", result: null });
  });
});

describe("commands that are illegal now", () => {
  it("are refused with what is allowed, and change nothing", async () => {
    const { id, release } = await held();
    await world.until(id, started("g1-r1-t2"));
    const before = await world.debate(id);
    for (const command of ["resume", "retry", "start", "validate"]) {
      const refused = await world.post(`/v1/debates/${id}/${command}`);
      expect(refused.status, command).toBe(409);
      expect(refused.headers.get("content-type")).toContain("application/problem+json");
      expect(refused.body).toMatchObject({ debateStatus: "running", allowed: ["pause", "stop"] });
    }
    expect((await world.debate(id)).version).toBe(before.version);
    release();
    await world.finished(id);
    const late = await world.post(`/v1/debates/${id}/pause`);
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ debateStatus: "completed", allowed: [] });
  });

  it("are 404 for a debate that does not exist", async () => {
    expect((await world.post("/v1/debates/deb-20200101-000000-ZZZZZZ/pause")).status).toBe(404);
  });
});

describe("signals of the same names", () => {
  it("pause and resume a debate without the API", async () => {
    const { id, release } = await held();
    await world.until(id, started("g1-r1-t2"));
    await world.handle(id).signal("pause");
    release();
    await world.until(id, status("paused"));
    await world.handle(id).signal("resume");
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "turn.completed")).toHaveLength(4);
  });

  it("are logged as ignored when they are illegal, and never an error", async () => {
    const { id, release } = await held();
    await world.until(id, started("g1-r1-t2"));
    await world.handle(id).signal("resume");
    const log = await world.until(id, (e) => e.type === "command.ignored");
    expect(log.at(-1)).toMatchObject({ command: "resume", why: expect.stringContaining("running") });
    release();
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
  });
});

describe("a running debate in Temporal", () => {
  it("leaves the stored debate cancelled when its workflow is cancelled", async () => {
    const { id } = await held();
    await world.until(id, started("g1-r1-t2"));
    await world.handle(id).cancel();
    const log = await world.finished(id);
    expect(log.at(-1)).toMatchObject({ type: "debate.cancelled", status: "cancelled" });
    expect(await world.debate(id)).toMatchObject({ status: "cancelled", result: null });
    await expect(world.handle(id).result()).rejects.toThrow();
    expect((await world.handle(id).describe()).status.name).toBe("CANCELLED");
  });
});
