/** Rejects limits in money where a price is unknown (docs/design/debate.md#112-cost-and-budget). */

import { type Catalogue, modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { modelsOf } from "../../shapes/plan/models-of.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";

/** A limit in money needs prices of all models. */
export function unpricedProblems(config: DebateConfig, catalogue: Catalogue): Problem[] {
  const { budget } = config;
  const name = (["maxCostUsd", "warnAtCostUsd"] as const).find((limit) => budget?.[limit] !== undefined);
  if (!name) return [];
  return modelsOf(config)
    .filter(({ ref }) => catalogue.model(ref).priceUsdPerMTok === null)
    .map(({ pointer, ref }) => ({ pointer, detail: `the price of ${modelId(ref)} is unknown, so ${name} ${CAN_NOT}` }));
}

const CAN_NOT =
  "cannot be kept: give its priceUsdPerMTok { input, output } with the model, take a model whose price is known, or " +
  "leave the limits in USD out";
