/**
 * `pause` with `when: "now"`: the model calls in flight are cancelled, and the workflow takes down what they came to.
 * Their acts are not done, so the protocol asks for them again on resume, each as a further attempt.
 */
import { ActivityFailure, CancellationScope, CancelledFailure, isCancellation } from "@temporalio/workflow";
import type { CutShort, EventPayloads } from "../domain/events.ts";
import { storeActs } from "./acts.ts";
import { isFinal } from "./faults.ts";
import type { DebateRun } from "./run.ts";

export interface Stream {
  scope: CancellationScope;
  interrupted: boolean;
}

/** An act, and how its failed attempts are told: as a participant's, or as the judge's. */
export interface Subject {
  id: string;
  round: number;
  by: { participantId: string; phase: string } | null;
  /** The model, where it is one of the judge's panel. */
  panelist?: string;
}

export function interrupt(run: DebateRun): void {
  for (const stream of run.streams) {
    stream.interrupted = true;
    stream.scope.cancel();
  }
}

/** Runs an act's model call; null when a pause has cut it short. */
export async function interruptible<T>(run: DebateRun, subject: Subject, call: () => Promise<T>): Promise<T | null> {
  const { debate, since } = run.place();
  const stream: Stream = { scope: new CancellationScope(), interrupted: false };
  run.streams.add(stream);
  try {
    return await stream.scope.run(call);
  } catch (error) {
    if (!stream.interrupted || !wasCut(error)) throw error;
    const { failures, begun } = await storeActs("attempts so far").readAttempts({ debate, since, id: subject.id });
    for (const event of failures) run.absorb(event);
    tellCut(run, subject, cutShortBy(error) ?? { attempt: begun, ...UNKNOWN });
    return null;
  } finally {
    run.streams.delete(stream);
  }
}

/** Of an attempt whose worker is gone nothing is known. */
const UNKNOWN: Omit<CutShort, "attempt"> = {
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningTokens: 0, calls: 0 },
  costUsd: 0,
  unsettled: true,
};

/** Cancelled, or ended by a fault or a lost worker after which it would have been tried again. */
function wasCut(error: unknown): boolean {
  return isCancellation(error) || (error instanceof ActivityFailure && !isFinal(error));
}

function cutShortBy(error: unknown): CutShort | null {
  const cause = error instanceof ActivityFailure ? error.cause : error;
  const details = cause instanceof CancelledFailure ? cause.details?.[0] : null;
  return isCutShort(details) ? details : null;
}

/** While an attempt waits, the server cancels it by itself, with details of its own. */
function isCutShort(details: unknown): details is CutShort {
  return typeof details === "object" && details !== null && "attempt" in details && "usage" in details;
}

/** The attempt's number is used up, so that nothing it wrote is taken for the next one's. */
function tellCut(run: DebateRun, { id, round, by, panelist }: Subject, cut: CutShort): void {
  const { attempt, usage, costUsd } = cut;
  if (attempt <= (run.state.attempts[id] ?? 0)) return;
  const unsettled = run.plan.budget && cut.unsettled ? { unsettled: true as const } : {};
  const about = { attempt, kind: "interrupted", message: "a pause cut it short", waitMs: null };
  const data = { ...about, usage, costUsd, ...unsettled };
  if (by) run.emit("turn.failed", { round, ...by, turnId: id, ...data } satisfies EventPayloads["turn.failed"]);
  else run.emit("judge.failed", { round, actId: id, ...(panelist && { panelist }), ...data });
}
