/** Positions of participants: given, plain, or assigned by a model where they are missing. */

import type { DebateConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import type { AssignedPosition, Diversity } from "../../shapes/schemas/positions.schema.ts";
import type { Bill } from "../../shapes/schemas/spend.schema.ts";
import { protocolOf } from "../protocols/registry.protocol.ts";

/** Positions of participants without a given or assigned one: for, against, then independent. */
const PLAIN = {
  for: "Argues for the proposition: yes.",
  against: "Argues against the proposition: no.",
  neutral: "Takes no side beforehand: weighs the arguments independently and says where they lead.",
};

export function plainPosition(index: number, side?: keyof typeof PLAIN): string {
  if (side) return PLAIN[side];
  return index === 0 ? PLAIN.for : index === 1 ? PLAIN.against : PLAIN.neutral;
}

/** Opposed positions for two participants, different angles for more. */
export function defaultDiversity(count: number): Diversity {
  return count === 2 ? "binary" : "multi-perspective";
}

/** A stored assignment; a debate has at most one. */
export interface StoredPositions extends Omit<Bill, "attempt"> {
  positions: AssignedPosition[];
  reasoning: string;
}

/**
 * Participants who need a position or, if their side is given, a persona. Formats without sides, or with a position for
 * all, assign none.
 */
export function unplaced(config: Pick<DebateConfig, "format" | "participants">): ParticipantConfig[] {
  const { field, position } = protocolOf(config).seats;
  if (field !== "side" || position !== undefined) return [];
  return config.participants.filter((p) => p.positionSource === "plain" && (!p.side || !p.persona));
}

/** The configuration with the assigned positions. Sides, positions and personas from the owner do not change. */
export function withPositions(config: DebateConfig, { positions }: Pick<StoredPositions, "positions">): DebateConfig {
  const participants = config.participants.map((p) => {
    const assigned = positions.find(({ participantId }) => participantId === p.id);
    if (!assigned || assigned.source === "given") return p;
    const { position, persona, source, keyArguments } = assigned;
    return {
      ...p,
      position,
      positionSource: source,
      ...(persona && { persona }),
      ...(keyArguments && { keyArguments }),
    };
  });
  return { ...config, participants };
}
