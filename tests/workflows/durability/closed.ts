/** Debates whose workflows are closed from outside. */
import { expect } from "vitest";
import { type FlatEvent, requestOf, type World } from "../../support/world.ts";

const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;

/** A debate that rests between its rounds, with two turns whole. */
export async function resting(on: World): Promise<string> {
  const { id } = await on.create(requestOf({ maxRounds: 2, roundDelayMs: 600_000 }));
  await on.until(id, (e) => e.type === "round.completed");
  await on.post(`/v1/debates/${id}/pause`);
  await on.until(id, status("paused"));
  return id;
}

export async function requireEnded(on: World, id: string, reason: string): Promise<void> {
  const log = await on.finished(id);
  expect(log.slice(-2)).toMatchObject([
    { type: "debate.status", status: "cancelled", by: "cancelledFromOutside", reason },
    { type: "debate.cancelled", status: "cancelled", reason },
  ]);
  expect(log.filter((e) => e.type === "debate.cancelled")).toHaveLength(1);
  const { body } = await on.request("/v1/debates?status=cancelled&limit=100");
  expect(body.items.map((item: { id: string }) => item.id)).toContain(id);
}
