import { beforeEach, describe, expect, it } from "vitest";
import type { CostReport } from "../../../api/base/costs.api-base.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Decision } from "../../../domain/shapes/schemas/decision.ts";
import { countTokens } from "../../../domain/shapes/tokens.shape.ts";
import { differences } from "../../soak/replayed.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();
beforeEach(() => {
  world.models.forget();
  spentUsd = 0;
});

const P = ["p1", "p2"];
const PRICE = { input: 1, output: 10 };
const MOST = { turn: 200, judge: 400 };
/** What the providers would bill, by the journal of their server. */
let spentUsd = 0;

/** Two speakers and a judge whose prices are easy to reckon with. */
function priced(changes: object = {}, speakers = 2): object {
  const { participants, ...rest } = requestOf({ maxRounds: 10, ...changes }, speakers) as { participants: object[] };
  const model = { model: "openai/priced", maxOutputTokens: MOST.turn, priceUsdPerMTok: PRICE };
  const judge = { model: { model: "openai/judge", maxOutputTokens: MOST.judge, priceUsdPerMTok: PRICE } };
  return { ...rest, participants: participants.map((p) => ({ ...p, model })), judge };
}

/** Every reply is as long as it may be, and everything is billed by what the server received. */
function dear(script: (r: ModelRequest) => ModelReplyScript = debaters(P)) {
  return (request: ModelRequest): ModelReplyScript => {
    const reply = script(request);
    if (reply.error || reply.hang) return reply;
    const received = [request.system, ...request.messages.map((m) => m.content)];
    const input = received.reduce((sum, part) => sum + countTokens(part), 0);
    const output = ["turn", "alone"].includes(kindOf(request)) ? MOST.turn : MOST.judge;
    spentUsd += (input * PRICE.input + output * PRICE.output) / 1_000_000;
    return { ...reply, usage: { input, output } };
  };
}

const ofType = (log: FlatEvent[], type: string) => log.filter((e) => e.type === type);
const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const turnsAsked = () => world.models.journal.filter((r) => kindOf(r) === "turn").length;
const costs = async (id: string) => (await world.request(`/v1/debates/${id}/costs`)).body as CostReport;

const decided = (log: FlatEvent[]) => ofType(log, "decision.made").map((e) => e["decision"] as Decision);
const json = (method: string, body: object) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
const sameNumbers = (a: unknown, b: number[]) => JSON.stringify(a) === JSON.stringify(b);
const isBen = (request: ModelRequest) =>
  kindOf(request) === "turn" && request.messages.at(-1)?.content.includes("It is your turn, Ben:") === true;

/** Awaits a status, shown by the API too. */
async function waitsIn(id: string, to: string) {
  await world.until(id, status(to));
  await expect.poll(async () => (await world.debate(id)).status).toBe(to);
  return world.debate(id);
}

describe("a debate that comes to its limit", () => {
  it.each([["sequential"], ["simultaneous"]])(
    "concludes with the money that was kept for it, and never passes it: %s turns",
    async (mode) => {
      world.models.use(dear());
      const { id, cost } = await world.create(priced({ mode, limits: { maxCostUsd: 0.06 } }));
      expect(cost).toMatchObject({ limitUsd: 0.06, totalUsd: 0 });
      const log = await world.finished(id);
      const debate = await world.debate(id);
      expect(debate).toMatchObject({ status: "completed", result: { type: "verdict", endedBy: "budget" } });
      expect(debate.result?.degraded).toMatchObject([{ code: "budget_stopped" }]);
      expect(debate.round).toBeGreaterThan(1);
      expect(debate.round).toBeLessThan(10);
      expect(ofType(log, "cost.limit")).toMatchObject([{ unit: "usd", limit: 0.06, policy: "conclude" }]);
      expect(debate.cost.totalUsd).toBeCloseTo(spentUsd, 6);
      expect(spentUsd).toBeLessThanOrEqual(0.06);
      expect(debate.cost).toMatchObject({ reservedUsd: 0 });
      expect(world.models.complaints).toEqual([]);
      expect(await differences(world, id)).toEqual([]);
    },
  );
});

