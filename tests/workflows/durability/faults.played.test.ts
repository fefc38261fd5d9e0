import { describe, expect, it } from "vitest";
import { GOES_ON } from "../../support/eventually.ts";
import { kindOf, verdictIn } from "../../support/models/replies.ts";
import type { ModelReplyScript } from "../../support/models/server.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const inError = (e: FlatEvent) => e.type === "debate.status" && e["status"] === "error";
const KEY_FAULT: ModelReplyScript = {
  error: {
    status: 401,
    body: { error: { message: "Incorrect API key provided: sk-secret123456789.", code: "invalid_api_key" } },
  },
};

describe("a model call that fails", () => {
  it("waits out a 429 with Retry-After, and the debate completes", async () => {
    world.models.use(
      debaters(P, { turn: (_, n) => (n === 2 ? { error: { status: 429, retryAfter: 1 } } : { text: `Speech ${n}.` }) }),
    );
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    const failed = log.find((e) => e.type === "turn.failed");
    expect(failed).toMatchObject({ turnId: "g1-r1-t2", kind: "rate_limit", waitMs: 1_000, attempt: 1 });
    expect(log.find((e) => e.type === "turn.restarted")).toMatchObject({ attempt: 2, kind: "rate_limit" });
    const [, refused, again] = world.models.journal;
    expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => t.attempt)).toEqual([1, 2]);
    expect((await world.debate(id)).participants[1]).toMatchObject({ retries: 1, status: "active" });
  });

  it("is tried again after 500 and after a stream that was cut, with the earlier deltas void", async () => {
    const faulty = [{ error: { status: 500 } }, { text: "Half of a speech that never ends", cutAfterChunks: 4 }];
    world.models.use(debaters(P, { turn: (_, n) => faulty[n - 1] ?? { text: `Speech ${n}.` } }));
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    const log = await world.finished(id);
    const mine = log
      .filter((e) => e["turnId"] === "g1-r1-t1" && e.type !== "turn.delta")
      .map((e) => [e.type, e["attempt"]].filter(Boolean).join(" "));
    expect(mine).toEqual([
      "turn.started 1",
      "turn.failed 1",
      "turn.restarted 2",
      "turn.failed 2",
      "turn.restarted 3",
      "turn.completed",
    ]);
    expect(log.filter((e) => e.type === "turn.failed").map((e) => e["kind"])).toEqual(["api_error", "network"]);
    const { turns } = await world.transcript(id);
    expect(turns[0]).toMatchObject({ text: "Speech 3.", attempt: 3 });
  });

  it("puts the debate in error when its retries are used up; retry takes the same turn again and buys nothing twice", async () => {
    let healed = false;
    world.models.use((request) => {
      if (kindOf(request) === "turn" && request.model.includes("claude") && !healed) return { error: { status: 503 } };
      return debaters(P)(request);
    });
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, inError);
    const debate = await world.debate(id);
    expect(debate).toMatchObject({ status: "error", allowed: ["stop", "retry", "reset"] });
    expect(debate.error).toMatchObject({
      kind: "api_error",
      retryable: true,
      retryCount: 2,
      participantId: "p2",
      round: 1,
    });
    expect(debate.error?.suggestion.length).toBeGreaterThan(10);
    expect(world.models.journal).toHaveLength(1 + 3);
    healed = true;
    expect((await world.post(`/v1/debates/${id}/retry`)).body).toMatchObject({ status: GOES_ON, error: null });
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(world.models.journal).toHaveLength(1 + 3 + 1 + 2);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => [t.participant, t.attempt])).toEqual([
      ["Ada", 1],
      ["Ben", 4],
    ]);
  });

  it("does not retry a refused key, and names the variable to set but never the key", async () => {
    world.models.use(() => KEY_FAULT);
    const { id } = await world.create(requestOf());
    await world.until(id, inError);
    expect(world.models.journal).toHaveLength(1);
    const { error } = await world.debate(id);
    expect(error).toMatchObject({ kind: "authentication" });
    expect(`${error?.message} ${error?.suggestion}`).toContain("OPENAI_API_KEY");
    expect(JSON.stringify(await world.debate(id))).not.toContain("sk-secret");
  });

  it("may be retried until its cause is mended, and says how often it was", async () => {
    let healed = false;
    const script = debaters(P);
    world.models.use((request) => (healed ? script(request) : KEY_FAULT));
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    let after = (await world.until(id, inError)).at(-1)?.id ?? 0;
    const first = (await world.debate(id)).error;
    expect(first?.retryCount).toBe(0);
    expect(first).not.toHaveProperty("ownerRetries");
    for (const n of [1, 2, 3, 4]) {
      expect((await world.post(`/v1/debates/${id}/retry`)).status).toBe(200);
      after = (await world.until(id, inError, after)).at(-1)?.id ?? 0;
      expect((await world.debate(id)).error).toMatchObject({ retryCount: n, ownerRetries: n });
    }
    expect((await world.debate(id)).allowed).toEqual(["stop", "retry", "reset"]);
    healed = true;
    await world.post(`/v1/debates/${id}/retry`);
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
  });

  it("counts Parley's own retries and its owner's of one fault together, and another fault anew", async () => {
    let [broken, fault]: [string, ModelReplyScript] = ["claude", { error: { status: 503 } }];
    const script = debaters(P);
    world.models.use((r) => (kindOf(r) === "turn" && r.model.includes(broken) ? fault : script(r)));
    const { id } = await world.create(requestOf({ maxRounds: 2, minRounds: 2 }));
    let after = (await world.until(id, inError)).at(-1)?.id ?? 0;
    await world.post(`/v1/debates/${id}/retry`);
    after = (await world.until(id, inError, after)).at(-1)?.id ?? 0;
    // Two retries, the owner's, and two more.
    expect((await world.debate(id)).error).toMatchObject({ participantId: "p2", retryCount: 5, ownerRetries: 1 });
    [broken, fault] = ["gpt", KEY_FAULT];
    await world.post(`/v1/debates/${id}/retry`);
    await world.until(id, inError, after);
    const other = (await world.debate(id)).error;
    expect(other).toMatchObject({ participantId: "p1", round: 2, retryCount: 0 });
    expect(other).not.toHaveProperty("ownerRetries");
  });

  it("ends an error that nobody looks after as failed", async () => {
    const own = await openWorld({ durations: { errorExpiry: 300 } });
    own.models.use(() => KEY_FAULT);
    const { id } = await own.create(requestOf());
    const log = await own.finished(id);
    expect(log.at(-1)).toMatchObject({ type: "debate.failed", status: "failed" });
    expect((await own.debate(id)).status).toBe("failed");
    await own.stop();
  });

  it("keeps the other simultaneous turns when one fails", async () => {
    let healed = false;
    world.models.use((request) => {
      if (kindOf(request) === "turn" && request.model.includes("claude") && !healed) return KEY_FAULT;
      return debaters(P)(request);
    });
    const { id } = await world.create(requestOf({ maxRounds: 1, mode: "simultaneous" }));
    await world.until(id, inError);
    const { turns } = await world.transcript(id);
    expect(turns.map((t) => t.participant)).toEqual(["Ada"]);
    healed = true;
    await world.post(`/v1/debates/${id}/retry`);
    await world.finished(id);
    expect(world.models.journal.filter((e) => kindOf(e) === "turn")).toHaveLength(3);
  });
});

