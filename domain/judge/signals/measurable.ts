/** Which turns can repeat others. Workflows import it, so it stands apart from what measures. */

import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";

/** Answers given alone have nothing to repeat, and a synthesis is made of what others said. */
export function isMeasurable(turn: Pick<Turn, "phase" | "status">): boolean {
  return turn.status === "whole" && isSpoken(turn) && turn.phase !== "synthesis";
}
