/** Tokens and costs by participant and judge, and in total. */

import { money, percent } from "../../base/words/figures.words.ts";
import { wordsOf } from "../../base/words/words.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Usage } from "../../shapes/schemas/spend.schema.ts";
import { cachedShareOf } from "../../shapes/state/costs.state.ts";
import { type Block, table } from "./blocks.ts";

export function costsTable(debate: Debate): Block {
  const words = wordsOf(debate);
  const { say } = words;
  const row = (name: string, model: string, part: { usage: Usage; costUsd: number | null }) => {
    const { calls, inputTokens, cachedInputTokens, outputTokens } = part.usage;
    const cached = `${cachedInputTokens} (${percent(cachedShareOf(part.usage) ?? 0)})`;
    return [name, model, calls, inputTokens, cached, outputTokens, money(part.costUsd, words, 6)];
  };
  const rows = [
    ...debate.participants.map((p) => row(p.name, p.model, p)),
    ...(debate.judge ? [row(say("Judge"), debate.judge.model, debate.judge)] : []),
    row(say("Total"), "", { usage: debate.usage, costUsd: debate.cost.totalUsd }),
  ];
  const head = ["Who", "Model", "Calls", "Input tokens", "of these cached", "Output tokens", "Cost"] as const;
  return table(
    head.map((title) => say(title)),
    rows,
  );
}
