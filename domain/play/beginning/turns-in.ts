/** How many turns a debate has that runs to its last round. */
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { CASES } from "../assumptions/cases.ts";
import { walk } from "../estimates/walk.ts";
import { planWithoutRun } from "./create-plan.ts";

export function turnsIn(config: DebateConfig): number {
  // An incomplete request: without a turn, a debate does not conclude.
  if (config.participants.length === 0) return 0;
  const { controlArm: _beside, clarifications: _before, ...debate } = config;
  let turns = 0;
  const count = { turn: () => (turns += 1), act: () => 0, endStep: () => {} };
  for (const _ of walk({ plan: planWithoutRun(debate), config: debate, of: CASES.likely }, count)) continue;
  return turns;
}
