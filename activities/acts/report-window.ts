import type { DraftEvent } from "../../domain/play/events/events.ts";
import { levelOf } from "../../domain/rules/context/context-state.ts";
import type { ActivityDeps } from "../base/deps.ts";
import type { Act, ActInput } from "../calls/attempt.ts";
import type { Composed } from "../calls/model-call.activity.ts";
import type { ActOutcome } from "../calls/outcome.activity.ts";
import { write } from "../calls/publish.ts";

interface Reporting {
  input: Pick<ActInput, "publication"> & { id: string };
  act: Act;
  call: Composed;
}

/** Reports a window that fills up. An outcome when a summary must be made before the call. */
export async function reportWindow(deps: ActivityDeps, { input, act, call }: Reporting): Promise<ActOutcome | null> {
  const { store } = deps;
  const { warning, needs } = call.fitting;
  const { debate, since, events: before, state } = input.publication;
  if (warning) {
    const event: DraftEvent = { type: "context.warning", at: deps.now().toISOString(), data: warning };
    // All attempts share this key: the warning is logged once, and again only after another summary was tried.
    const key = `${input.id}/context/${state.context?.asked ?? 0}/${levelOf(warning.use)}`;
    act.noted.push(event);
    const { head } = await store.log.append({ debate, since, events: [...before, { key, event }] });
    if (needs) return { head, events: [...act.failures, ...act.noted], needs };
  }
  if (!needs) return null;
  const { head } = await write(store, input.publication);
  return { head, events: act.failures, needs };
}
