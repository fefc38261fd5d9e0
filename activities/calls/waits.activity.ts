/**
 * Notes beside the debate's state which turns and acts wait for their next attempt: the workflow learns of a failed attempt
 * only when the activity ends. The log has the event already, so a note that is missing loses nothing.
 */
import { log } from "@temporalio/activity";
import { troubleOf } from "../../domain/shapes/state/troubles.ts";
import type { DebateKey, Wait } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";
import type { FailureEvent } from "../base/failures.ts";
import { nameOf } from "../base/own-fault.activity-base.ts";
import type { Publication } from "./publish.ts";

/** Only participants have a status, so nothing is noted of the judge. */
export async function noteWait(
  store: Store,
  { debate, state }: Publication,
  { type, at, data }: FailureEvent,
): Promise<void> {
  const trouble = type === "turn.failed" ? troubleOf(data, at) : null;
  if (!trouble || type !== "turn.failed") return;
  const { participantId } = data;
  const { generation, round } = state;
  await note(store, debate, { id: trouble.id, wait: { ...trouble, participantId, generation, round } });
}

export function endWait(store: Store, debate: DebateKey, id: string): Promise<void> {
  return note(store, debate, { id, wait: null });
}

async function note(store: Store, debate: DebateKey, change: { id: string; wait: Wait | null }): Promise<void> {
  try {
    await store.markDebate(debate, { set: "waits", ...change });
  } catch (error) {
    log.warn("a wait was not noted", { id: change.id, error: nameOf(error) });
  }
}
