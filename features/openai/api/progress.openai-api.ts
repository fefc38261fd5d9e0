/** What a reader of OpenAI's format sees while the debate runs: each turn and ruling when it is whole. */

import type { Services } from "../../../api/base/services.ts";
import { readLog } from "../../../api/events/pages.event-api.ts";
import { readAtEnd } from "../../../api/events/wait-for-end.ts";
import { isTerminalEvent, type LogEvent } from "../../../domain/play/events/events.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { DebateKey, DebateRecord } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";

/** A piece of progress, in Markdown; the same events always give the same pieces. */
export async function* progressOf(
  { store }: Pick<Services, "store">,
  record: DebateRecord,
  signal: AbortSignal,
): AsyncGenerator<string, "over" | "left"> {
  const debate = keyOf(record);
  for await (const event of store.log.follow({ debate, after: 0, signal })) {
    const piece = pieceOf(event, record.config);
    if (piece !== null) yield piece;
    if (await restAt(store, debate, event)) return "over";
  }
  return "left";
}

/** The debate as it is stored where it rests; null: it is erased, or was not stored in time. */
type Rest = { record: DebateRecord | null };

/** The event ends the debate, or stops it by a fault that its owner has not had tried again; the stored debate shows it. null: neither. */
export async function restAt(store: Services["store"], debate: DebateKey, event: LogEvent): Promise<Rest | null> {
  if (isTerminalEvent(event.type)) return (await readAtEnd(store, debate)) ?? { record: null };
  const isFault = event.type === "debate.status" && event.data.status === "error";
  return isFault ? readAtEnd(store, debate, "error") : null;
}

/** The pieces that there are now. */
export async function piecesSoFar({ store }: Pick<Services, "store">, record: DebateRecord): Promise<string[]> {
  const events = await readLog(store.log, keyOf(record));
  return events.flatMap((event) => pieceOf(event, record.config) ?? []);
}

function pieceOf(event: LogEvent, { participants }: DebateConfig): string | null {
  switch (event.type) {
    case "turn.completed": {
      const { turn, round, phase } = event.data;
      const name = participants.find(({ id }) => id === turn.participantId)?.name ?? turn.participantId;
      return `**${name}** · round ${round}, ${phase.replace("-", " ")}\n\n${turn.text.trim()}`;
    }
    case "ballot.completed":
      return `**Ballot** by ${event.data.ballot.judge}, ${event.data.ballot.order} order`;
    case "decision.requested":
      return "**Waiting** for a decision of the debate's owner.";
    default:
      return null;
  }
}
