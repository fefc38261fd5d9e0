/** A debate under a limit in USD needs a limit of its own: that much is set aside for it. */

import { planWithoutRun } from "../../play/beginning/create-plan.ts";
import { fitted } from "../../play/beginning/fit.beginning.ts";
import { estimatingWorst } from "../../play/estimates/estimate.ts";
import { SAMPLE_FENCE_KEY } from "../../prompts/fences/fence-key.prompt.ts";
import { takesPart } from "../../rules/request/taking-part.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { microLimitOf } from "../../shapes/state/costs.state.ts";

type Capped = { config: DebateConfig; problems: [] } | { config: null; problems: Problem[] };

/**
 * `least`: the lowest limit in USD. A configuration without `limits.maxCostUsd` gets one, with a warning: the worst case of
 * its estimate, or what the limit leaves where that is lower: then the debate is fitted to it. In slices.
 */
export function* capping(
  config: DebateConfig,
  { least, catalogue }: { least: number; catalogue: Catalogue },
): Generator<void, Capped> {
  const runs = config.orderCheck === "twin" ? 2 : 1;
  const most = microLimitOf(least / runs);
  const given = config.budget?.maxCostUsd;
  if (given !== undefined) return given * 1_000_000 > most ? refused(most, runs) : { config, problems: [] };
  const priced = withMost(config, most);
  const fit = fitted(priced, askedIn(config), catalogue);
  if (fit.problems.length > 0) return { config: null, problems: fit.problems };
  if (fit.config !== priced) return { config: fit.config, problems: [] };
  const fenced = { ...config, fenceKey: config.fenceKey ?? SAMPLE_FENCE_KEY };
  const { costUsd } = yield* estimatingWorst({ config: fenced, plan: planWithoutRun(fenced), catalogue });
  const worst = Math.ceil(Number(((costUsd ?? 0) * 1_000_000).toFixed(3)));
  if (worst <= 0) return { config: priced, problems: [] };
  return { config: withMost(config, Math.min(worst, most)), problems: [] };
}

/** The request as it was sent has those who do not take part too. */
function askedIn({ request }: DebateConfig): Parameters<typeof fitted>[1] {
  const { participants, ...rest } = request ?? {};
  return { ...rest, ...(Array.isArray(participants) && { participants: participants.filter(takesPart) }) };
}

function withMost(config: DebateConfig, micro: number): DebateConfig {
  const maxCostUsd = micro / 1_000_000;
  const { request } = config;
  const limits = request?.["limits"] as object | undefined;
  const detail = `a limit in USD holds, so limits.maxCostUsd is $${maxCostUsd}: the estimate's worst case, or what the limit leaves. A lower one lets more debates run at once`;
  return {
    ...config,
    budget: { ...config.budget, maxCostUsd },
    ...(request && { request: { ...request, limits: { ...limits, maxCostUsd } } }),
    warnings: [...config.warnings, { code: "quota-limit", detail }],
  };
}

function refused(most: number, runs: number): Capped {
  const each = runs > 1 ? ", for the debate and its twin each" : "";
  const detail = `must be at most ${most / 1_000_000}: the key's or the tenant's limit in USD allows no more${each}`;
  return { config: null, problems: [{ pointer: "/limits/maxCostUsd", detail }] };
}