describe("a control arm and an audience under a limit", () => {
  const played = async (maxCostUsd: number, changes: object) => {
    spentUsd = 0;
    const { id } = await world.create(priced({ judging: "final-only", ...changes, limits: { maxCostUsd } }));
    await world.finished(id);
    const { result, cost } = await world.debate(id);
    expect(cost.totalUsd).toBeCloseTo(spentUsd, 6);
    expect(spentUsd).toBeLessThanOrEqual(maxCostUsd);
    expect(await differences(world, id)).toEqual([]);
    if (result?.type !== "verdict") throw new Error("no verdict");
    return { ...result, lost: result.degraded.map(({ what }) => what) };
  };

  it("leaves the money for verdict and count: answers that do not fit are given up, each by name", async () => {
    world.models.use(dear());
    const armed = { controlArm: { calls: 4 }, maxRounds: 10 };
    const low = await played(0.045, armed);
    expect(low.lost.slice(0, 4)).toEqual([1, 2, 3, 4].map((n) => `answer ${n} of the control arm (openai/priced)`));
    expect([low.endedBy, low.controlArm, low.lost.length]).toEqual(["budget", undefined, 5]);
    const high = await played(0.075, armed);
    expect(high).toMatchObject({ endedBy: "budget", controlArm: { calls: 4, answered: 4, usage: { calls: 5 } } });
    expect(high.lost).toHaveLength(1);
  });

  it("reserves each vote of the audience, before and after", async () => {
    world.models.use(dear());
    const { participants } = requestOf() as { participants: object[] };
    const model = { model: "openai/priced", maxOutputTokens: MOST.turn, priceUsdPerMTok: PRICE };
    const sided = participants.map((p, i) => ({ ...p, model, side: ["for", "against"][i] }));
    const motion = {
      format: "oxford",
      maxRounds: 10,
      audience: { voters: 3, models: [{ model: "openai/judge", maxOutputTokens: MOST.judge, priceUsdPerMTok: PRICE }] },
    };
    world.models.use(dear());
    spentUsd = 0;
    const { id } = await world.create({
      ...priced({ judging: "final-only", ...motion, limits: { maxCostUsd: 0.12 } }),
      participants: sided,
    });
    await world.finished(id);
    const { result, cost } = await world.debate(id);
    expect(cost.totalUsd).toBeCloseTo(spentUsd, 6);
    expect(spentUsd).toBeLessThanOrEqual(0.12);
    expect(result).toMatchObject({ endedBy: "budget", audience: { voters: 3, counted: 3 } });
    expect(await differences(world, id)).toEqual([]);
  });
});

describe("onCostLimit: ask", () => {
  it("puts it to the owner, and with a higher limit goes on exactly where it was", async () => {
    world.models.use(dear());
    const limits = { maxCostUsd: 0.05 };
    const { id } = await world.create(priced({ maxRounds: 3, limits, policies: { onCostLimit: "ask" } }));
    const debate = await waitsIn(id, "awaiting_decision");
    if (debate.pending?.type !== "decision") throw new Error("nothing is asked");
    const { decision } = debate.pending;
    expect(decision).toMatchObject({ id: "d1", kind: "cost_limit", default: "conclude" });
    expect(decision.options.map((o) => o.id)).toEqual(["raise", "conclude", "abandon"]);
    expect(debate.cost.reservedUsd).toBeGreaterThan(0);
    const decide = (choice: object) => world.post(`/v1/debates/${id}/decisions/d1`, choice);
    expect((await decide({ option: "raise" })).body.errors).toMatchObject([{ pointer: "/params" }]);
    const low = await decide({ option: "raise", params: { maxCostUsd: 0.001 } });
    expect([low.status, low.text]).toEqual([422, expect.stringContaining("must be at least")]);
    const asked = world.models.journal.length;
    const after = await decide({ option: "raise", params: { maxCostUsd: 1 } });
    expect([after.status, after.body?.cost?.limitUsd]).toEqual([200, 1]);
    const log = await world.finished(id);
    expect(world.models.journal.length).toBeGreaterThan(asked);
    expect(turnsAsked()).toBe(6);
    expect(ofType(log, "turn.completed").map((e) => e["turnId"])).toEqual(
      [1, 2, 3].flatMap((r) => [`g1-r${r}-t1`, `g1-r${r}-t2`]),
    );
    expect(await world.debate(id)).toMatchObject({ status: "completed", degraded: [], result: { endedBy: "limit" } });
    expect(decided(log)).toMatchObject([{ made: { option: "raise", params: { maxCostUsd: 1 }, by: "owner" } }]);
  });

  it("may be to conclude, which marks the result, or to abandon it", async () => {
    world.models.use(dear());
    const body = priced({ limits: { maxCostUsd: 0.05 }, policies: { onCostLimit: "ask" } });
    const { id } = await world.create(body);
    await waitsIn(id, "awaiting_decision");
    await world.post(`/v1/debates/${id}/decisions/d1`, { option: "conclude" });
    await world.finished(id);
    expect(await world.debate(id)).toMatchObject({
      status: "completed",
      result: { type: "verdict", endedBy: "budget", degraded: [{ code: "budget_stopped" }] },
    });
    const other = await world.create(body);
    await waitsIn(other.id, "awaiting_decision");
    const { status: answered, body: after } = await world.post(`/v1/debates/${other.id}/decisions/d1`, {
      option: "abandon",
    });
    expect([answered, after.status, after.result]).toEqual([200, "cancelled", null]);
    expect((await world.finished(other.id)).at(-1)).toMatchObject({ type: "debate.cancelled" });
  });
});

