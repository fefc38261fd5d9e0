/** Debates that wait for a decision, for the tests of decisions. */
import { expect } from "vitest";
import type { Decision } from "../../../domain/shapes/schemas/decision.ts";
import { kindOf } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { debaters, type FlatEvent, type World } from "../../support/world.ts";

export const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
export const isTurn = (request: ModelRequest) => kindOf(request) === "turn";
export const isSpeaker = (request: ModelRequest) => isTurn(request) && request.model.includes("claude");
export const ASK = { onParticipantFailure: "ask" };
export const decided = (log: FlatEvent[]) =>
  log.filter((e) => e.type === "decision.made").map((e) => e["decision"] as Decision);

/** A debate whose model is down until `heal` is called, waiting for a decision. */
export async function asked(on: World, body: object, options: { isDown: (r: ModelRequest) => boolean; ids: string[] }) {
  let down = true;
  const script = debaters(options.ids);
  on.models.use((request) => (down && options.isDown(request) ? { error: { status: 503 } } : script(request)));
  const { id } = await on.create(body);
  await on.until(id, status("awaiting_decision"));
  await expect.poll(async () => (await on.debate(id)).status).toBe("awaiting_decision");
  const { pending } = await on.debate(id);
  if (pending?.type !== "decision") throw new Error("nothing is asked");
  const { decision } = pending;
  const decide = (choice: object, decisionId = decision.id) =>
    on.post(`/v1/debates/${id}/decisions/${decisionId}`, choice);
  return { id, decision, decide, heal: () => void (down = false) };
}
export const speakerDown = { isDown: isSpeaker, ids: ["p1", "p3"] };
