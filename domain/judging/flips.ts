/**
 * Whose position changed since the round before, and by what (spec §1.13). The judge is asked; the code checks whom and
 * what it names. A change without a cause is the known failure of debates between models: drifting to the majority.
 */
import type { Flip } from "../schemas/assessment.ts";
import type { Turn } from "../schemas/turn.ts";

/** What the judge says of one participant. */
export interface PositionChange {
  participant: string;
  changed: boolean;
  /** Both positions in brief. */
  from: string | null;
  to: string | null;
  /** A turn's or an exhibit's id. */
  cause: string | null;
}

/** Only those that changed. Nobody is prompted by a turn of their own. */
export function flipsOf(positions: PositionChange[], turns: Pick<Turn, "id" | "participantId">[]): Flip[] {
  return positions.flatMap(({ participant, changed, from, to, cause }) => {
    if (!changed) return [];
    const isOwn = turns.some((turn) => turn.id === cause && turn.participantId === participant);
    return [{ participant, from: from ?? "", to: to ?? "", cause, prompted: cause !== null && !isOwn }];
  });
}

interface Known {
  /** Ids of those to speak of. */
  active: string[];
  /** Ids that a cause may be: turns and exhibits as the judge was shown them. */
  causes: string[];
}

/** What is wrong with an answer's `positions`, as sentences; nothing where it has none. */
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
