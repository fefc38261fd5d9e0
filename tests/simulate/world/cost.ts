/** What a debate with a bench is likely to take, as the product estimates it: three structured rounds of two speakers. */

import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import { estimate } from "../../../domain/play/estimates/estimate.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";
import { SHORT } from "../../support/random/plans.ts";
import type { Bench } from "./bench.ts";

const catalogue = catalogueOf();

/** `tokens`: read and written, in thousands. */
export function costOf({ judges, oneOrder, twin }: Bench): { calls: number; tokens: number } {
  const body = {
    topic: "Should cities ban cars?",
    participants: ["Ada", "Ben"].map((name) => ({ name, model: "openai/debater", position: "A position." })),
    // What the models are called does not matter.
    judge: { model: "openai/judge", panel: judges.map((_, i) => `openai/judge-${i}`), bothOrders: !oneOrder },
    ...(twin && { orderCheck: "twin" }),
  };
  const { request, problems } = checkRequest(body, catalogue);
  if (!request) throw new Error(JSON.stringify(problems));
  const config = configOf(request, catalogue);
  const plan = planOf({ tenant: "", debateId: "", config, durations: SHORT, continueAfterEvents: 1_000 });
  const { calls, inputTokens, outputTokens } = estimate({ config, plan, catalogue }).likely;
  return { calls, tokens: Math.round((inputTokens + outputTokens) / 1_000) };
}
