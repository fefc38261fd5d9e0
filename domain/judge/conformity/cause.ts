/** What a change of stance is owed to, by the id that a private answer names. */
import type { CauseKind } from "../../shapes/schemas/poll.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";

/** `turns`: those that exist. Any other id is an exhibit's: unknown ones were refused when the answer was read. */
export function causeKind(
  cause: string | null,
  { participantId, turns }: { participantId: string; turns: Pick<Turn, "id" | "participantId">[] },
): CauseKind | null {
  if (cause === null) return null;
  const turn = turns.find(({ id }) => id === cause);
  if (!turn) return "exhibit";
  return turn.participantId === participantId ? "own" : "turn";
}

/** A turn of somebody else, or an exhibit. */
export function isOutside(kind: CauseKind | null): boolean {
  return kind === "turn" || kind === "exhibit";
}
