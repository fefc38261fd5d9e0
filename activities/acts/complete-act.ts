/** The last event of an act: whole in the log, in brief to the workflow, with a line for Temporal's UI. */

import { preview } from "../../domain/base/text/text.ts";
import { toBrief } from "../../domain/play/events/brief.events.ts";
import type { DraftEvent } from "../../domain/play/events/events.ts";
import type { KeyedEvent } from "../../store/port/log.port.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { type Act, type ActInput, untilStored } from "../calls/attempt.ts";
import type { ActOutcome } from "../calls/outcome.activity.ts";

/** Characters of an act's text in Temporal's history. */
export const PREVIEW = 280;

interface Completing {
  input: Pick<ActInput, "publication"> & { id: string };
  act: Pick<Act, "signal"> & Partial<Pick<Act, "failures" | "noted">>;
}

/**
 * `said`: a line about the act; `last`: what stands in the log right before the event. All attempts share the event's key, so
 * a retry does not duplicate it.
 */
export async function completeAct(
  { store }: Pick<ActivityDeps, "store">,
  { input, act }: Completing,
  { event, said, last = null }: { event: DraftEvent; said: string; last?: KeyedEvent | null },
): Promise<ActOutcome> {
  const { debate, since, events: before } = input.publication;
  // An append skips what the log has already.
  const key = `${input.id}/completed`;
  const events = [...before, ...(last ? [{ ...last, before: key }] : []), { key, event }];
  const { head } = await untilStored(act.signal, () => store.log.append({ debate, since, events }));
  const { failures = [], noted = [] } = act;
  return { head, events: [...failures, ...noted, toBrief(event)], preview: preview(said, PREVIEW) };
}
