import { describe, expect, it } from "vitest";
import { unwritten } from "../../../domain/play/beginning/orphans.beginning.ts";
import { reduceLog } from "../../../domain/play/state/reduce.ts";
import { useWorld } from "../../support/use-world.ts";
import { type FlatEvent, requestOf } from "../../support/world.ts";
import { ben, failedOnce, failingOnce } from "./failing-once.ts";

const world = await useWorld();

const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;

/** The stored participants are those that the log makes. */
async function requireFolded(id: string): Promise<void> {
  const key = { tenant: "default", debateId: id };
  const record = await world.store.getDebate(key);
  const { events } = await world.store.log.read({ debate: key, after: 0, limit: 1_000 });
  const folded = record && reduceLog(unwritten(key, record.config), events);
  expect(folded?.participants).toEqual(record?.state.participants);
}

describe("a participant's status", () => {
  it("is rate_limited while it waits for its provider, until a pause ends the wait", async () => {
    failingOnce(world, { error: { status: 429, retryAfter: 60 } });
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    const log = await world.until(id, failedOnce);
    expect(log.at(-1)).toMatchObject({ kind: "rate_limit", waitMs: 60_000, attempt: 1, attempts: 6 });
    const statusUntil = new Date(Date.parse(log.at(-1)?.at ?? "") + 60_000).toISOString();
    const waiting = { status: "rate_limited", statusUntil, attempt: 2, attempts: 6 };
    await expect.poll(() => ben(world, id)).toMatchObject(waiting);
    const before = await world.request(`/v1/debates/${id}`);
    await world.post(`/v1/debates/${id}/pause`, { when: "now" });
    await world.until(id, status("paused"));
    await expect.poll(() => ben(world, id)).toMatchObject({ status: "active" });
    expect(await ben(world, id)).not.toHaveProperty("statusUntil");
    expect((await world.request(`/v1/debates/${id}`)).headers.get("etag")).not.toBe(before.headers.get("etag"));
    await world.post(`/v1/debates/${id}/resume`);
    await world.finished(id);
    await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
    expect(await ben(world, id)).toMatchObject({ status: "active" });
    await requireFolded(id);
  });

  it("wakes a reader who waits for a change", async () => {
    failingOnce(world, { error: { status: 503, retryAfter: 60, body: { error: { message: "overloaded" } } } });
    const { id } = await world.create(requestOf({ maxRounds: 1 }));
    await world.until(id, (e) => e.type === "turn.started" && e["participantId"] === "p2");
    let seen = await world.request(`/v1/debates/${id}`);
    while (seen.body.participants[1].status !== "error") {
      const known = { "if-none-match": seen.headers.get("etag") ?? "" };
      seen = await world.request(`/v1/debates/${id}?wait=30`, { headers: known });
      expect(seen.status).toBe(200);
    }
    expect(seen.body.participants[1]).toMatchObject({ status: "error", attempt: 2, attempts: 3 });
    await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
    await world.finished(id);
    expect(await ben(world, id)).toMatchObject({ status: "active" });
  });

  it("is context_exceeded while its owner is asked what to do", async () => {
    const message = "prompt is too long: 210000 tokens > 200000 maximum";
    failingOnce(world, { error: { status: 400, body: { error: { message, type: "invalid_request_error" } } } }, 2);
    const { id } = await world.create(requestOf({ maxRounds: 2, policies: { onContextOverflow: "ask" } }));
    await world.until(id, status("awaiting_decision"));
    await expect.poll(() => ben(world, id)).toMatchObject({ status: "context_exceeded" });
    expect(await ben(world, id)).not.toHaveProperty("statusUntil");
    await world.post(`/v1/debates/${id}/decisions/d1`, { option: "end" });
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
    expect(await ben(world, id)).toMatchObject({ status: "failed" });
    await requireFolded(id);
  });
});
