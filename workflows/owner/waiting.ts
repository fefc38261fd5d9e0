/** What a debate does while nothing is in flight: it waits for its owner, for a decision, for answers, or rests. */
import { condition } from "@temporalio/workflow";
import { recordEnd, transition } from "../../domain/play/state/moves.ts";
import { answersDue, openQuestions } from "../../domain/rules/clarifications/clarifications.rules.ts";
import type { Status } from "../../domain/shapes/lifecycle.shape.ts";
import { tooLong } from "../base/history.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { publish } from "../steps/publishing.ts";
import { awaitItsTurn } from "../steps/queue.ts";
import { takeDefault } from "./decisions.owner.ts";

/** In a status that only its owner or the time can end. */
export async function waitForOwner(run: DebateRun): Promise<void> {
  const { status, since } = run.state;
  if (status === "ready" && run.isQueued) {
    if (await awaitItsTurn(run)) transition(run, "start");
    return;
  }
  if (status === "ready" && !run.plan.draft) return transition(run, "start");
  const isCalledUp = () => status === "ready" && run.isQueued;
  run.ui.show(run, "It waits for its owner.");
  await publish(run);
  const hasMoved = () => run.state.status !== status || run.state.since !== since || isCalledUp() || tooLong(run.plan);
  const expiry = expiryOf(run, status);
  if (expiry === null) return condition(hasMoved);
  const left = leftUntil(Date.parse(since ?? "") + expiry);
  if (await condition(hasMoved, left, { summary: `${status}: waiting for its owner` })) return;
  transition(run, "expired");
  recordEnd(run, "nobody acted in time");
}

function expiryOf({ plan: { durations } }: DebateRun, status: Status): number | null {
  if (status === "error") return durations.errorExpiry;
  return status === "configuring" || status === "ready" ? durations.draftExpiry : null;
}

/** Holds nothing in memory: a timer, and the owner's commands. Afterwards the default is taken. */
export async function awaitDecision(run: DebateRun): Promise<void> {
  const asked = run.state.decision?.asked;
  run.ui.show(run, "It waits for a decision of its owner.");
  // Whoever reads the log may decide before this returns.
  await publish(run);
  const isOver = () => run.state.status !== "awaiting_decision" || run.state.decision?.asked.id !== asked?.id;
  const hasMoved = () => !run.deciding && (isOver() || tooLong(run.plan));
  const left = leftUntil(Date.parse(asked?.expiresAt ?? ""));
  if (await condition(hasMoved, left, { summary: `decision ${asked?.id}` })) return;
  await condition(() => !run.deciding);
  if (!isOver()) await takeDefault(run);
}

/** True when the time is over and questions are still open. Another command or a long history ends the wait too. */
export async function awaitAnswers(run: DebateRun, timeoutMs: number | null): Promise<boolean> {
  const isOver = () =>
    openQuestions(run.state).length === 0 ||
    run.state.pausing ||
    run.state.status !== "clarifying" ||
    tooLong(run.plan);
  const areAnswersStored = () => run.answering.size === 0;
  const hasMoved = () => areAnswersStored() && isOver();
  run.ui.show(run, "It waits for answers of its owner.");
  await publish(run);
  if (timeoutMs === null) {
    await condition(hasMoved);
    return false;
  }
  if (await condition(hasMoved, leftUntil(answersDue(run.state, timeoutMs)))) return false;
  await condition(areAnswersStored);
  return !isOver();
}

/** A longer rest has a timer of its own. */
const SHORT_REST_MS = 1_000;

/**
 * Rests between rounds. A short rest is part of the local activity that publishes, since a timer would add five events to
 * the history. Commands wait for it, so it must be short.
 */
export async function rest(run: DebateRun, ms: number): Promise<void> {
  const isInterrupted = () => run.state.pausing || run.state.status !== "running";
  run.ui.show(run, "It rests before the next round.");
  await publish(run, ms <= SHORT_REST_MS ? ms : 0);
  if (ms > SHORT_REST_MS) await condition(isInterrupted, ms, { summary: `rest before round ${run.state.round + 1}` });
}

/** Milliseconds; a time that is over counts as 1. */
function leftUntil(time: number): number {
  return Math.max(1, time - Date.now());
}
