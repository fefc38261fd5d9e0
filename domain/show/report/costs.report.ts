/** Tokens and costs by participant and judge, and in total. */

import { type Words, wordsOf } from "../../base/words/words.ts";
import type { Debate } from "../../shapes/schemas/debate.schema.ts";
import type { Usage } from "../../shapes/schemas/spend.schema.ts";
import { cachedShareOf } from "../../shapes/state/costs.state.ts";
import { type Block, table } from "./blocks.ts";

export function costsTable(debate: Debate): Block {
  const words = wordsOf(debate);
  const { say } = words;
  const row = (name: string, model: string, part: { usage: Usage; costUsd: number | null }) => {
    const { calls, inputTokens, cachedInputTokens, outputTokens } = part.usage;
    const cached = `${cachedInputTokens} (${percent(part.usage, words)})`;
    return [name, model, calls, inputTokens, cached, outputTokens, usd(part.costUsd, words)];
  };
  const rows = [
    ...debate.participants.map((p) => row(p.name, p.model, p)),
    ...(debate.judge ? [row(say("Judge"), debate.judge.model, debate.judge)] : []),
    row(say("Total"), "", { usage: debate.usage, costUsd: debate.cost.totalUsd }),
  ];
  const head = ["Who", "Model", "Calls", "Input tokens", "of these cached", "Output tokens", "USD"] as const;
  return table(
    head.map((title) => say(title)),
    rows,
  );
}

function percent(usage: Usage, { digits }: Words): string {
  return `${digits(100 * (cachedShareOf(usage) ?? 0), 0)} %`;
}

function usd(amount: number | null, { say, digits }: Words): string {
  return amount === null ? say("unknown") : digits(amount, 6);
}
