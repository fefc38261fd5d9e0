/** The owner's commands to an experiment, and what its debates report. All of them reach the debates under way. */
import { ApplicationFailure, setHandler, sleep } from "@temporalio/workflow";
import type { ExperimentStatus, Progress } from "../../domain/experiments/experiment.ts";
import { isWithin } from "../../domain/experiments/purse.ts";
import { debateWaitsSignal, EXPERIMENT_UPDATES, type ExtendInput, REFUSED } from "../messages.ts";
import type { ExperimentRun } from "./run.ts";

export function listenToOwner(run: ExperimentRun): void {
  setHandler(EXPERIMENT_UPDATES.pause, () => pause(run), { validator: () => requireStatus(run, "pause", ["running"]) });
  setHandler(EXPERIMENT_UPDATES.resume, () => resume(run), {
    validator: () => requireStatus(run, "resume", ["paused"]),
  });
  setHandler(EXPERIMENT_UPDATES.stop, () => stop(run), {
    validator: () => requireStatus(run, "stop", ["running", "paused"]),
  });
  setHandler(EXPERIMENT_UPDATES.extend, (input) => extend(run, input), {
    validator: (input) => {
      requireStatus(run, "extend", ["running", "paused"]);
      requireRoom(run, input);
    },
  });
  setHandler(debateWaitsSignal, ({ debateId, why }) => giveUp(run, debateId, why));
}

function requireStatus(run: ExperimentRun, command: string, legal: ExperimentStatus[]): void {
  const { status } = run.progress;
  if (legal.includes(status)) return;
  throw ApplicationFailure.nonRetryable(`${command} is not legal while the experiment is ${status}`, REFUSED.illegal, {
    status,
  });
}

/** A debate that is just starting cannot pause yet, so the command is repeated to it. Milliseconds. */
const REPEATS_MS = [1_000, 4_000, 15_000];

async function pause(run: ExperimentRun): Promise<Progress> {
  await change(run, "paused");
  await run.command("pause");
  void repeatPause(run);
  return run.shown();
}

async function repeatPause(run: ExperimentRun): Promise<void> {
  const { version } = run.pausing;
  for (const ms of REPEATS_MS) {
    await sleep(ms, { summary: "pauses debates that were just starting" });
    if (!run.isPaused || run.pausing.version !== version) return;
    await run.command("pause");
  }
}

async function resume(run: ExperimentRun): Promise<Progress> {
  await change(run, "running");
  await run.command("resume");
  return run.shown();
}

async function stop(run: ExperimentRun): Promise<Progress> {
  await change(run, "stopped");
  await run.command("stop", { mode: "abandon", reason: "the experiment was stopped" });
  return run.shown();
}

/** A budget below what is charged and set aside could not be kept. */
function requireRoom(run: ExperimentRun, { most }: ExtendInput): void {
  const { committed } = run.budget;
  if (!most || isWithin(committed, most)) return;
  throw ApplicationFailure.nonRetryable("the budget is too low", REFUSED.tooLow, committed);
}

async function extend(run: ExperimentRun, { most }: ExtendInput): Promise<Progress> {
  if (most) run.progress.most = most;
  run.again = true;
  await run.save();
  return run.shown();
}

async function change(run: ExperimentRun, status: ExperimentStatus): Promise<void> {
  run.pausing = { version: run.pausing.version + 1 };
  run.progress = { ...run.progress, status };
  await run.save();
}

/** Nobody watches a debate of an experiment: one that waits for its owner has failed. */
async function giveUp(run: ExperimentRun, debateId: string, why: string): Promise<void> {
  if (!run.debates.has(debateId)) return;
  run.debates.set(debateId, why);
  await run.command("stop", { mode: "abandon", reason: why }, [debateId]);
}
