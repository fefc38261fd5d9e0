/** What `--verbose` adds: where prompts come from, and what every act and round used. */

import type { DebateEvent } from "../../../api/client/index.ts";
import { money, seconds } from "../../../domain/base/words/figures.words.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Usage } from "../../../domain/shapes/schemas/spend.schema.ts";
import { plainLine } from "../base/terminal.ts";
import { nameOf } from "./words.debate-command.ts";

interface Act {
  usage: Usage;
  costUsd: number | null;
  latencyMs: number;
}

/** `prompts: Ada built-in, Ben custom, judge built-in` */
export function promptSourcesLine(debate: Pick<Debate, "participants" | "promptSources">): string {
  const sources = Object.entries(debate.promptSources).map(([who, source]) => `${nameOf(who, debate)} ${source}`);
  return `prompts: ${sources.join(", ")}`;
}

/** What an act other than a turn used, or a round; null for other events. */
export function figuresLine(event: DebateEvent, debate: Pick<Debate, "participants">): string | null {
  if (event.type === "round.completed") return `[round ${event.round}: ${calls(event.usage)}, ${used(event)}]`;
  const act = actOf(event, debate);
  return act && `[${act.name}: ${used(act.of)}, ${seconds(act.of.latencyMs)}]`;
}

/** Tokens in and out, and the cost. */
export function used({ usage, costUsd }: Pick<Act, "usage" | "costUsd">): string {
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens } = usage;
  const cached = cachedInputTokens > 0 ? ` (${cachedInputTokens} cached)` : "";
  const reasoning = reasoningTokens > 0 ? ` (${reasoningTokens} reasoning)` : "";
  return `${inputTokens} tokens in${cached}, ${outputTokens} out${reasoning}, ${money(costUsd)}`;
}

function actOf(event: DebateEvent, debate: Pick<Debate, "participants">): { name: string; of: Act } | null {
  switch (event.type) {
    case "assessment.completed":
      return { name: "assessment", of: event.assessment };
    case "vote.completed":
      return { name: `vote ${event.when}${panelistOf(event)}`, of: event.vote };
    case "ballot.completed":
      return { name: `ballot${panelistOf(event)}`, of: event.ballot };
    case "claims.checked":
      return { name: "check of claims", of: event.claims };
    case "claims.confirmed":
      return { name: `second reading of claims${panelistOf(event)}`, of: event.confirmed };
    case "conclusion.completed":
      return { name: "conclusion", of: event.conclusion };
    case "answer.reviewed":
      return { name: `review of the answer${panelistOf(event)}`, of: event.review };
    case "control_arm.answered":
      return { name: `answer alone of ${plainLine(event.answer.model)}`, of: event.answer };
    case "control_arm.counted":
      return { name: "count of the answers alone", of: event.count };
    case "output.completed":
      return { name: "output", of: event.output };
    case "answers.grouped":
      return { name: "groups of answers", of: event.groups };
    case "ranking.cast":
      return { name: `ranking by ${nameOf(event.participantId, debate)}`, of: event.ranking };
    case "poll.taken":
      return { name: `private answer of ${nameOf(event.participantId, debate)}`, of: event.poll };
    case "evaluation.completed":
      return { name: "evaluation", of: event.evaluation };
    case "context.summarized":
      return { name: "summary", of: event.summary };
    case "clarification.collected":
      return { name: `questions of ${nameOf(event.participantId, debate)}`, of: event };
    case "positions.assigned":
      return { name: "positions", of: event };
    case "result.completed":
      return event.result.type === "solution" || event.result.type === "council"
        ? { name: event.result.type, of: event.result }
        : null;
    default:
      return null;
  }
}

function panelistOf({ panelist }: { panelist?: string | undefined }): string {
  return panelist === undefined ? "" : ` of ${plainLine(panelist)}`;
}

function calls({ calls: count }: Usage): string {
  return `${count} ${count === 1 ? "call" : "calls"}`;
}