describe("onCostLimit: error", () => {
  it("leaves the debate in error until its limit is changed and it is told to try again", async () => {
    world.models.use(dear());
    const limits = { maxCostUsd: 0.05 };
    const { id } = await world.create(priced({ maxRounds: 3, limits, policies: { onCostLimit: "error" } }));
    const { error } = await waitsIn(id, "error");
    expect(error).toMatchObject({ kind: "budget", retryable: true, suggestion: expect.stringContaining("PATCH") });
    const patch = (change: object) => world.request(`/v1/debates/${id}`, json("PATCH", { limits: change }));
    const refused = await patch({ maxCostUsd: 0.002 });
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ pointer: "/limits/maxCostUsd" }]]);
    expect((await patch({ maxCostUsd: 1 })).body.cost.limitUsd).toBe(1);
    expect((await world.post(`/v1/debates/${id}/retry`)).status).toBe(200);
    await world.finished(id);
    expect(await world.debate(id)).toMatchObject({ status: "completed", result: { endedBy: "limit" } });
    expect(turnsAsked()).toBe(6);
  });
});

describe("a warning", () => {
  it("comes once for a threshold, and is acknowledged over HTTP or by a signal", async () => {
    const gate = Promise.withResolvers<void>();
    const script = dear();
    world.models.use(async (request) => {
      if (kindOf(request) === "verdict") await gate.promise;
      return script(request);
    });
    const { id } = await world.create(priced({ maxRounds: 3, limits: { warnAtCostUsd: 0.005 } }));
    await world.until(id, status("concluding"));
    const warned = await world.debate(id);
    expect(warned.cost).toMatchObject({ warnAtUsd: 0.005, limitUsd: null });
    expect(warned.allowed).toContain("acknowledge");
    const warnedOf = ({ warnings }: Debate) => warnings.filter(({ code }) => code === "cost");
    const [warning] = warnedOf(warned);
    expect(warning).toMatchObject({ acknowledged: false, thresholdUsd: 0.005, limitUsd: null });
    expect(warning?.spentUsd).toBeGreaterThanOrEqual(0.005);
    expect(warning?.detail).toBe(
      `$${warning?.spentUsd} is spent, which passes the threshold of $0.005; there is no limit`,
    );
    const after = await world.post(`/v1/debates/${id}/acknowledge`);
    expect([after.status, after.body.allowed]).toEqual([200, expect.not.arrayContaining(["acknowledge"])]);
    expect(warnedOf(after.body)).toMatchObject([{ acknowledged: true, acknowledgedAt: expect.stringMatching(/Z$/) }]);
    expect((await world.post(`/v1/debates/${id}/acknowledge`)).status).toBe(409);
    const patched = await world.request(`/v1/debates/${id}`, json("PATCH", { limits: { warnAtCostUsd: 0.006 } }));
    expect(patched.body.allowed).toContain("acknowledge");
    await world.handle(id).signal("acknowledge");
    await world.until(id, (e) => e.type === "warning.acknowledged" && sameNumbers(e["thresholds"], [0.006]));
    gate.resolve();
    const log = await world.finished(id);
    expect(ofType(log, "cost.warning").map((e) => e["thresholdUsd"])).toEqual([0.005, 0.006]);
    expect(ofType(log, "warning.acknowledged").map((e) => e["thresholds"])).toEqual([[0.005], [0.006]]);
    expect(await world.debate(id)).toMatchObject({ status: "completed", degraded: [] });
  });

  it("can be acknowledged after the end, once; an export keeps it, and so does its import", async () => {
    world.models.use(dear());
    const { id } = await world.create(priced({ maxRounds: 2, limits: { warnAtCostUsd: 0.005, maxCostUsd: 5 } }));
    const log = await world.finished(id);
    expect(ofType(log, "cost.warning")).toMatchObject([{ thresholdUsd: 0.005, limitUsd: 5 }]);
    const over = await world.request(`/v1/debates/${id}`);
    expect(over.body).toMatchObject({ status: "completed", allowed: ["acknowledge"] });
    const seen = await world.post(`/v1/debates/${id}/acknowledge`);
    const warning = { code: "cost", acknowledged: true, acknowledgedAt: expect.stringMatching(/Z$/), limitUsd: 5 };
    const warnings = expect.arrayContaining([expect.objectContaining(warning)]);
    expect(seen).toMatchObject({ status: 200, body: { status: "completed", allowed: [], warnings } });
    expect(await world.debate(id)).toEqual(seen.body);
    expect((await world.request(`/v1/debates/${id}`)).headers.get("etag")).not.toBe(over.headers.get("etag"));
    expect((await world.post(`/v1/debates/${id}/acknowledge`)).status).toBe(409);

    const exported = await world.transcript(id);
    expect(exported.debate.warnings).toEqual(seen.body.warnings);
    expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
    expect((await world.post("/v1/debates/import", exported)).status).toBe(201);
    expect(await world.transcript(id)).toEqual(exported);
    expect((await world.post(`/v1/debates/${id}/acknowledge`)).status).toBe(409);
  });

  it("of a debate that was imported unseen can be acknowledged there", async () => {
    world.models.use(dear());
    const { id } = await world.create(priced({ maxRounds: 2, limits: { warnAtCostUsd: 0.005 } }));
    await world.finished(id);
    const exported = await world.transcript(id);
    await world.request(`/v1/debates/${id}`, { method: "DELETE" });
    await world.post("/v1/debates/import", exported);
    const seen = await world.post(`/v1/debates/${id}/acknowledge`);
    expect(seen).toMatchObject({ status: 200, body: { allowed: [] } });
    expect(seen.body.warnings.at(-1)).toMatchObject({ code: "cost", acknowledged: true });
  });
});

