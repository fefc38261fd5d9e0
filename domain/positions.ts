/** Positions of participants: given, plain, or assigned by a model where they are missing (spec §1.6). */
import type { DebateConfig, ParticipantConfig } from "./config.ts";
import { FORMATS_BY_NAME } from "./formats/registry.ts";
import type { AssignedPosition, Diversity } from "./schemas/positions.ts";
import type { Usage } from "./schemas/spend.ts";

/** Plain positions: for, against, then independent. They stand where nothing was given or assigned. */
const PLAIN = {
  for: "Argues for the proposition: yes.",
  against: "Argues against the proposition: no.",
  neutral: "Takes no side beforehand: weighs the arguments independently and says where they lead.",
};

export function plainPosition(index: number, side?: keyof typeof PLAIN): string {
  if (side) return PLAIN[side];
  return index === 0 ? PLAIN.for : index === 1 ? PLAIN.against : PLAIN.neutral;
}

/** Opposed positions for two, different angles for more. */
export function defaultDiversity(count: number): Diversity {
  return count === 2 ? "binary" : "multi-perspective";
}

/** What a debate keeps of an assignment, by participant; put once. */
export interface StoredPositions {
  positions: AssignedPosition[];
  reasoning: string;
  usage: Usage;
  costUsd: number | null;
  latencyMs: number;
  /** ISO 8601. */
  at: string;
}

/**
 * Those for whom a position is to be found, or, where the side is fixed, a persona. Formats in which participants have
 * roles assign none.
 */
export function unplaced(config: Pick<DebateConfig, "format" | "participants">): ParticipantConfig[] {
  const protocol: string = FORMATS_BY_NAME[config.format].protocol;
  if (protocol !== "judged") return [];
  return config.participants.filter((p) => p.positionSource === "plain" && (!p.side || !p.persona));
}

/** The configuration with what was assigned. What the owner gave stays: side, position and persona. */
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
