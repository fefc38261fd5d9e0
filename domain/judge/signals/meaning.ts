import type { Turn } from "../../shapes/schemas/turn.schema.ts";

/** Stored with a turn until it is compared by meaning, so that a lost comparison says what it is. */
export const UNCOMPARED = "the comparison was cut short";

export function isUncompared({ embedding }: Pick<Turn, "embedding">): boolean {
  return embedding?.failure === UNCOMPARED;
}
