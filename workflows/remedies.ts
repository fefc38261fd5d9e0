/** Carries out what a fault beyond its retries leads to, by policy or by its owner's decision. */
import { CancellationScope } from "@temporalio/workflow";
import { modelId } from "../domain/catalogue.ts";
import type { PendingDecisionState } from "../domain/debate-state.ts";
import { decisionOn } from "../domain/decisions.ts";
import type { ModelRef } from "../domain/plan.ts";
import type { Remedy } from "../domain/policies.ts";
import type { ActName, TurnSpec } from "../domain/steps.ts";
import { storeActs } from "./acts.ts";
import { nameOf } from "./picture.ts";
import type { DebateRun } from "./run.ts";

/** What failed, and why. */
export interface Failed extends Omit<PendingDecisionState, "asked"> {
  fault: { kind: string; message: string };
  participantId?: string | undefined;
}

/** The participant is out; what its failed turn had said is kept with the turn. */
export async function drop(run: DebateRun, { fault, turn, participantId }: Failed): Promise<void> {
  if (participantId === undefined) return;
  if (turn) await close(run, turn);
  if (run.state.participants.some((p) => p.id === participantId && p.status === "failed")) return;
  const { round } = run.state;
  const { kind, message } = fault;
  const degradation = {
    what: `${nameOf(run, participantId)}, from round ${round} on`,
    why: message,
    participantId,
    round,
  };
  const turnId = turn ? { turnId: turn.id } : {};
  run.emit("participant.dropped", { round, participantId, kind, message, ...turnId, degradation });
}

async function close(run: DebateRun, turn: TurnSpec): Promise<void> {
  const publication = run.publication();
  const attempt = Math.max(1, run.state.attempts[turn.id] ?? 1);
  const { head, events } = await CancellationScope.nonCancellable(() =>
    storeActs(`what ${nameOf(run, turn.participantId)} had said`).closeTurn({ publication, turn, attempt }),
  );
  run.published(publication, head);
  for (const event of events) run.absorb(event);
}

const LOST: Partial<Record<ActName, string>> = {
  assignPositions: "the assigned positions",
  castVote: "the judge's vote on the motion",
  countBallots: "the verdict: nobody ruled",
  synthesizeSolution: "the solution: nobody made one of the proposals",
};

/** The debate does without an act of its judge. */
export function skip(run: DebateRun, act: { id: string; name: ActName; dispensable?: string }, why: string): void {
  const { round } = run.state;
  const what = act.name === "evaluateRound" ? "evaluation" : "assessment";
  const degradation = {
    what: act.dispensable ?? LOST[act.name] ?? `the judge's ${what} of round ${round}`,
    why,
    round,
  };
  run.emit("act.skipped", { round, actId: act.id, degradation });
}

/** What a panel does where there is one. */
const OF_THE_PANEL: ActName[] = ["castVote", "castBallot", "countBallots"];

export function replaceJudge(
  run: DebateRun,
  model: ModelRef,
  { by, why, act }: { by: "policy" | "owner"; why: string; act?: { name: ActName } | undefined },
): void {
  const before = run.state.judgeModel ?? run.plan.judge;
  if (!before) return;
  const { round } = run.state;
  const panelOut = run.plan.panel && act && OF_THE_PANEL.includes(act.name) ? { panelOut: true as const } : {};
  const who = "panelOut" in panelOut ? "the judge's panel" : `the judge ${modelId(before)}`;
  const degradation = { what: `${who}, replaced by ${modelId(model)}`, why, round };
  const judges = { judge: modelId(model), before: modelId(before), model };
  run.emit("judge.replaced", { round, ...judges, by, ...panelOut, degradation });
}

/** The prompt that did not fit is asked for again, shorter. */
export function squeeze(
  run: DebateRun,
  { strategy, capacity }: Extract<Remedy, { kind: "squeeze" }>,
  { room, participantId }: Pick<Failed, "room" | "participantId">,
): void {
  const tokens = room?.tokens ?? capacity;
  const use = Number((tokens / Math.max(1, room?.capacity ?? capacity)).toFixed(3));
  const about = { round: run.state.round, participantId: participantId ?? null };
  run.emit("context.warning", { ...about, use, strategy, capacity, tokens, forced: true });
}

export function ask(run: DebateRun, failed: Failed & { fault: Parameters<typeof decisionOn>[1] }): void {
  const { fault, participantId, turn, act } = failed;
  const { plan, state } = run;
  const asking = { at: Date.now(), timeoutMs: plan.durations.decisionTimeout };
  const decision = decisionOn({ plan, state }, { ...fault, participantId }, asking);
  const { room } = fault;
  const subject = { ...(turn && { turn }), ...(act && { act: { id: act.id, name: act.name } }) };
  const about = { ...subject, ...(room && { room }) };
  run.emit("decision.requested", { round: state.round, decision, about });
}