describe("limits that change while the debate runs", () => {
  it("hold from the next call on, while it is paused too, and by a signal; never below what is spent and kept", async () => {
    const gate = Promise.withResolvers<void>();
    const script = dear();
    world.models.use(async (request) => {
      if (turnsAsked() === 2) await gate.promise;
      return script(request);
    });
    const { id } = await world.create(priced({ maxRounds: 6, limits: { maxCostUsd: 5 } }));
    await world.until(id, (e) => e.type === "turn.started" && e["turnId"] === "g1-r1-t2");
    const { cost } = await world.debate(id);
    expect(cost.reservedUsd).toBeGreaterThan(0);
    const patch = (limits: object) => world.request(`/v1/debates/${id}`, json("PATCH", { limits }));
    const floor = Math.round(((cost.totalUsd ?? 0) + cost.reservedUsd) * 1_000_000) / 1_000_000;
    const low = await patch({ maxCostUsd: floor - 0.0001 });
    expect([low.status, low.body.errors]).toMatchObject([422, [{ pointer: "/limits/maxCostUsd" }]]);
    expect(low.body.errors[0].detail).toContain(String(floor));
    expect((await patch({ maxCostUsd: 0.06 })).body.cost.limitUsd).toBe(0.06);
    await world.handle(id).signal("amend", { patch: { limits: { maxCostUsd: 0.0001 } } });
    await world.until(id, (e) => e.type === "command.ignored" && String(e["why"]).includes("must be at least"));
    await world.post(`/v1/debates/${id}/pause`);
    gate.resolve();
    await waitsIn(id, "paused");
    expect((await patch({ maxCostUsd: 0.061 })).body.cost.limitUsd).toBe(0.061);
    await world.post(`/v1/debates/${id}/resume`);
    await world.finished(id);
    expect(await world.debate(id)).toMatchObject({ status: "completed", result: { endedBy: "budget" } });
    expect(spentUsd).toBeLessThanOrEqual(0.061);
  });

  it("in tokens hold as well", async () => {
    world.models.use(dear());
    const { id } = await world.create(priced({ limits: { maxTokens: 25_000 } }));
    const log = await world.finished(id);
    expect(ofType(log, "cost.limit")).toMatchObject([{ unit: "tokens", limit: 25_000 }]);
    const { usage, result, cost } = await world.debate(id);
    expect(result).toMatchObject({ type: "verdict", endedBy: "budget" });
    expect(usage.inputTokens + usage.outputTokens).toBeLessThanOrEqual(25_000);
    expect(cost).toMatchObject({ limitUsd: null, maxTokens: 25_000 });
  });
});

