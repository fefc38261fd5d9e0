/** One run of an experiment in the workflow: its progress, its budget, and the debates under way. */
import { condition, getExternalWorkflowHandle } from "@temporalio/workflow";
import type { Progress } from "../../domain/experiments/experiment.ts";
import type { OfExperiment } from "../../domain/records/experiments.ts";
import {
  COMMAND_SIGNALS,
  type CommandInput,
  type ExperimentCarry,
  type ExperimentCommand,
  type ExperimentInput,
} from "../messages.ts";
import { storeActs } from "../steps/activity-proxies.ts";
import type { AskedAnswer } from "./asked.ts";
import { ExperimentBudget } from "./budget.ts";
import { HeldUp } from "./held-up.ts";

/** Progress is stored after so many cells, and whenever nothing runs. */
const CELLS_A_SAVE = 5;

export class ExperimentRun {
  readonly experiment: OfExperiment;
  readonly input: ExperimentInput;
  readonly budget: ExperimentBudget;
  readonly heldUp = new HeldUp(this);
  progress: Progress;
  next: number;
  again: boolean;
  /** Cells under way. */
  active = 0;
  /** Ids of debates under way, with what those waited for that their owner was needed for. */
  readonly debates = new Map<string, string | null>();
  /** Answers that were asked for in this run: several arms share them. */
  readonly answers = new Map<string, Promise<AskedAnswer>>();
  /** The work of cells under way. */
  readonly work: Promise<void>[] = [];
  /** Which pause this is: a later one has repetitions of its own. */
  pausing = { version: 0 };
  private unsaved = 0;

  constructor(input: ExperimentInput, carried: ExperimentCarry) {
    const { tenant, experimentId } = input;
    this.input = input;
    this.experiment = { tenant, experimentId };
    this.progress = carried.progress;
    this.next = carried.next;
    this.again = carried.again;
    this.budget = new ExperimentBudget(() => this.progress);
  }

  get isStopped(): boolean {
    return this.progress.status === "stopped";
  }

  get isPaused(): boolean {
    return this.progress.status === "paused";
  }

  /** Waits out a pause. False: nothing more may begin. */
  async mayBegin(): Promise<boolean> {
    return (await this.goesOn()) && !this.budget.isExhausted;
  }

  /** Waits out a pause. False: the experiment was stopped. */
  async goesOn(): Promise<boolean> {
    await condition(() => !this.isPaused);
    return !this.isStopped;
  }

  /** The progress with the number of cells under way. */
  shown(): Progress {
    return { ...this.progress, running: this.active };
  }

  async save(): Promise<void> {
    this.unsaved = 0;
    this.progress = { ...this.progress, version: this.progress.version + 1, at: new Date().toISOString() };
    const { experiment } = this;
    await storeActs("progress of the experiment").saveProgress({ experiment, progress: this.shown() });
  }

  /** Why answers wait for room under a limit; null: none does any more. */
  async waitFor(why: string | null): Promise<void> {
    const { waitsFor, ...progress } = this.progress;
    if ((waitsFor === undefined) === (why === null)) return;
    this.progress = why === null ? progress : { ...progress, waitsFor: why };
    await this.save();
  }

  async ended(status: "done" | "failed"): Promise<void> {
    this.progress = { ...this.progress, [status]: this.progress[status] + 1 };
    this.unsaved += 1;
    if (this.unsaved >= CELLS_A_SAVE || this.active <= 1) await this.save();
  }

  /** To all debates under way. One that has just ended needs no command. */
  async command(name: ExperimentCommand, input: CommandInput = {}, to = [...this.debates.keys()]): Promise<void> {
    const sent = to.map((id) =>
      getExternalWorkflowHandle(id)
        .signal(COMMAND_SIGNALS[name], input)
        .catch(() => {}),
    );
    await Promise.all(sent);
  }

  /** For the next run, when nothing is under way. */
  carry(): ExperimentInput {
    const { progress, next, again } = this;
    return { ...this.input, carried: { progress, next, again } };
  }
}
