/** Signals that nothing in a debate has the name of. They change nothing, and the log names them. */
import { setDefaultSignalHandler } from "@temporalio/workflow";
import { didYouMean } from "../../domain/base/text/nearest.text.ts";
import { preview } from "../../domain/base/text/text.ts";
import { MESSAGES } from "../base/messages.workflow-base.ts";
import type { DebateRun } from "../base/run.workflow-base.ts";
import { publish } from "../steps/publishing.ts";

const LONGEST_NAME = 100;

/** Call it after all other handlers are set: signals that came before are dispatched at once. */
export function listenForStrangers(run: DebateRun): void {
  setDefaultSignalHandler(async (name) => {
    const why = `there is no such command${didYouMean(name, MESSAGES)}`;
    run.emit("command.ignored", { command: preview(name, LONGEST_NAME), why });
    await publish(run);
  });
}
