/**
 * Position changes since the previous round (docs/design/debate.md#113-judging). The judge reports them, the code
 * checks the ids. A change without a cause is a known failure of debates between models: drifting to the majority. A
 * position that was to be held is another thing than one that was open: only the first fails its part by moving.
 */

import { mayMove } from "../../rules/positions/open.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Flip } from "../../shapes/schemas/assessment.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";

export interface PositionChange {
  participant: string;
  changed: boolean;
  /** Both positions, summarised. */
  from: string | null;
  to: string | null;
  /** Id of a turn or an exhibit. */
  cause: string | null;
}

/** Only changes. A speaker's own turn does not count as a cause. */
export function flipsOf(
  positions: PositionChange[],
  {
    config,
    turns,
  }: { config: Pick<DebateConfig, "format" | "participants">; turns: Pick<Turn, "id" | "participantId">[] },
): Flip[] {
  return positions.flatMap(({ participant, changed, from, to, cause }) => {
    if (!changed) return [];
    const isOwn = turns.some((turn) => turn.id === cause && turn.participantId === participant);
    const prompted = cause !== null && !isOwn;
    const speaker = config.participants.find(({ id }) => id === participant);
    const position = mayMove(config, speaker ?? {}) ? ("open" as const) : ("held" as const);
    return [{ participant, from: from ?? "", to: to ?? "", cause, prompted, position }];
  });
}

interface Known {
  /** Ids of the participants to cover. */
  active: string[];
  /** Ids of turns and exhibits, as the judge was shown them. */
  causes: string[];
}

/** Faults of a reply's `positions`; none if it has no positions. */
export function positionFaults(raw: unknown, { active, causes }: Known): string[] {
  const list = (raw as { positions?: unknown } | null)?.positions;
  if (!Array.isArray(list)) return [];
  const entries = list as (Partial<PositionChange> | null)[];
  const missing = active.flatMap((id) => {
    const count = entries.filter((entry) => entry?.participant === id).length;
    return count === 1 ? [] : [`Participant ${id} stands ${count} times in positions, not once.`];
  });
  return [...missing, ...entries.flatMap((entry, i) => changeFaults(entry, `positions[${i}]`, causes))];
}

function changeFaults(entry: Partial<PositionChange> | null, at: string, causes: string[]): string[] {
  if (entry?.changed !== true) return [];
  const { from, to, cause } = entry;
  const isUnsaid = !from?.trim() || !to?.trim();
  const isStrange = typeof cause === "string" && !causes.includes(cause);
  return [
    ...(isUnsaid ? [`${at} has changed, so from and to must say both positions.`] : []),
    ...(isStrange ? [`${at}.cause must be one turn's id, one exhibit's number or null, not "${cause}".`] : []),
  ];
}
