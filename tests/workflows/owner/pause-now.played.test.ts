import { describe, expect, it } from "vitest";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
/** The slow reply takes over 100 seconds. */
const BITES_MS = 30_000;
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const interrupted = (e: FlatEvent) => e["kind"] === "interrupted" && e.type.endsWith(".failed");
const delta = (turnId: string) => (e: FlatEvent) => e.type === "turn.delta" && e["turnId"] === turnId;

/** So slow that only a pause ends it in time. */
const slowly: ModelReplyScript = { text: "word ".repeat(2_000), profile: { tps: 20, chunkSize: 5 } };

/** Says the first call that `isMeant` slowly, and all others at once. */
function firstSlow(isMeant: (request: ModelRequest) => boolean, script = debaters(P)): void {
  let met = false;
  world.models.use((request) => {
    if (met || !isMeant(request)) return script(request);
    met = true;
    return slowly;
  });
}

/** Pauses now, and gives what was in the log when the debate was paused. */
async function pausedNow(id: string): Promise<FlatEvent[]> {
  const since = performance.now();
  const answer = await world.post(`/v1/debates/${id}/pause`, { when: "now" });
  expect(answer.status).toBe(200);
  const log = await world.until(id, status("paused"));
  expect(performance.now() - since).toBeLessThan(BITES_MS);
  return log;
}

async function resumed(id: string): Promise<FlatEvent[]> {
  await world.post(`/v1/debates/${id}/resume`);
  return world.finished(id);
}

/** The stored state has spent what the log says was spent. */
async function requireEvenAccounts(id: string): Promise<void> {
  const [debate, { body: costs }] = await Promise.all([world.debate(id), world.request(`/v1/debates/${id}/costs`)]);
  expect(costs.total.usage).toEqual(debate.usage);
}

describe("pause with when: now", () => {
  it("cuts a turn short in the middle of its stream, and takes it again on resume as a further attempt", async () => {
    firstSlow((request) => kindOf(request) === "turn" && request.model.includes("claude"));
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, delta("g1-r1-t2"));
    const log = await pausedNow(id);
    await world.models.ended(2);
    expect(log.find(interrupted)).toMatchObject({ turnId: "g1-r1-t2", attempt: 1, waitMs: null });
    // Anthropic says at the start of a stream how many tokens came in.
    expect(log.find(interrupted)?.["usage"]).toMatchObject({ calls: 1, inputTokens: 100 });
    expect(await world.debate(id)).toMatchObject({ status: "paused", round: 1, pausing: false });
    const whole = await resumed(id);
    expect(whole.filter((e) => e.type === "turn.restarted")).toMatchObject([
      { turnId: "g1-r1-t2", attempt: 2, kind: "interrupted" },
    ]);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => [t.id, t.attempt])).toEqual([
      ["g1-r1-t1", 1],
      ["g1-r1-t2", 2],
    ]);
    expect(world.models.journal.map(kindOf)).toEqual(["turn", "turn", "turn", "assessment", "verdict"]);
    await requireEvenAccounts(id);
  });

  it("cuts all turns of a simultaneous round short and buys nothing again that was whole", async () => {
    const script = debaters(["p1", "p2", "p3"]);
    world.models.use((request) => (world.models.journal[0] === request ? script(request) : slowly));
    const { id } = await world.create(requestOf({ maxRounds: 1, mode: "simultaneous" }, 3));
    await world.until(id, (e) => e.type === "turn.completed");
    world.models.use(script);
    const log = await pausedNow(id);
    const whole = log.filter((e) => e.type === "turn.completed").map((e) => e["turnId"]);
    const cut = log.filter(interrupted).map((e) => e["turnId"]);
    expect(new Set([...whole, ...cut])).toEqual(new Set(["g1-r1-t1", "g1-r1-t2", "g1-r1-t3"]));
    const ended = await resumed(id);
    expect(ended.filter((e) => e.type === "turn.restarted").map((e) => e["turnId"])).toEqual(
      expect.arrayContaining(cut),
    );
    expect(world.models.journal.filter((r) => kindOf(r) === "turn")).toHaveLength(3 + cut.length);
    await requireEvenAccounts(id);
  });

  it.each(["assessment", "verdict"])("cuts the judge's %s short and asks for it again", async (kind) => {
    firstSlow((request) => kindOf(request) === kind);
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.models.arrived(kind === "assessment" ? 3 : 4);
    const log = await pausedNow(id);
    expect(log.filter(interrupted)).toMatchObject([{ type: "judge.failed", attempt: 1 }]);
    expect((await resumed(id)).at(-1)?.type).toBe("debate.completed");
    expect(world.models.journal.filter((r) => kindOf(r) === kind)).toHaveLength(2);
    expect(world.models.journal.filter((r) => kindOf(r) === "turn")).toHaveLength(2);
    await requireEvenAccounts(id);
  });

  it("cuts the collection of questions short, and asks only whom it had not heard", async () => {
    firstSlow((request) => kindOf(request) === "questions" && request.model.includes("claude"));
    const { id } = await world.create(requestOf({ maxRounds: 1, clarifications: { enabled: true } }));
    await world.until(id, (e) => e.type === "clarification.collected");
    await world.models.arrived(2);
    const log = await pausedNow(id);
    expect(log.filter(interrupted)).toMatchObject([{ type: "turn.failed", phase: "collecting", participantId: "p2" }]);
    expect((await resumed(id)).at(-1)?.type).toBe("debate.completed");
    expect(world.models.journal.filter((r) => kindOf(r) === "questions")).toHaveLength(3);
    await requireEvenAccounts(id);
  });

  it("cuts the assignment of positions short, also when it is resumed before the call has ended", async () => {
    firstSlow((request) => kindOf(request) === "positions");
    const request = requestOf({ maxRounds: 1 }) as { participants: { position?: string }[] };
    for (const p of request.participants) delete p.position;
    const { id } = await world.create(request);
    await world.models.arrived(1);
    await world.post(`/v1/debates/${id}/pause`, { when: "now" });
    const log = await resumed(id);
    expect(log.filter((e) => e.type === "positions.assigned")).toHaveLength(1);
    expect(world.models.journal.filter((r) => kindOf(r) === "positions")).toHaveLength(2);
    expect(log.at(-1)?.type).toBe("debate.completed");
  });

  it("ends the wait for another attempt, which then keeps its number", async () => {
    const script = debaters(P);
    const overloaded = { error: { status: 503, retryAfter: 60, body: { error: { message: "overloaded" } } } };
    world.models.use((request) => (world.models.journal.length === 1 ? overloaded : script(request)));
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, (e) => e.type === "turn.failed");
    await pausedNow(id);
    const log = await resumed(id);
    expect(log.filter((e) => e.type === "turn.restarted")).toMatchObject([{ turnId: "g1-r1-t1", attempt: 2 }]);
    expect((await world.transcript(id)).turns[0]).toMatchObject({ id: "g1-r1-t1", attempt: 2 });
    await requireEvenAccounts(id);
  });

  it("is a signal too", async () => {
    firstSlow((request) => kindOf(request) === "turn");
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, delta("g1-r1-t1"));
    await world.handle(id).signal("pause", { when: "now" });
    const log = await world.until(id, status("paused"));
    expect(log.some(interrupted)).toBe(true);
    expect((await resumed(id)).at(-1)?.type).toBe("debate.completed");
  });
});