describe("a judge whose answer does not fit the schema", () => {
  it("is asked once more, shown what was wrong", async () => {
    let asked = 0;
    const script = debaters(P);
    world.models.use((request) => {
      if (kindOf(request) !== "assessment") return script(request);
      asked += 1;
      return asked === 1 ? { text: '{"shouldContinue": "maybe"}' } : script(request);
    });
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(log.find((e) => e.type === "judge.failed")).toMatchObject({ kind: "invalid_response", attempt: 1 });
    const [first, second] = world.models.journal.filter((e) => kindOf(e) === "assessment");
    expect(JSON.stringify(first?.messages)).not.toContain("shouldContinue must be");
    expect(JSON.stringify(second?.messages)).toContain("shouldContinue must be");
    expect((await world.debate(id)).judge?.usage.calls).toBe(3);
  });

  it("is a fault of the judge the second time: no text is ever shown as a verdict", async () => {
    const script = debaters(P);
    world.models.use((request) => (kindOf(request) === "verdict" ? { text: "Ada wins, clearly." } : script(request)));
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, (e) => e.type === "debate.status" && e["status"] === "awaiting_decision");
    await expect.poll(async () => (await world.debate(id)).status).toBe("awaiting_decision");
    const debate = await world.debate(id);
    expect(debate).toMatchObject({ pending: { decision: { kind: "judge_failure" } }, result: null });
    expect(debate.error).toMatchObject({ kind: "invalid_response", retryCount: 1 });
    world.models.use(debaters(P));
    const choice = { option: "replace", params: { model: "openai/gpt-5.5" } };
    await world.post(`/v1/debates/${id}/decisions/d1`, choice);
    await world.finished(id);
    await expect.poll(async () => verdictIn((await world.debate(id)).result)?.winner?.participant).toBe("p2");
  });
});

describe("before a debate starts", () => {
  it("goes back to configuring with its problems when the workers lack a key", async () => {
    const own = await openWorld({ lacking: ["anthropic"] });
    own.models.use(debaters(P));
    const { id } = await own.create(requestOf());
    await own.until(id, (e) => e.type === "debate.status" && e["status"] === "configuring");
    const debate = await own.debate(id);
    expect(debate).toMatchObject({ status: "configuring", allowed: ["configure", "validate", "stop"] });
    expect(debate.problems).toEqual([
      { pointer: "/participants/1/model", detail: expect.stringContaining("ANTHROPIC_API_KEY") },
    ]);
    expect(own.models.journal).toHaveLength(0);
    expect((await own.post(`/v1/debates/${id}/stop`)).body).toMatchObject({ status: "cancelled" });
    await own.stop();
  });
});