describe("another judge under a limit", () => {
  it("must have a price: a fallback may come with one, and one without is refused as a decision", async () => {
    const script = debaters(P);
    world.models.use(
      dear((r) => (kindOf(r) !== "turn" && r.model !== "other" ? { error: { status: 503 } } : script(r))),
    );
    const limits = { maxCostUsd: 1 };
    const body = priced({ maxRounds: 1, limits });
    const { id } = await world.create(body);
    await waitsIn(id, "awaiting_decision");
    const decide = (model: string) =>
      world.post(`/v1/debates/${id}/decisions/d1`, { option: "replace", params: { model } });
    const refused = await decide("openai/nobody-knows");
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("no known price")]);
    await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });

    const fallback = (judge: unknown) => ({
      ...body,
      policies: { onJudgeFailure: "fallback", fallbackJudges: [judge] },
    });
    const { body: problem } = await world.post("/v1/debates", fallback("openai/other"));
    expect(problem.errors).toMatchObject([{ pointer: "/policies/fallbackJudges/0" }]);
    spentUsd = 0;
    const next = await world.create(fallback({ model: "openai/other", priceUsdPerMTok: PRICE }));
    await world.finished(next.id);
    const { status: end, cost, judge } = await world.debate(next.id);
    expect([end, judge?.model]).toEqual(["completed", "openai/other"]);
    expect(cost.totalUsd).toBeCloseTo(spentUsd, 6);
    expect(cost.totalUsd).toBeGreaterThan(0);
  });
});

describe("attempts under a limit", () => {
  it("charge in full what ended unknown, apart from what is known, and nothing for what was turned down", async () => {
    let turns = 0;
    const script = debaters(P);
    world.models.use(
      dear((request) => {
        if (kindOf(request) !== "turn") return script(request);
        turns += 1;
        if (turns === 1) return { error: { status: 429, retryAfter: 0 } };
        return turns === 2 ? { text: "Cut off in the middle of it.", cutAfterChunks: 3 } : script(request);
      }),
    );
    const { id } = await world.create(priced({ maxRounds: 1, limits: { maxCostUsd: 0.2 } }));
    const log = await world.finished(id);
    expect(ofType(log, "turn.failed").map((e) => [e["kind"], e["unsettled"] ?? false])).toEqual([
      ["rate_limit", false],
      ["network", true],
    ]);
    expect(ofType(log, "attempt.unsettled")).toMatchObject([{ actId: "g1-r1-t1", attempt: 2 }]);
    const { cost } = await world.debate(id);
    const { byOutcome, total } = await costs(id);
    const unsettled = byOutcome.find((line) => line.outcome === "unsettled")?.costUsd ?? 0;
    expect(unsettled).toBeGreaterThan((MOST.turn * PRICE.output) / 1_000_000);
    expect(cost.unsettledUsd).toBe(unsettled);
    expect(cost.totalUsd).toBe(total.costUsd);
    expect((cost.totalUsd ?? 0) + unsettled).toBeGreaterThanOrEqual(spentUsd);
    expect(await differences(world, id)).toEqual([]);
    expect(byOutcome.map((line) => line.outcome).toSorted()).toEqual(["completed", "failed", "unsettled"]);
  });

  it("are two at the most for a reservation: a third is reserved again, and counts on in its retries", async () => {
    let turns = 0;
    const script = debaters(P);
    world.models.use(
      dear((request) => {
        if (kindOf(request) !== "turn") return script(request);
        turns += 1;
        return turns <= 3 ? { text: "Cut off in the middle of it.", cutAfterChunks: 3 } : script(request);
      }),
    );
    const { id } = await world.create(priced({ maxRounds: 1, limits: { maxCostUsd: 0.5 } }));
    const log = await world.finished(id);
    const failed = ofType(log, "turn.failed");
    expect(failed.map((e) => [e["attempt"], e["kind"]])).toEqual([1, 2, 3].map((n) => [n, "network"]));
    const waits = failed.map((e) => Number(e["waitMs"]));
    expect(waits[2]).toBeGreaterThan(waits[0] ?? Infinity);
    expect(ofType(log, "attempt.unsettled").map((e) => e["attempt"])).toEqual([1, 2, 3]);
    expect(ofType(log, "turn.completed").map((e) => (e["turn"] as { attempt: number }).attempt)).toEqual([4, 1]);
    expect(await world.debate(id)).toMatchObject({ status: "completed", degraded: [] });
  });

  it("end as without a limit when the retries are used up: what failed finally is told once", async () => {
    const script = debaters(["p1", "p3"]);
    world.models.use(
      dear((request) =>
        isBen(request) ? { text: "Cut off in the middle of it.", cutAfterChunks: 3 } : script(request),
      ),
    );
    const { id } = await world.create(priced({ maxRounds: 1, limits: { maxCostUsd: 0.9 } }, 3));
    const log = await world.finished(id);
    expect(ofType(log, "turn.failed").map((e) => [e["attempt"], e["waitMs"] === null])).toEqual([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]);
    expect(ofType(log, "participant.dropped")).toMatchObject([{ participantId: "p2" }]);
    expect(ofType(log, "attempt.unsettled")).toHaveLength(4);
    expect((await world.debate(id)).usage.calls).toBe(world.models.journal.length);
  });
});

