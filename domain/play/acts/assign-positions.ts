/** The judge's model finds the missing positions, all in one call. */

import {
  buildPositionsPrompt,
  type PositionsReading,
  readPositions,
} from "../../prompts/speaker/positions.speaker-prompt.ts";
import { defaultDiversity, type StoredPositions, unplaced } from "../../rules/positions/assigned-positions.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { AssignedPosition } from "../../shapes/schemas/positions.schema.ts";
import { eventOf, FREE } from "../assumptions/assumed.ts";
import { POSITIONS } from "../records/kinds.record.ts";
import { defineAct, unnumbered } from "./act.ts";

/** Positions need variety. */
export const POSITIONS_TEMPERATURE = 0.9;

export const assignPositions = defineAct({
  name: "assignPositions",
  reads: () => "configuration",
  temperature: POSITIONS_TEMPERATURE,
  prompt: ({ config, ...shown }) => {
    const diversity = config.diversity ?? defaultDiversity(config.participants.length);
    const { topic, context, language, fenceKey } = config;
    return buildPositionsPrompt({ ...shown, topic, context, language, fenceKey, diversity, ...seatsOf(config) });
  },
  read: (text, { config }) => readPositions(text, seatsOf(config)),
  kind: POSITIONS,
  make: ({ value, scene: { config }, bill }): StoredPositions => ({
    positions: placed(config, value),
    reasoning: value.reasoning,
    ...unnumbered(bill),
  }),
  event: ({ at, ...data }) => ({ type: "positions.assigned", at, data }),
  said: ({ positions }) => positions.map(({ position }) => position).join(" · "),
  assumed: {
    tokens: ({ participants }) => 80 + 200 * participants.length,
    events: () => [eventOf("positions.assigned", { positions: [], reasoning: "", ...FREE, latencyMs: 0 })],
  },
});

/** Who needs a position, or only a persona, and the positions of the others. */
function seatsOf(config: DebateConfig) {
  const missing = unplaced(config);
  const seats = missing.map(({ name, side, position }) => ({ name, ...(side && { fixed: position }) }));
  return { seats, given: config.participants.filter((p) => !missing.includes(p)) };
}

/** All positions, in the order of the request. Sides, and what the owner gave, do not change. */
function placed(config: DebateConfig, { positions }: PositionsReading): AssignedPosition[] {
  const missing = unplaced(config);
  return config.participants.map((p) => {
    const found = positions[missing.findIndex(({ id }) => id === p.id)];
    const kept = { participantId: p.id, position: p.position, ...(p.persona && { persona: p.persona }) };
    if (!found) return { ...kept, source: p.positionSource };
    const { position, persona, keyArguments } = found;
    const person = { persona: p.persona ?? persona, keyArguments };
    return { ...kept, ...person, ...(p.side ? { source: "plain" } : { position, source: "assigned" }) };
  });
}
