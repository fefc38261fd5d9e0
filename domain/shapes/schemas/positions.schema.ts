/** Positions, as given or assigned. */
import { z } from "zod";

export const DIVERSITIES = ["binary", "spectrum", "multi-perspective"] as const;

export const Diversity = z
  .enum(DIVERSITIES)
  .meta({ id: "Diversity", description: "How assigned positions differ: opposed, along one axis, by angle" });
export type Diversity = z.infer<typeof Diversity>;

/** A participant's position, fixed before round 1. */
export interface AssignedPosition {
  participantId: string;
  position: string;
  persona?: string;
  keyArguments?: string[];
  /** `plain`: the position of the participant's side. */
  source: "given" | "assigned" | "plain";
}
