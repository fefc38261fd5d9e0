/**
 * Commands as updates and as signals. A client repeats a command when the response was lost, and may reach the debate's next
 * run. Temporal knows an update's id within one run only, so the ids of handled updates are carried over. A repeated command
 * gets the response of the first, not "illegal while paused".
 */
import { ApplicationFailure, currentUpdateInfo, setHandler } from "@temporalio/workflow";
import { signalHelp, updateHelp } from "../../domain/shapes/commands.help.ts";
import type { Addition, Command } from "../../domain/shapes/lifecycle.shape.ts";
import { oneSentence } from "../../domain/shapes/problems.shape.ts";
import { REFUSED } from "../../domain/shapes/refusals.ts";
import type { Problem } from "../../domain/shapes/schemas/faults.schema.ts";
import { COMMAND_SIGNALS, COMMAND_UPDATES, type CommandInput } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { faultOf } from "../steps/faults.step.ts";
import { publish } from "../steps/publishing.ts";

interface Handling {
  /** Throws the failure with which the update is refused. Changes nothing. */
  require: (input: CommandInput) => void;
  /** Carries out the update. Resolves when the log contains it. */
  work: (input: CommandInput) => Promise<void>;
  /** Carries out the signal, or returns why it is ignored. */
  signalled: (input: CommandInput) => string | null | Promise<string | null>;
}

/** Registers a command's handlers. The update responds with the debate's state afterwards; an ignored signal is logged. */
export function listenFor(run: DebateRun, command: Command | Addition, handling: Handling): void {
  const { require, work, signalled } = handling;
  setHandler(
    COMMAND_UPDATES[command],
    async (input: CommandInput = {}) => {
      const id = currentUpdateInfo()?.id;
      if (run.hasSeen(id)) await publish(run);
      else await work(input);
      run.saw(id);
      return { version: run.version, state: { ...run.state, assessments: [] } };
    },
    {
      description: updateHelp(command),
      validator: (input: CommandInput = {}) => {
        if (!run.hasSeen(currentUpdateInfo()?.id)) require(input);
      },
    },
  );
  setHandler(
    COMMAND_SIGNALS[command],
    async (input: CommandInput = {}) => {
      const handled = signalled(input);
      // A command that waits for nothing is published before the next signal is handled, as histories have it.
      const why = handled instanceof Promise ? await handled.catch((error) => faultOf(error).message) : handled;
      if (why !== null) run.emit("command.ignored", { command, why });
      await publish(run);
    },
    { description: signalHelp(command) },
  );
}

/** The failure of an update whose input is not valid. */
export function invalid(message: string, problems: Problem[]): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, REFUSED.invalid, problems);
}

/** Problems as one sentence, for the log; null without any. */
export function sentenceOf(problems: Problem[]): string | null {
  return problems.length > 0 ? oneSentence(problems) : null;
}
