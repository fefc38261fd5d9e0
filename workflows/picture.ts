/** What somebody sees who opens the debate in the Temporal UI: search attributes and a Markdown picture. */
import { defineSearchAttributeKey } from "@temporalio/common";
import { setCurrentDetails, upsertSearchAttributes } from "@temporalio/workflow";
import { costUsdOf, totalOf } from "../domain/costs.ts";
import type { ResultDigest } from "../domain/debate-state.ts";
import type { Decision } from "../domain/decision.ts";
import { escapeMarkdown } from "../domain/text.ts";
import type { DebateRun } from "./run.ts";

const STATUS = defineSearchAttributeKey("DebateStatus", "KEYWORD");
const ROUND = defineSearchAttributeKey("DebateRound", "INT");
const COST = defineSearchAttributeKey("DebateCostUsd", "DOUBLE");

/** Shows a run; attributes are written only when status or round changed, since each write is a history event. */
export function createPicture() {
  let shown = "";
  let said: string[] = [];
  return {
    /** Adds a line to the newest things said. */
    say(line: string): void {
      said = [...said, line].slice(-6);
    },
    show(run: DebateRun, doing: string): void {
      const { status, round } = run.state;
      const key = `${status} ${round}`;
      if (key !== shown) {
        const cost = costUsdOf(totalOf(run.state)) ?? 0;
        upsertSearchAttributes([
          { key: STATUS, value: status },
          { key: ROUND, value: round },
          { key: COST, value: cost },
        ]);
        shown = key;
      }
      setCurrentDetails(markdown(run, doing, said));
    },
  };
}

function markdown(run: DebateRun, doing: string, said: string[]): string {
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

function outcome(run: DebateRun, result: ResultDigest): string {
  if (result.type === "solution") return `Solution: confidence **${result.confidence}** of 100`;
  if (result.type === "unjudged") return "Nobody ruled: the judge failed";
  if (result.type === "answer") return "The answer is written";
  const scores = Object.entries(result.scores).map(([id, score]) => `${escapeMarkdown(nameOf(run, id))} ${score}`);
  return `Winner: **${escapeMarkdown(winnerOf(run, result))}** (${scores.join(", ")})`;
}

function winnerOf(run: DebateRun, { winner, winningSide }: Extract<ResultDigest, { type: "verdict" }>): string {
  return winningSide ? `the side ${winningSide}` : winner ? nameOf(run, winner) : "none";
}

export function nameOf(run: DebateRun, participantId: string): string {
  return run.plan.participants.find((p) => p.id === participantId)?.name ?? participantId;
}
