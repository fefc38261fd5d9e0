/** What each command does, as Temporal's UI tells somebody who sends it from there: in words, with its input. */
import type { Addition, Command } from "./lifecycle.shape.ts";

export const COMMAND_HELP: Record<Command | Addition, string> = {
  configure: 'Changes a draft by a JSON merge patch of its request: { "patch": { "maxRounds": 3 } }.',
  validate: 'Checks a draft; { "live": true } also asks each model for an answer.',
  start: "Starts a debate that is ready.",
  pause: 'Pauses the debate when the work in flight has ended, or at once with { "when": "now" }.',
  resume: "Resumes a paused debate.",
  stop: 'Ends the debate: the judge rules on what there is, or { "mode": "abandon" } cancels it without a verdict.',
  retry: "Tries again after a fault; nothing that was bought is bought again.",
  submitAnswers: 'Answers questions of the participants: { "answers": [{ "questionId": "q1", "answer": "…" }] }.',
  decide: 'Makes the decision that the debate waits for: { "option": "retry" }, with "params" where it needs some.',
  reset: "Starts over after a fault, as a draft; turns and costs so far stay.",
  acknowledge: "Acknowledges the warnings that are open.",
  amend: 'Changes a debate that has started: { "patch": { "limits": { "maxCostUsd": 2 } } }, also policies and models.',
  interject: 'Adds a remark that everybody reads from the next turn on; "to" names one reader: { "text": "…" }.',
};

/** Their updates name what the API has stored before, so only the API can send them. */
const STORED_FIRST: readonly (Command | Addition)[] = ["configure", "amend", "interject"];

/** A signal is not answered. */
export function signalHelp(command: Command | Addition): string {
  return `${COMMAND_HELP[command]} If it has no effect, the log of the debate says why.`;
}

/** An update is answered. */
export function updateHelp(command: Command | Addition): string {
  if (STORED_FIRST.includes(command))
    return "Only the API sends it, with what it has stored. Anybody else sends the signal of the same name.";
  return `${COMMAND_HELP[command]} It answers with the new state when the log contains the effect.`;
}