describe("a pause under a limit", () => {
  it("cuts the call short at once: it is charged in full, and its turn is reserved again on resume", async () => {
    const script = dear();
    let turns = 0;
    world.models.use((request) => {
      if (kindOf(request) === "turn" && ++turns === 2) return { hang: true };
      return script(request);
    });
    const { id } = await world.create(priced({ maxRounds: 1, limits: { maxCostUsd: 0.2 } }));
    await world.models.arrived(2);
    await world.post(`/v1/debates/${id}/pause`, { when: "now" });
    const { cost } = await waitsIn(id, "paused");
    expect(cost.unsettledUsd).toBeGreaterThan((MOST.turn * PRICE.output) / 1_000_000);
    await world.post(`/v1/debates/${id}/resume`);
    const log = await world.finished(id);
    expect(ofType(log, "attempt.unsettled")).toMatchObject([{ actId: "g1-r1-t2", attempt: 1 }]);
    expect(await world.debate(id)).toMatchObject({ status: "completed", result: { endedBy: "limit" } });
  });
});

describe("a limit that makes no sense", () => {
  const refusal = async (changes: object) => {
    const { status: answered, body } = await world.post("/v1/debates", priced(changes));
    return { answered, errors: body.errors as { pointer: string; detail: string }[] };
  };

  it.each([
    ["negative", { maxCostUsd: -1 }, "/limits/maxCostUsd"],
    ["no number of tokens", { maxTokens: 0.5 }, "/limits/maxTokens"],
    ["a warning above the limit", { warnAtCostUsd: 2, maxCostUsd: 1 }, "/limits/warnAtCostUsd"],
    ["too few tokens for one judge call", { maxTokens: 1_000 }, "/limits/maxTokens"],
  ])("is refused: %s", async (_, limits, pointer) => {
    const { answered, errors } = await refusal({ limits });
    expect([answered, errors.map((e) => e.pointer)]).toEqual([422, [pointer]]);
  });

  it("below one judge call is refused with one that would do, and does", async () => {
    const { answered, errors } = await refusal({ maxRounds: 1, limits: { maxCostUsd: 0.001 } });
    expect([answered, errors.map((e) => e.pointer)]).toEqual([422, ["/limits/maxCostUsd"]]);
    const enough = Number(/([\d.]+) would do/.exec(errors[0]?.detail ?? "")?.[1]);
    world.models.use(dear());
    const { id } = await world.create(priced({ maxRounds: 1, limits: { maxCostUsd: enough } }));
    await world.finished(id);
    expect(await world.debate(id)).toMatchObject({ status: "completed", result: { endedBy: "limit" }, degraded: [] });
  });

  it("in USD needs the price of every model, which may be given", async () => {
    const judge = { model: "openai/nobody-knows" };
    const { answered, errors } = await refusal({ limits: { warnAtCostUsd: 1 } });
    expect([answered, errors]).toEqual([201, undefined]);
    const body = { ...priced({ limits: { warnAtCostUsd: 1 } }), judge };
    const unpriced = await world.post("/v1/debates", body);
    expect([unpriced.status, unpriced.body.errors]).toMatchObject([422, [{ pointer: "/judge/model" }]]);
    expect(unpriced.body.errors[0].detail).toContain("priceUsdPerMTok");
    const tokens = await world.post("/v1/debates", { ...body, limits: { maxTokens: 1_000_000 }, start: false });
    expect([tokens.status, tokens.body.problems]).toEqual([201, []]);
  });
});
