/** What Temporal's UI shows of a debate: search attributes, and the current details in Markdown. */
import { defineSearchAttributeKey } from "@temporalio/common";
import { setCurrentDetails, upsertSearchAttributes } from "@temporalio/workflow";
import { escapeMarkdown } from "../../domain/base/text/text.ts";
import type { OngoingDebate } from "../../domain/play/state/ports.play.ts";
import { nameOf } from "../../domain/shapes/plan/plan.ts";
import type { Decision } from "../../domain/shapes/schemas/decision.ts";
import { costUsdOf, totalOf } from "../../domain/shapes/state/costs.state.ts";
import type { ResultDigest } from "../../domain/shapes/state/state.ts";

/** Only the plan and the state are shown. */
type Shown = Pick<OngoingDebate, "plan" | "state">;

const STATUS = defineSearchAttributeKey("DebateStatus", "KEYWORD");
const ROUND = defineSearchAttributeKey("DebateRound", "INT");
const COST = defineSearchAttributeKey("DebateCostUsd", "DOUBLE");

export class TemporalUi {
  /** Status and round: the search attributes are written only when these change, since each write is a history event. */
  private shown = "";
  private said: string[] = [];

  /** Adds a line to the newest things said. */
  say(line: string): void {
    this.said = [...this.said, line].slice(-6);
  }

  show(run: Shown, doing: string): void {
    const { status, round } = run.state;
    const key = `${status} ${round}`;
    if (key !== this.shown) {
      const cost = costUsdOf(totalOf(run.state)) ?? 0;
      upsertSearchAttributes([
        { key: STATUS, value: status },
        { key: ROUND, value: round },
        { key: COST, value: cost },
      ]);
      this.shown = key;
    }
    setCurrentDetails(markdown(run, doing, this.said));
  }
}

function markdown(run: Shown, doing: string, said: string[]): string {
  const { plan, state } = run;
  const spend = totalOf(run.state);
  const cost = costUsdOf(spend);
  const money = cost === null ? "cost unknown" : `$${cost.toFixed(6)}`;
  return [
    `## ${escapeMarkdown(plan.title)}`,
    `**${state.pausing ? `${state.status} (pausing)` : state.status}** · ${plan.format} · round ${state.round} of ${plan.maxRounds} · ${escapeMarkdown(doing)}`,
    `${spend.calls} calls · ${spend.inputTokens + spend.outputTokens} tokens · ${money}`,
    ...(state.error
      ? [`**${state.error.kind}**: ${escapeMarkdown(state.error.message)} ${escapeMarkdown(state.error.suggestion)}`]
      : []),
    ...(state.decision ? [escapeMarkdown(decisionLine(state.decision.asked))] : []),
    ...(state.result ? [outcome(run, state.result)] : []),
    ...said.map((line) => `- ${escapeMarkdown(line)}`),
  ].join("\n\n");
}

function decisionLine({ id, question, options, expiresAt }: Decision): string {
  return `Decision ${id}: ${question} (${options.map((o) => o.id).join(", ")}; until ${expiresAt})`;
}

function outcome(run: Shown, result: ResultDigest): string {
  if (result.type === "solution") return `Solution: confidence **${result.confidence}** of 100`;
  if (result.type === "unjudged") return "Nobody ruled: the judge failed";
  if (result.type === "plurality") return `Most answered: **${escapeMarkdown(result.answer ?? "nothing")}**`;
  if (result.type === "answer" || result.type === "council") return "The answer is written";
  const scores = Object.entries(result.scores).map(([id, score]) => `${escapeMarkdown(nameOf(run.plan, id))} ${score}`);
  return `Winner: **${escapeMarkdown(winnerOf(run, result))}** (${scores.join(", ")})`;
}

function winnerOf(run: Shown, { winner, winningSide }: Extract<ResultDigest, { type: "verdict" }>): string {
  return winningSide ? `the side ${winningSide}` : winner ? nameOf(run.plan, winner) : "none";
}
