/**
 * What a debate would take, before anything is spent: its own protocol is walked three times, in the lowest, the likely
 * and the worst case (cases.ts), and each call is sized by its real prompt and the assumed lengths of what was said.
 */

import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import { AUDIENCE_CHOSEN } from "../../rules/request/defaults-taken.ts";
import { familiesIn } from "../../rules/request/independence.ts";
import { type Catalogue, modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { DebatePlan } from "../../shapes/plan/plan.ts";
import type { Families } from "../../shapes/schemas/families.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";
import { createTokenCounter } from "../../shapes/tokens.shape.ts";
import { CASES, type Case, type CaseName } from "../assumptions/cases.ts";
import { createMeasure } from "./measure.ts";
import { createPrefixes } from "./prefixes.ts";
import type { Estimate, SharedLayout } from "./schema.estimate.ts";
import { walk } from "./walk.ts";

export type Estimates = { warnings: Warning[]; families: Families; sharedLayout?: SharedLayout } & Record<
  CaseName,
  Estimate
>;

/** Estimates a debate whose request was checked. The cost is null where a model has no known price. */
export function estimate(debate: EstimateInput): Estimates {
  const work = estimating(debate);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

interface EstimateInput {
  config: DebateConfig;
  plan: DebatePlan;
  catalogue: Catalogue;
  /** Of a fork: the round that it begins after. All before that is bought already. */
  afterRound?: number;
}

/** The worst case alone, in slices. */
export function* estimatingWorst(debate: EstimateInput): Generator<void, Estimate> {
  const { config, plan } = debate;
  const of = CASES.worst;
  const measure = createMeasure({ ...debate, of, count: createTokenCounter(), overfull: () => {} });
  yield* walk({ plan, config, of }, measure);
  return measure.sum();
}

/** The same as `estimate` in slices, for callers that must not block. */
export function* estimating(debate: EstimateInput): Generator<void, Estimates> {
  const { config, plan } = debate;
  const count = createTokenCounter();
  const full = new Set<string>();
  const votes = new Map<CaseName, Estimate>();
  const estimateCase = function* (name: CaseName): Generator<void, Estimate> {
    const of = CASES[name];
    const measure = createMeasure({ ...debate, of, count, overfull: (id) => full.add(id) });
    yield* walk({ plan, config, of }, measure);
    const sum = measure.sum();
    votes.set(name, measure.votes());
    return config.orderCheck === "twin" ? plus(sum, yield* twinCase(of)) : sum;
  };
  // Each of the two has the same calls, but only one is concluded.
  const twinCase = function* (of: Case): Generator<void, Estimate> {
    const { orderCheck: _o, conclusion: _c, ...rules } = plan;
    const measure = createMeasure({ ...debate, of, count, overfull: (id) => full.add(id) });
    yield* walk({ plan: rules, config, of }, measure);
    return measure.sum();
  };
  const [lowest, likely, worst] = [
    yield* estimateCase("lowest"),
    yield* estimateCase("likely"),
    yield* estimateCase("worst"),
  ];
  const cachedCost = function* (inLayout: DebateConfig, layout: "conversation" | "shared") {
    const of = CASES.likely;
    const prefixes = createPrefixes(layout);
    const measure = createMeasure({ ...debate, config: inLayout, of, count, overfull: () => {}, prefixes });
    yield* walk({ plan, config: inLayout, of }, measure);
    return measure.sum().costUsd;
  };
  // A fork's prompts are laid out as its original's.
  const sharedLayout = debate.afterRound === undefined ? yield* sharedLayoutOf(config, cachedCost) : undefined;
  const priced = config.warnings.map((warning) => withCost(warning, votes.get("likely")));
  const warnings = [...priced, ...[...full].map(overfull)];
  const families = familiesIn(config);
  return { warnings, families, lowest, likely, worst, ...(sharedLayout && { sharedLayout }) };
}

/** What an audience that nobody asked for is likely to cost, before the debate begins. */
function withCost(warning: Warning, votes: Estimate | undefined): Warning {
  const { costUsd = null } = votes ?? {};
  if (warning.code !== AUDIENCE_CHOSEN || costUsd === null) return warning;
  return { ...warning, detail: `${warning.detail}. Its votes are likely to cost $${costUsd.toFixed(4)}` };
}

function plus(a: Estimate, b: Estimate): Estimate {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    // They run beside each other.
    seconds: Math.max(a.seconds, b.seconds),
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  };
}

function overfull(model: string): Warning {
  const detail = `the debate may outgrow the context window of ${model}: its older part is summarised or left out then, as contextWindow says`;
  return { code: "context-window", detail };
}

// The likely saving of `promptLayout: "shared"` where participants share a model and its provider caches prompts.

/** `costOf`: the likely cost of the debate in a layout, with caches; null when a model has no known price. */
function* sharedLayoutOf(
  config: DebateConfig,
  costOf: (config: DebateConfig, layout: "conversation" | "shared") => Generator<void, number | null>,
): Generator<void, SharedLayout | null> {
  if (config.promptLayout !== undefined || !protocolOf(config).sharesPrompts) return null;
  const models = config.participants.map(modelId);
  if (new Set(models).size === models.length) return null;
  const now = yield* costOf(config, "conversation");
  const shared = yield* costOf({ ...config, promptLayout: "shared" }, "shared");
  if (now === null || shared === null || shared >= now) return null;
  return { likelyCostUsd: shared, savedUsd: Number((now - shared).toFixed(6)) };
}
