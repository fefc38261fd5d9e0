/** Debates that are over, and what is found for one. */
import { expect } from "vitest";
import type { App } from "../../../api/app.ts";
import { RESULTS } from "../../../domain/play/records/kinds.record.ts";
import type { RelatedDebates } from "../../../features/related/domain/schema.related.ts";
import { result } from "../events/debate-events.ts";
import { storeDebate, type World } from "../world.ts";

export const TOPIC = "Should cities ban cars?";
const POSITIONS = ["Streets are for people.", "A price does what a ban cannot."];

export interface Over {
  topic?: string;
  winner?: string;
  tenant?: string;
  request?: object;
  day?: number;
}

/** A debate that is over, of a month before. */
export async function storeOver(
  world: World,
  { topic = TOPIC, winner = "p1", tenant = "default", request = {}, day = 1 }: Over = {},
) {
  const participants = POSITIONS.map((position, i) => ({ name: `N${i}`, model: "openai/gpt-5.5", position }));
  const at = new Date(Date.UTC(2026, 9, day));
  const { id, state } = await storeDebate(world.store, {
    tenant,
    at,
    request: { topic, participants, ...request },
    state: {
      status: "completed",
      completedAt: at.toISOString(),
      result: { type: "verdict", winner, scores: {} },
    },
  });
  const ruled = result();
  const verdict = { ...ruled.verdict, winner: { participant: winner, reasoning: "better evidence" } };
  await world.store.records.put({ tenant, debateId: id }, RESULTS, { ...ruled, verdict }, state);
  return id;
}

export async function relatedTo(app: App, id: string, query = ""): Promise<RelatedDebates> {
  const response = await app.request(`/v1/debates/${id}/related${query}`);
  expect(response.status).toBe(200);
  return (await response.json()) as RelatedDebates;
}
