/** The owner's commands to an experiment, and what its debates report. All of them reach the debates under way. */
import { ApplicationFailure, condition, setHandler, sleep } from "@temporalio/workflow";
import type { ExperimentStatus } from "../../../domain/shapes/experiment-status.ts";
import { REFUSED } from "../../../domain/shapes/refusals.ts";
import { debateWaitsSignal } from "../../../workflows/base/messages.workflow-base.ts";
import type { Progress } from "../domain/experiment.ts";
import { isWithin } from "../domain/purse.ts";
import { EXPERIMENT_UPDATES, type ExtendInput } from "./messages.experiment.ts";
import type { ExperimentRun } from "./run.experiment-workflow.ts";

type Update = keyof typeof EXPERIMENT_UPDATES;

interface Handling {
  /** Missing: legal in every status. */
  legal?: ExperimentStatus[];
  /** Throws why its input is refused. */
  check?: (run: ExperimentRun, input: ExtendInput) => void;
  work: (run: ExperimentRun, input: ExtendInput) => Promise<void>;
}

const HANDLING: Record<Update, Handling> = {
  pause: { legal: ["queued", "running"], work: pause },
  resume: { legal: ["paused"], work: resume },
  stop: { legal: ["queued", "running", "paused"], work: stop },
  extend: { check: requireRoom, work: extend },
};

const HELP: Record<Update, string> = {
  pause: "Pauses the experiment: no cell begins, and its debates pause.",
  resume: "Resumes a paused experiment when it has a place among those that run.",
  stop: "Stops the experiment, and cancels its debates without a verdict.",
  extend: "Counts the cells again after arms were added, perhaps under a new budget.",
};

/** Call it before anything is awaited: a command may arrive with the workflow's first task. */
export function listenToOwner(run: ExperimentRun): void {
  for (const [command, handling] of Object.entries(HANDLING)) listenFor(run, command as Update, handling);
  setHandler(debateWaitsSignal, ({ debateId, why }) => giveUp(run, debateId, why), {
    description: "Internal: a debate of the experiment needs its owner, so it is given up.",
  });
}

/** What comes before the progress is read waits for it, and is checked then. */
function listenFor(run: ExperimentRun, command: Update, { legal, check, work }: Handling): void {
  const require = (input: ExtendInput) => {
    requireStatus(run, command, legal);
    check?.(run, input);
  };
  const handle = async (input: ExtendInput = {}): Promise<Progress> => {
    await condition(() => run.isOpen);
    require(input);
    await work(run, input);
    return run.shown();
  };
  // Only `extend` has an input.
  setHandler(EXPERIMENT_UPDATES[command] as typeof EXPERIMENT_UPDATES.extend, handle, {
    description: HELP[command],
    validator: (input = {}) => {
      if (run.isOpen) require(input);
    },
  });
}

function requireStatus(run: ExperimentRun, command: string, legal: ExperimentStatus[] | undefined): void {
  const { status } = run.progress;
  if (!legal || legal.includes(status)) return;
  throw ApplicationFailure.nonRetryable(`${command} is not legal while the experiment is ${status}`, REFUSED.illegal, {
    status,
  });
}

/** A debate that is just starting cannot pause yet, so the command is repeated to it. Milliseconds. */
const REPEATS_MS = [1_000, 4_000, 15_000];

async function pause(run: ExperimentRun): Promise<void> {
  await run.change("paused");
  await run.command("pause");
  void repeatPause(run);
}

async function repeatPause(run: ExperimentRun): Promise<void> {
  const { version } = run.pausing;
  for (const ms of REPEATS_MS) {
    await sleep(ms, { summary: "pauses debates that were just starting" });
    if (!run.isPaused || run.pausing.version !== version) return;
    await run.command("pause");
  }
}

/** Milliseconds. Where there is a place, the answer says that it runs. */
const ASKING_MS = 2_000;

/** Others may have its place now. */
async function resume(run: ExperimentRun): Promise<void> {
  await run.change("queued");
  await condition(() => !run.isQueued || run.hasAsked, ASKING_MS, { summary: "whether there is a place" });
}

const STOP = { mode: "abandon", reason: "the experiment was stopped" } as const;

async function stop(run: ExperimentRun): Promise<void> {
  await run.change("stopped");
  await run.command("stop", STOP);
}

/** A command that came while a debate was being started has not reached it. */
export async function commandStarted(run: ExperimentRun, debateId: string): Promise<void> {
  if (run.isStopped) await run.command("stop", STOP, [debateId]);
  else if (!run.isRunning) await run.command("pause", {}, [debateId]);
}

/** A budget below what is charged and set aside could not be kept. */
function requireRoom(run: ExperimentRun, { most }: ExtendInput): void {
  const { committed } = run.budget;
  if (!most || isWithin(committed, most)) return;
  throw ApplicationFailure.nonRetryable("the budget is too low", REFUSED.tooLow, committed);
}

/** Cells are counted again. An experiment that is over, and whose workflow is about to end, goes on. */
async function extend(run: ExperimentRun, { most }: ExtendInput): Promise<void> {
  if (most) run.progress = { ...run.progress, most };
  run.again ||= run.hasCounted;
  if (run.isOver) await run.change("queued");
  else await run.save();
}

/** Nobody watches a debate of an experiment: one that waits for its owner has failed. */
async function giveUp(run: ExperimentRun, debateId: string, why: string): Promise<void> {
  if (!run.debates.has(debateId)) return;
  run.debates.set(debateId, why);
  await run.command("stop", { mode: "abandon", reason: why }, [debateId]);
}
