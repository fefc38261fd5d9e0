import type { JudgeConfig } from "../../shapes/plan/config.plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";

/** The judge as configured, or the model that replaced it. */
export function inForce(judge: JudgeConfig, { judgeModel }: Pick<DebateState, "judgeModel">): JudgeConfig {
  if (!judgeModel) return judge;
  // A configured price belongs to the configured model, and so does its sight.
  const { priceUsdPerMTok: _before, images: _seen, ...settings } = judge;
  return { ...settings, ...judgeModel };
}
