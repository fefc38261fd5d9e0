/** Tokens and costs by participant and judge, and in total. */
import type { Debate } from "../../schemas/debate.ts";
import type { Usage } from "../../schemas/spend.ts";
import { type Block, table } from "../blocks.ts";

export function costsTable(debate: Debate): Block {
  const row = (name: string, model: string, part: { usage: Usage; costUsd: number | null }) => {
    const { calls, inputTokens, cachedInputTokens, outputTokens } = part.usage;
    return [name, model, calls, inputTokens, cachedInputTokens, outputTokens, usd(part.costUsd)];
  };
  const rows = [
    ...debate.participants.map((p) => row(p.name, p.model, p)),
    ...(debate.judge ? [row("Judge", debate.judge.model, debate.judge)] : []),
    row("Total", "", { usage: debate.usage, costUsd: debate.cost.totalUsd }),
  ];
  return table(["Who", "Model", "Calls", "Input tokens", "of these cached", "Output tokens", "USD"], rows);
}

function usd(amount: number | null): string {
  return amount === null ? "unknown" : amount.toFixed(6);
}
