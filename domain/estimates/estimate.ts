/**
 * What a debate would take, before anything is spent: its own protocol is walked three times, in the lowest, the likely
 * and the worst case (cases.ts), and each call is sized by its real prompt and the assumed lengths of what was said.
 */
import type { Catalogue } from "../catalogue.ts";
import type { DebateConfig } from "../config.ts";
import type { DebatePlan } from "../plan.ts";
import type { Warning } from "../schemas/faults.ts";
import { createTokenCounter } from "../tokens.ts";
import { CASES, type CaseName } from "./cases.ts";
import { createMeasure } from "./measure.ts";
import { createPrefixes } from "./prefixes.ts";
import { type SharedLayout, sharedLayoutOf } from "./shared-layout.ts";
import type { Estimate } from "./tally.ts";
import { walk } from "./walk.ts";

export type Estimates = { warnings: Warning[]; sharedLayout?: SharedLayout } & Record<CaseName, Estimate>;

/** Of a debate whose request was checked. Its cost is null where a model has no known price. */
export function estimate(debate: { config: DebateConfig; plan: DebatePlan; catalogue: Catalogue }): Estimates {
  const { config, plan } = debate;
  const count = createTokenCounter();
  const full = new Set<string>();
  const estimateCase = (name: CaseName): Estimate => {
    const of = CASES[name];
    const measure = createMeasure({ ...debate, of, count, overfull: (id) => full.add(id) });
    walk({ plan, config, of }, measure);
    return measure.sum();
  };
  const [lowest, likely, worst] = [estimateCase("lowest"), estimateCase("likely"), estimateCase("worst")];
  const cachedCost = (inLayout: DebateConfig, layout: "conversation" | "shared") => {
    const of = CASES.likely;
    const prefixes = createPrefixes(layout);
    const measure = createMeasure({ ...debate, config: inLayout, of, count, overfull: () => {}, prefixes });
    walk({ plan, config: inLayout, of }, measure);
    return measure.sum().costUsd;
  };
  const sharedLayout = sharedLayoutOf(config, cachedCost);
  const warnings = [...config.warnings, ...[...full].map(overfull)];
  return { warnings, lowest, likely, worst, ...(sharedLayout && { sharedLayout }) };
}

function overfull(model: string): Warning {
  const detail = `the debate may outgrow the context window of ${model}: its older part is summarised or left out then, as contextWindow says`;
  return { code: "context-window", detail };
}
