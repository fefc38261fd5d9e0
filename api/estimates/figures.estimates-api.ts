/** What a debate of a configuration would take, or a fork of it. */
import { planOf } from "../../domain/play/beginning/create-plan.ts";
import { type Estimates, estimating } from "../../domain/play/estimates/estimate.ts";
import { SAMPLE_FENCE_KEY } from "../../domain/prompts/fences/fence-key.prompt.ts";
import type { Catalogue } from "../../domain/shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Services } from "../base/services.ts";
import { inSlices } from "../http/slices.ts";

/** `afterRound`: of a fork, the last round that is bought already. */
export function figuresOf(
  { settings, catalogue }: Pick<Services, "settings"> & { catalogue: Catalogue },
  asked: DebateConfig,
  { afterRound }: { afterRound?: number } = {},
): Promise<Estimates> {
  const { durations, continueAfterEvents } = settings;
  const config = { ...asked, fenceKey: SAMPLE_FENCE_KEY };
  const plan = planOf({ tenant: "", debateId: "", config, durations, continueAfterEvents });
  return inSlices(estimating({ config, plan, catalogue, ...(afterRound !== undefined && { afterRound }) }));
}
