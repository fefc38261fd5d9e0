/** Positions for a topic, without a debate: what the model is asked. */

import type { Diversity } from "../../shapes/schemas/positions.schema.ts";
import { buildPositionsPrompt } from "./positions.speaker-prompt.ts";

/** Tokens: enough for eight positions, and for a model that thinks first. */
export const POSITIONS_OUTPUT = 8_192;

interface Wanted {
  topic: string;
  context?: string | undefined;
  language?: string | undefined;
  count: number;
  diversity: Diversity;
  fenceKey?: string | undefined;
  faults?: string[];
}

export function positionsPrompt(wanted: Wanted) {
  const { topic, context, language, diversity, fenceKey, faults } = wanted;
  const about = { topic, context, language, diversity, fenceKey, ...(faults && { faults }) };
  return buildPositionsPrompt({ ...about, seats: seatsOf(wanted), given: [] });
}

export function seatsOf({ count }: Pick<Wanted, "count">): object[] {
  return Array.from({ length: count }, () => ({}));
}
