import type { JudgeConfig } from "../../shapes/plan/config.plan.ts";
import type { DebateState } from "../../shapes/state/state.ts";

/** The judge as configured, or the model that takes its place, with its own options. Those it lacks are as the judge's. */
export function inForce(judge: JudgeConfig, { judgeModel }: Pick<DebateState, "judgeModel">): JudgeConfig {
  if (!judgeModel) return judge;
  // What is said of the configured model is said of no other one.
  const { priceUsdPerMTok: _price, images: _sight, contextWindow: _window, ...settings } = judge;
  return { ...settings, ...judgeModel };
}
