/** One run of an experiment in the workflow: its progress, its budget, and the debates under way. */

import { condition, getExternalWorkflowHandle } from "@temporalio/workflow";
import type { ExperimentStatus } from "../../../domain/shapes/experiment-status.ts";
import { COMMAND_SIGNALS, type CommandInput } from "../../../workflows/base/messages.workflow-base.ts";
import { storeActs } from "../../../workflows/steps/activity-proxies.ts";
import type { ExperimentActivities } from "../activities/index.ts";
import type { Progress } from "../domain/experiment.ts";
import type { OfExperiment } from "../domain/experiment-records.ts";
import type { AskedAnswer } from "./asked.experiment-workflow.ts";
import { ExperimentBudget } from "./budget.experiment-workflow.ts";
import { HeldUp } from "./held-up.ts";
import { type ExperimentCommand, type ExperimentInput } from "./messages.experiment.ts";

/** Progress is stored after so many cells, and whenever nothing runs. */
const CELLS_A_SAVE = 5;

/** Statuses in which cells may be under way or begin. */
const GOING: ExperimentStatus[] = ["queued", "running", "paused"];

export class ExperimentRun {
  readonly experiment: OfExperiment;
  readonly input: ExperimentInput;
  readonly budget: ExperimentBudget;
  readonly heldUp = new HeldUp(this);
  next: number;
  /** The cells have been counted from 0 in this run. */
  hasCounted = false;
  again: boolean;
  /** Cells under way. */
  active = 0;
  /** The most of them. */
  cells: number;
  /** It has a place among those that run, or asks for one. */
  holdsPlace = true;
  /** Its turn may have come. */
  isCalled = false;
  /** It has asked since it is queued, and has to wait. */
  hasAsked = false;
  /** Ids of debates under way, with what those waited for that their owner was needed for. */
  readonly debates = new Map<string, string | null>();
  /** Answers that were asked for in this run: several arms share them. */
  readonly answers = new Map<string, Promise<AskedAnswer>>();
  /** The work of cells under way. */
  readonly work: Promise<void>[] = [];
  /** Which pause this is: a later one has repetitions of its own. */
  pausing = { version: 0 };
  /** null: not read yet. */
  private known: Progress | null;
  private unsaved = 0;

  constructor(input: ExperimentInput) {
    const { tenant, experimentId, carried } = input;
    this.input = input;
    this.experiment = { tenant, experimentId };
    this.known = carried?.progress ?? null;
    this.next = carried?.next ?? 0;
    this.again = carried?.again ?? false;
    this.cells = carried?.cells ?? Infinity;
    this.budget = new ExperimentBudget(() => this.progress);
  }

  get isOpen(): boolean {
    return this.known !== null;
  }

  /** Of an open run. */
  get progress(): Progress {
    if (this.known) return this.known;
    throw new Error("the experiment's progress is not read yet");
  }

  set progress(progress: Progress) {
    this.known = progress;
  }

  /** A run that continues no other begins in line: it was created, resumed after its workflow was closed, or extended. */
  async open(): Promise<void> {
    if (this.known) return;
    const { experiment } = this;
    const progress = await storeActs<ExperimentActivities>("progress of the experiment").readProgress({ experiment });
    this.progress = { ...progress, status: "queued", leftOut: null, why: null };
  }

  get isStopped(): boolean {
    return this.progress.status === "stopped";
  }

  get isRunning(): boolean {
    return this.progress.status === "running";
  }

  get isPaused(): boolean {
    return this.progress.status === "paused";
  }

  get isQueued(): boolean {
    return this.progress.status === "queued";
  }

  get isOver(): boolean {
    return !GOING.includes(this.progress.status);
  }

  /** Waits out a pause. False: nothing more may begin. */
  async mayBegin(): Promise<boolean> {
    return (await this.goesOn()) && !this.budget.isExhausted;
  }

  /** Waits out a pause, and until its turn has come. False: the experiment was stopped. */
  async goesOn(): Promise<boolean> {
    await condition(() => this.isRunning || this.isOver);
    return !this.isStopped;
  }

  /** Its turn has come. */
  async begins(): Promise<void> {
    if (!this.isQueued) return;
    await this.change("running");
    await this.command("resume");
  }

  /** Stored when it resolves. */
  async change(status: ExperimentStatus): Promise<void> {
    this.pausing = { version: this.pausing.version + 1 };
    this.hasAsked = false;
    this.progress = { ...this.progress, status };
    await this.save();
  }

  /** The progress with the number of cells under way. */
  shown(): Progress {
    return { ...this.progress, running: this.active };
  }

  async save(): Promise<void> {
    this.unsaved = 0;
    this.progress = { ...this.progress, version: this.progress.version + 1, at: new Date().toISOString() };
    const { experiment } = this;
    await storeActs<ExperimentActivities>("progress of the experiment").saveProgress({
      experiment,
      progress: this.shown(),
    });
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
    const { progress, next, again, cells } = this;
    return { ...this.input, carried: { progress, next, again, ...(cells !== Infinity && { cells }) } };
  }
}
