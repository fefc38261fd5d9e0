import type { DebateConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import { FORMATS_BY_NAME } from "../formats/registry.format.ts";

/** Whether a participant may move from its position. Where the format leaves positions open, or it takes no side; else it holds its position. */
export function mayMove({ format }: Pick<DebateConfig, "format">, { side }: Pick<ParticipantConfig, "side">): boolean {
  return FORMATS_BY_NAME[format].openPositions === true || side === "neutral";
}
