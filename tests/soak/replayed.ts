/** Whether a stored debate is what its log makes of it, and the log is whole. */
import { isDeepStrictEqual } from "node:util";
import { planOf } from "../../domain/play/beginning/create-plan.ts";
import { isTerminalEvent } from "../../domain/play/events/events.ts";
import { reduceLog } from "../../domain/play/state/reduce.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import { SHORT } from "../support/random/plans.ts";
import { lookAgain } from "../support/waits.ts";
import type { World } from "../support/world.ts";

const SETTLE_MS = 5_000;

/** Each as a sentence; none when all is well. The log and META are two writes, so both get a moment. */
export async function differences(world: World, debateId: string): Promise<string[]> {
  const until = Date.now() + SETTLE_MS;
  for (;;) {
    const found = await differencesNow(world, debateId);
    if (found.length === 0 || Date.now() > until) return found;
    await lookAgain(100);
  }
}

async function differencesNow({ store }: World, debateId: string): Promise<string[]> {
  const key = { tenant: "default", debateId };
  const { events } = await store.log.read({ debate: key, after: 0, limit: 100_000 });
  const record = await store.getDebate(key);
  const config = await store.getConfig(key);
  if (!record || !config) return ["it is not there"];
  const plan = planOf({ tenant: "default", debateId, config, durations: SHORT, continueAfterEvents: 1_000 });
  const replayed = reduceLog(initialState(plan), events);
  const turns = events.flatMap((e) => (e.type === "turn.completed" ? [e.data.turn.id] : []));
  return [
    ...(events.every(({ id }, i) => id === i + 1) ? [] : ["its log has a gap or a repeat"]),
    ...(isTerminalEvent(events.at(-1)?.type ?? "") ? [] : ["its log does not end with the terminal event"]),
    ...(new Set(turns).size === turns.length ? [] : ["a turn stands twice in its log"]),
    ...fieldsThatDiffer(replayed, record.state).map(
      (field) => `${field} is ${shown(record.state[field])}, and ${shown(replayed[field])} by its log`,
    ),
  ];
}

/** META keeps no assessments: they have items of their own. */
function fieldsThatDiffer(replayed: DebateState, stored: DebateState): (keyof DebateState)[] {
  const plain = (state: DebateState) => JSON.parse(JSON.stringify({ ...state, assessments: [] })) as DebateState;
  const [a, b] = [plain(replayed), plain(stored)];
  const fields = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof DebateState)[];
  return fields.filter((field) => !isDeepStrictEqual(a[field], b[field]));
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 300);
}
