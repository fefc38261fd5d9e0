/** Commands of the owner, as updates (validated, answered) and as signals (queued; an illegal one is logged). */
import { ApplicationFailure, setHandler } from "@temporalio/workflow";
import { pendingOf } from "../domain/decisions.ts";
import { type Addition, allowedCommands, COMMANDS, type Command, isTerminal, move } from "../domain/lifecycle.ts";
import { situationOf } from "../domain/state.ts";
import { interrupt } from "./interruptions.ts";
import { COMMAND_SIGNALS, type CommandInput, pendingQuery, REFUSED, stateQuery } from "./messages.ts";
import { publish } from "./publishing.ts";
import type { DebateRun } from "./run.ts";
import { listenForUpdate } from "./updates.ts";

/** Registers a handler for every command, and the queries. `onAbandon` cancels what is in flight. */
export function listen(run: DebateRun, onAbandon: () => void): void {
  setHandler(stateQuery, () => run.state);
  setHandler(pendingQuery, () => pendingOf(run.state));
  for (const command of COMMANDS) {
    // Answers and configurations are kept before they count: workflows/{answers,changes,decisions}.ts.
    if (command === "submitAnswers" || command === "configure" || command === "decide") continue;
    listenForUpdate(run, command, {
      require: (input) => requireLegal(run, command, input),
      work: (input) => {
        obey(run, command, input, onAbandon);
        return publish(run);
      },
    });
    setHandler(COMMAND_SIGNALS[command], async (input?: CommandInput) => {
      if (target(run, command, input ?? {}) === null) {
        run.emit("command.ignored", {
          command,
          why: `${command} is not legal while the debate is ${run.state.status}`,
        });
      } else {
        obey(run, command, input ?? {}, onAbandon);
      }
      await publish(run);
    });
  }
}

/** Throws what an update is refused with. */
export function requireLegal(run: DebateRun, command: Command | Addition, input: CommandInput): void {
  if (input.deadline !== undefined && Date.now() > input.deadline)
    throw ApplicationFailure.nonRetryable(`${command} came after its deadline`, REFUSED.late);
  if (target(run, command, input) !== null) return;
  const { status } = run.state;
  const allowed = allowedCommands(situationOf(run.state, run));
  throw ApplicationFailure.nonRetryable(`${command} is not legal while the debate is ${status}`, REFUSED.illegal, {
    status,
    allowed,
  });
}

function target(run: DebateRun, command: Command | Addition, input: CommandInput) {
  const stopMode = input.mode === "abandon" ? ("abandon" as const) : ("conclude" as const);
  return move(situationOf(run.state, { turnsInFlight: run.turnsInFlight, stopMode }), command);
}

function acknowledge(run: DebateRun): void {
  const thresholds = (run.state.costWarnings ?? []).flatMap((w) => (w.acknowledged ? [] : [w.thresholdUsd]));
  run.emit("warning.acknowledged", { round: run.state.round, thresholds });
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
  // It waits for its owner again, as a draft does.
  if (command === "reset") run.replan({ ...run.plan, draft: true });
  if (command === "pause" && input.when === "now") interrupt(run);
  if (status !== "cancelled") return;
  run.emit("debate.cancelled", { status, ...(input.reason && { reason: input.reason }) });
  onAbandon();
}
