/** What the verdicts of an audit would cost, without asking a model. */

import { inputTokens } from "../../../domain/play/budget/worst-case.ts";
import { buildVerdictPrompt } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import { swapsOf } from "../domain/audit.ts";
import type { AuditPair } from "../domain/pairs.ts";
import { debateOf } from "./debate.audit-command.ts";

/** Tokens of a usual ballot on two speakers. */
const USUAL = 970;

export interface AuditQuote {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** null: the model has no known price. */
  costUsd: number | null;
}

/** Both orders of each pair, without padding and without attempts that fail. */
export function quoteSwaps(
  pairs: AuditPair[],
  { model, catalogue }: { model: ModelRef; catalogue: Catalogue },
): AuditQuote {
  const inputs = swapsOf(pairs, 1).map((probe) => {
    const { config, turns } = debateOf(probe, { model, catalogue });
    const { judge } = config;
    if (!judge) throw new Error("an audited debate has a judge");
    return inputTokens({ ...judge, ...model }, buildVerdictPrompt({ config, turns, endedBy: "limit", faults: [] }));
  });
  const tokens = { input: inputs.reduce((sum, each) => sum + each, 0), output: inputs.length * USUAL };
  const cost = catalogue.costMicroUsd(model, { ...tokens, cachedInput: 0, cacheWrite: 0 });
  return {
    calls: inputs.length,
    inputTokens: tokens.input,
    outputTokens: tokens.output,
    costUsd: cost === null ? null : cost / 1_000_000,
  };
}
