/** How a limit made a debate shorter, in one sentence. */

import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { askedOfTurn, withRoom } from "../estimates/asked.estimate.ts";

/** `next`: what `config` became. */
export function fitText(
  config: DebateConfig,
  { next, mayEndEarly }: { next: DebateConfig; mayEndEarly: boolean },
): string {
  const { judge, fitted, maxRounds } = next;
  const turns = next.participants.flatMap((p) =>
    fitted?.given.includes(p.id) ? [] : [withRoom(p, askedOfTurn(next), next).maxOutputTokens],
  );
  const parts = [
    maxRounds < config.maxRounds ? `${roundCount(maxRounds)} instead of ${config.maxRounds}` : roundCount(maxRounds),
    ...(turns.length > 0 ? [`turns of at most ${grouped(Math.max(...turns))} tokens, thoughts included`] : []),
    ...(next.judging === config.judging ? [] : ["the judge rules at the end alone"]),
    ...(judge && judge.bothOrders !== config.judge?.bothOrders ? ["one ballot instead of two"] : []),
    ...(fitted?.attempts === 1 ? ["one attempt reserved for each call"] : []),
  ];
  const early = mayEndEarly
    ? ". The rounds that the request asks for may not fit: then the judge rules on what was said so far"
    : "";
  return `to stay below ${limitText(config)}: ${parts.join(", ")}${early}`;
}

/** The same of a vote, which buys answers as far as the limit reaches. */
export function voteFitText(config: DebateConfig): string {
  return `to stay below ${limitText(config)}: the vote may end before its leader is safe, and without a debate`;
}

function limitText({ budget: { maxCostUsd, maxTokens } = {} }: DebateConfig): string {
  const limits = [
    ...(maxCostUsd === undefined ? [] : [`$${maxCostUsd.toFixed(Math.max(2, decimalsOf(maxCostUsd)))}`]),
    ...(maxTokens === undefined ? [] : [`${grouped(maxTokens)} tokens`]),
  ];
  return limits.join(" and ");
}

function decimalsOf(amount: number): number {
  return Math.min(6, (String(amount).split(".")[1] ?? "").length);
}

function roundCount(count: number): string {
  return count === 1 ? "1 round" : `${count} rounds`;
}

function grouped(count: number): string {
  return count.toLocaleString("en");
}
