/**
 * Commands as updates. Temporal knows an update's id within one run only; a client that sends a command again because
 * the answer was lost may meet the next run. So the ids of what was carried out go over with the state (spec §4.2), and
 * a command that comes again gets the answer it had earned, not "illegal while paused".
 */
import { currentUpdateInfo, setHandler } from "@temporalio/workflow";
import type { Addition, Command } from "../domain/lifecycle.ts";
import { COMMAND_UPDATES, type CommandInput } from "./messages.ts";
import { publish } from "./publishing.ts";
import type { DebateRun } from "./run.ts";

interface Handling {
  /** Throws what the update is refused with; changes nothing. */
  require: (input: CommandInput) => void;
  /** Carries it out. Settles when the log holds it. */
  work: (input: CommandInput) => Promise<void>;
}

/** Registers the handler of a command's update; its answer is the debate as it is then. */
export function listenForUpdate(run: DebateRun, command: Command | Addition, { require, work }: Handling): void {
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
      validator: (input: CommandInput = {}) => {
        if (!run.hasSeen(currentUpdateInfo()?.id)) require(input);
      },
    },
  );
}
