/** What a reader of OpenAI's format sees while the debate runs: each turn and ruling when it is whole. */

import type { Services } from "../../../api/base/services.ts";
import { readLog } from "../../../api/events/pages.event-api.ts";
import { follow } from "../../../api/run/follow.run-api.ts";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import { type Cast, told } from "../../../domain/show/run/told.run.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";

/** A piece of progress, in Markdown; the same events always give the same pieces. */
export async function* progressOf(
  services: Pick<Services, "store" | "debates">,
  record: DebateRecord,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  for await (const { event } of follow(services, record, { signal })) {
    const piece = pieceOf(event, record.config);
    if (piece !== null) yield piece;
  }
}

/** The pieces that there are now. */
export async function piecesSoFar({ store }: Pick<Services, "store">, record: DebateRecord): Promise<string[]> {
  const events = await readLog(store.log, keyOf(record));
  return events.flatMap((event) => pieceOf(event, record.config) ?? []);
}

function pieceOf(event: LogEvent, cast: Cast): string | null {
  const telling = told(event, cast);
  if (telling?.kind === "said") {
    const { speaker, turn } = telling;
    return `**${speaker}** · round ${turn.round}, ${turn.phase.replace("-", " ")}\n\n${turn.text.trim()}`;
  }
  if (telling?.kind === "judges" && telling.order) return `**Ballot** by ${telling.by}, ${telling.order} order`;
  const isDecision = telling?.kind === "asks" && telling.about === "decision";
  return isDecision ? "**Waiting** for a decision of the debate's owner." : null;
}
