/** The owner's commands, as updates (validated and answered) and as signals (queued; an illegal one is logged). */
import { ApplicationFailure, setHandler } from "@temporalio/workflow";
import { pendingOf } from "../../domain/play/faults/decisions.faults.ts";
import { situationOf } from "../../domain/rules/state/situation.ts";
import {
  type Addition,
  allowedCommands,
  COMMANDS,
  type Command,
  isTerminal,
  move,
} from "../../domain/shapes/lifecycle.shape.ts";
import { REFUSED } from "../../domain/shapes/refusals.ts";
import { type CommandInput, pendingQuery, stateQuery } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { interrupt } from "../steps/interruptions.ts";
import { publish } from "../steps/publishing.ts";
import { listenFor } from "./updates.owner.ts";

/** Registers the queries, and a handler for every command. `onAbandon` cancels what is in flight. */
export function listen(run: DebateRun, onAbandon: () => void): void {
  setHandler(stateQuery, () => run.state, {
    description: "Returns the debate's state: its status, numbers and references, without the texts of turns.",
  });
  setHandler(pendingQuery, () => pendingOf(run.state), {
    description: "Returns what the debate asks its owner: questions or a decision; null: nothing.",
  });
  for (const command of COMMANDS) {
    // These have handlers of their own, since they store something first: answers.owner.ts, changes.owner.ts, decisions.owner.ts.
    if (command === "submitAnswers" || command === "configure" || command === "decide") continue;
    listenFor(run, command, {
      require: (input) => requireLegal(run, command, input),
      work: (input) => {
        obey(run, command, input, onAbandon);
        return publish(run);
      },
      signalled: (input) => {
        const why = whyIllegal(run, command, input);
        if (why === null) obey(run, command, input, onAbandon);
        return why;
      },
    });
  }
}

/** Throws the failure with which an update is refused. */
export function requireLegal(run: DebateRun, command: Command | Addition, input: CommandInput): void {
  if (input.deadline !== undefined && Date.now() > input.deadline)
    throw ApplicationFailure.nonRetryable(`${command} came after its deadline`, REFUSED.late);
  const why = whyIllegal(run, command, input);
  if (why === null) return;
  const { status } = run.state;
  const allowed = allowedCommands(situationOf(run.state, run));
  throw ApplicationFailure.nonRetryable(why, REFUSED.illegal, { status, allowed });
}

/** Why a command is illegal now; null if it is legal. */
export function whyIllegal(run: DebateRun, command: Command | Addition, input: CommandInput = {}): string | null {
  if (target(run, command, input) !== null) return null;
  return `${command} is not legal while the debate is ${run.state.status}`;
}

function target(run: DebateRun, command: Command | Addition, input: CommandInput) {
  const stopMode = input.mode === "abandon" ? ("abandon" as const) : ("conclude" as const);
  return move(situationOf(run.state, { turnsInFlight: run.turnsInFlight, stopMode }), command);
}

function acknowledge(run: DebateRun): void {
  const { round, costWarnings = [], contextWarnings = [] } = run.state;
  const thresholds = costWarnings.flatMap((w) => (w.acknowledged ? [] : [w.thresholdUsd]));
  const contexts = contextWarnings.flatMap((w) => (w.acknowledged ? [] : [w.id]));
  run.emit("warning.acknowledged", { round, thresholds, ...(contexts.length > 0 && { contexts }) });
}

/** Carries out a command that is legal now. */
function obey(run: DebateRun, command: Command, input: CommandInput, onAbandon: () => void): void {
  const { state } = run;
  const status = target(run, command, input) ?? state.status;
  if (command === "acknowledge") return acknowledge(run);
  const back = command === "resume" || command === "retry";
  run.emit("debate.status", {
    status,
    phase: isTerminal(status) || command === "reset" ? null : state.phase,
    round: command === "reset" ? 0 : state.round,
    pausing: command === "pause",
    by: command,
    ...(input.reason && { reason: input.reason }),
    ...(status === "concluding" && !back && !state.endedBy && { endedBy: "owner" as const }),
  });
  // After a reset the debate waits for its owner, as a draft does.
  if (command === "reset") run.replan({ ...run.plan, draft: true });
  if (command === "validate") run.asksModels = input.live;
  if (command === "pause" && input.when === "now") interrupt(run);
  if (status !== "cancelled") return;
  run.emit("debate.cancelled", { status, ...(input.reason && { reason: input.reason }) });
  onAbandon();
}
