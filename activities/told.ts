/** The last event of an act: whole in the log, in brief to the workflow, with a line for Temporal's UI. */
import type { DraftEvent, EventPayloads, EventType } from "../domain/events.ts";
import { preview } from "../domain/text.ts";
import { type Act, type ActInput, persistently } from "./act.ts";
import type { ActivityDeps } from "./index.ts";
import type { ActOutcome } from "./take-turn.ts";

/** Characters of an act's text in Temporal's history. */
export const PREVIEW = 280;

export interface Telling {
  input: Pick<ActInput, "publication"> & { id: string };
  act: Pick<Act, "signal" | "failures"> & Partial<Pick<Act, "noted">>;
}

interface LastEvent<T extends EventType> {
  type: T;
  at: string;
  whole: EventPayloads[T];
  /** Left out: as it stands in the log. */
  brief?: EventPayloads[T];
  said: string;
}

/** Written under a key that all attempts share: whoever comes second finds it there. */
export async function told<T extends EventType>(
  { store }: Pick<ActivityDeps, "store">,
  { input, act }: Telling,
  { type, at, whole, brief = whole, said }: LastEvent<T>,
): Promise<ActOutcome> {
  const { debate, since, events: before } = input.publication;
  const event = { type, at, data: whole } as DraftEvent;
  // With what was to stand before it: an append skips what is there already.
  const events = [...before, { key: `${input.id}/completed`, event }];
  const { head } = await persistently(act.signal, () => store.log.append({ debate, since, events }));
  const { failures, noted = [] } = act;
  return {
    head,
    events: [...failures, ...noted, { type, at, data: brief } as DraftEvent],
    preview: preview(said, PREVIEW),
  };
}
