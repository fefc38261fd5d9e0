/**
 * A run of a workflow: the SDK's own runtime of workflows, without its sandbox and without a server. Each command that the
 * workflow gives is carried out here, and its outcome is the workflow's next job.
 */
import { randomUUID } from "node:crypto";
import { type Client, WorkflowNotFoundError, WorkflowUpdateFailedError } from "@temporalio/client";
import {
  defaultFailureConverter as failures,
  defaultPayloadConverter as payloads,
  TypedSearchAttributes,
  type Workflow,
} from "@temporalio/common";
import proto, { type coresdk, type temporal } from "@temporalio/proto";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { Activator } from "@temporalio/workflow/lib/internals.js";
import { createUnsafeRandomSource } from "@temporalio/workflow/lib/random-helpers.js";
import * as runtime from "@temporalio/workflow/lib/worker-interface.js";
import { type Activity, argumentsOf, msOf, PlayedActivity } from "./activity.ts";
import { within } from "./globals.ts";

type Job = coresdk.workflow_activation.IWorkflowActivationJob;
type Command = coresdk.workflow_commands.IWorkflowCommand;
type Handlers = { [K in keyof Command]?: (command: NonNullable<Command[K]>) => void };

const ABANDON = proto.coresdk.child_workflow.ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON;
const REJECT_DUPLICATE = proto.temporal.api.enums.v1.WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE;
/** Events that a job or a command makes in a history, about. */
const EVENTS = 2;

export interface Start {
  type: string;
  workflowId: string;
  taskQueue: string;
  args: unknown[];
  parent?: Execution;
  /** Of the run that was continued as new. */
  firstRunId?: string;
  searchAttributes?: temporal.api.common.v1.ISearchAttributes;
}

/** What a run asks of the server that it runs on. */
export interface Server {
  client: Client;
  activities: Map<string, Activity>;
  interceptors: ActivityInterceptorsFactory[];
  /** The newest run under an id. */
  latest(workflowId: string): Execution | undefined;
  /** The same; throws `WorkflowNotFoundError` if there is none. */
  known(workflowId: string): Execution;
  begin(start: Start): Execution;
}

export type Status = "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED" | "TERMINATED" | "CONTINUED_AS_NEW";

export class Execution {
  readonly runId = randomUUID();
  readonly firstRunId: string;
  readonly startTime = new Date();
  status: Status = "RUNNING";
  /** Its result, or why it has none. */
  readonly ended = Promise.withResolvers<unknown>();
  /** By name, as they are now. */
  searchAttributes: Record<string, temporal.api.common.v1.IPayload>;
  private readonly activator: Activator;
  private jobs: Job[];
  private isActive = false;
  private readonly timers = new Map<number, NodeJS.Timeout>();
  private readonly activities = new Map<number, PlayedActivity>();
  private readonly children = new Map<number, Execution>();
  private readonly updates = new Map<string, PromiseWithResolvers<unknown>>();
  private readonly queries = new Map<string, PromiseWithResolvers<unknown>>();
  private asked: Job[] = [];
  private readonly temporal: Server;
  readonly start: Start;

  constructor(temporal: Server, workflow: Workflow, start: Start) {
    this.temporal = temporal;
    this.start = start;
    this.firstRunId = start.firstRunId ?? this.runId;
    this.searchAttributes = start.searchAttributes?.indexedFields ?? {};
    this.ended.promise.catch(() => {});
    const { workflowId, taskQueue, parent } = start;
    this.activator = new Activator({
      info: {
        workflowId,
        runId: this.runId,
        workflowType: start.type,
        searchAttributes: {},
        typedSearchAttributes: new TypedSearchAttributes(),
        ...(parent && { parent: { workflowId: parent.start.workflowId, runId: parent.runId, namespace: "default" } }),
        historyLength: 0,
        historySize: 0,
        continueAsNewSuggested: false,
        targetWorkerDeploymentVersionChanged: false,
        taskQueue,
        namespace: "default",
        firstExecutionRunId: this.firstRunId,
        originalExecutionRunId: this.runId,
        startTime: this.startTime,
        runStartTime: this.startTime,
        taskTimeoutMs: 10_000,
        attempt: 1,
        currentBuildId: "",
        unsafe: {
          isReplaying: false,
          isReplayingHistoryEvents: false,
          now: Date.now,
          random: createUnsafeRandomSource(Math.random),
        },
      },
      now: Date.now(),
      randomnessSeed: [...Buffer.from(this.runId)],
      showStackTraceSources: false,
      sourceMap: {} as never,
      getTimeOfDay: () => process.hrtime.bigint(),
      registeredActivityNames: new Set(temporal.activities.keys()),
      stackTracesEnabled: false,
    });
    this.activator.workflow = workflow;
    const initializeWorkflow = {
      workflowType: start.type,
      arguments: start.args.map((arg) => payloads.toPayload(arg)),
      headers: {},
      ...(start.searchAttributes && { searchAttributes: start.searchAttributes }),
    };
    within(this.activator, () => runtime.initialize(initializeWorkflow));
    this.jobs = [{ initializeWorkflow }];
    void this.act();
  }

  get isOpen(): boolean {
    return this.status === "RUNNING";
  }

  signal(signalName: string, args: unknown[]): void {
    this.requireOpen();
    this.add({ signalWorkflow: { signalName, input: args.map((arg) => payloads.toPayload(arg)), headers: {} } });
  }

  update(name: string, { id, args }: { id: string; args: unknown[] }): Promise<unknown> {
    const known = this.updates.get(id);
    if (known) return known.promise;
    this.requireOpen();
    const answer = Promise.withResolvers<unknown>();
    answer.promise.catch(() => {});
    this.updates.set(id, answer);
    const input = args.map((arg) => payloads.toPayload(arg));
    this.add({ doUpdate: { id, protocolInstanceId: id, name, input, headers: {}, runValidator: true } });
    return answer.promise;
  }

  /** What an update has answered, or will. */
  answerTo(id: string): Promise<unknown> {
    return this.updates.get(id)?.promise ?? Promise.reject(this.notFound());
  }

  /** Also of a run that is over. */
  query(queryType: string, args: unknown[]): Promise<unknown> {
    const queryId = randomUUID();
    const answer = Promise.withResolvers<unknown>();
    this.queries.set(queryId, answer);
    const query = { queryId, queryType, arguments: args.map((arg) => payloads.toPayload(arg)), headers: {} };
    this.asked.push({ queryWorkflow: query });
    void this.act();
    return answer.promise;
  }

  cancel(): void {
    if (this.isOpen) this.add({ cancelWorkflow: { reason: "" } });
  }

  terminate(reason: string): void {
    if (this.isOpen) this.close("TERMINATED", (end) => end.reject(new Error(`terminated: ${reason}`)));
  }

  /** Cancels what still runs for it, as the end of a worker does. */
  abandon(): void {
    this.terminate("the world ends");
    for (const activity of this.activities.values()) activity.cancel({ workerShutdown: true });
  }

  /** Throws `WorkflowNotFoundError` once it is over. */
  requireOpen(): void {
    if (!this.isOpen) throw this.notFound();
  }

  private notFound(): WorkflowNotFoundError {
    return new WorkflowNotFoundError("workflow execution already completed", this.start.workflowId, this.runId);
  }

  private add(job: Job): void {
    this.jobs.push(job);
    void this.act();
  }

  /** One task after the other, each with the jobs that have come. */
  private async act(): Promise<void> {
    if (this.isActive) return;
    this.isActive = true;
    try {
      for (;;) {
        const asked = this.asked.splice(0);
        if (asked.length > 0) await this.run(asked);
        const jobs = this.isOpen ? this.jobs.splice(0) : [];
        if (jobs.length === 0 && this.asked.length === 0) return;
        if (jobs.length === 0) continue;
        const commands = await this.run(jobs);
        this.activator.mutateWorkflowInfo((info) => ({
          ...info,
          historyLength: info.historyLength + EVENTS * (1 + jobs.length + commands.length),
        }));
        for (const command of commands) if (this.isOpen) this.obey(command);
      }
    } catch (error) {
      // A real worker would fail the task, and try it for ever.
      process.stderr.write(`a task of ${this.start.workflowId} failed: ${(error as Error).stack}\n`);
      this.close("FAILED", (end) => end.reject(error));
    } finally {
      this.isActive = false;
    }
  }

  private async run(jobs: Job[]): Promise<Command[]> {
    const { runId } = this;
    this.activator.now = Date.now();
    const activation = proto.coresdk.workflow_activation.WorkflowActivation.fromObject({ runId, jobs });
    within(this.activator, () => runtime.activate(activation));
    do await new Promise(setImmediate);
    while (within(this.activator, () => runtime.tryUnblockConditions()) > 0);
    const { successful } = within(this.activator, () => runtime.concludeActivation());
    // What it logs: a real worker of the tests says errors alone.
    this.activator.getAndResetSinkCalls();
    const commands = successful?.commands ?? [];
    for (const { respondToQuery } of commands) if (respondToQuery) this.answerQuery(respondToQuery);
    return commands.filter(({ respondToQuery }) => !respondToQuery);
  }

  private obey(command: Command): void {
    const known = Object.keys(this.handlers).find((name) => command[name as keyof Command]) as
      | keyof Command
      | undefined;
    if (!known) throw new Error(`nobody plays ${JSON.stringify(command)}`);
    (this.handlers[known] as (of: unknown) => void)(command[known]);
  }

  private readonly handlers: Handlers = {
    startTimer: ({ seq, startToFireTimeout }) => {
      const fires = () => {
        this.timers.delete(seq as number);
        this.add({ fireTimer: { seq } });
      };
      this.timers.set(seq as number, setTimeout(fires, msOf(startToFireTimeout) ?? 0));
    },
    cancelTimer: ({ seq }) => {
      clearTimeout(this.timers.get(seq as number));
      this.timers.delete(seq as number);
    },
    scheduleActivity: (scheduled) => this.begin(scheduled, false),
    scheduleLocalActivity: (scheduled) => this.begin(scheduled, true),
    requestCancelActivity: ({ seq }) => this.activities.get(seq as number)?.cancel(),
    requestCancelLocalActivity: ({ seq }) => this.activities.get(seq as number)?.cancel(),
    startChildWorkflowExecution: (child) => this.beginChild(child),
    cancelChildWorkflowExecution: ({ childWorkflowSeq }) => this.children.get(childWorkflowSeq as number)?.cancel(),
    signalExternalWorkflowExecution: ({ seq, workflowExecution, childWorkflowId, signalName, args }) => {
      const id = workflowExecution?.workflowId ?? childWorkflowId ?? "";
      try {
        this.temporal.known(id).signal(signalName as string, argumentsOf(args));
        this.add({ resolveSignalExternalWorkflow: { seq } });
      } catch (error) {
        this.add({ resolveSignalExternalWorkflow: { seq, failure: failures.errorToFailure(error, payloads) } });
      }
    },
    updateResponse: ({ protocolInstanceId, completed, rejected }) => {
      const answer = this.updates.get(protocolInstanceId as string);
      if (completed) answer?.resolve(payloads.fromPayload(completed));
      if (!rejected) return;
      const cause = failures.failureToError(rejected, payloads);
      answer?.reject(new WorkflowUpdateFailedError("Workflow Update failed", cause));
    },
    upsertWorkflowSearchAttributes: ({ searchAttributes }) => {
      this.searchAttributes = { ...this.searchAttributes, ...searchAttributes?.indexedFields };
    },
    modifyWorkflowProperties: () => {},
    setPatchMarker: () => {},
    completeWorkflowExecution: ({ result }) =>
      this.close("COMPLETED", (end) => end.resolve(result && payloads.fromPayload(result))),
    failWorkflowExecution: ({ failure }) =>
      this.close("FAILED", (end) => end.reject(failures.failureToError(failure ?? {}, payloads))),
    cancelWorkflowExecution: () => this.close("CANCELLED", (end) => end.reject(new Error("cancelled"))),
    continueAsNewWorkflowExecution: ({ workflowType, arguments: args }) => {
      const { firstRunId } = this;
      const searchAttributes = { indexedFields: this.searchAttributes };
      const next = {
        ...this.start,
        searchAttributes,
        firstRunId,
        type: workflowType as string,
        args: argumentsOf(args),
      };
      const following = this.temporal.begin(next);
      // A server would have this task done again after a signal that came meanwhile.
      for (const job of this.jobs.splice(0)) if (job.signalWorkflow) following.add(job);
      this.close("CONTINUED_AS_NEW", (end) => end.resolve(following.ended.promise));
    },
  };

  private begin(scheduled: coresdk.workflow_commands.IScheduleActivity, isLocal: boolean): void {
    const { seq, activityType } = scheduled;
    const activity = this.temporal.activities.get(activityType as string);
    if (!activity) throw new Error(`there is no activity ${activityType}`);
    const { workflowId, taskQueue, type } = this.start;
    const workflow = { workflowId, runId: this.runId, workflowType: type, taskQueue, namespace: "default" };
    const { client, interceptors } = this.temporal;
    const played = new PlayedActivity({ activity, scheduled, isLocal, workflow, client, interceptors });
    this.activities.set(seq as number, played);
    void this.finish(played, { seq, isLocal });
  }

  private async finish(
    played: PlayedActivity,
    of: { seq?: number | null | undefined; isLocal: boolean },
  ): Promise<void> {
    const result = await played.result();
    this.activities.delete(of.seq as number);
    if (this.isOpen) this.add({ resolveActivity: { ...of, result } });
  }

  private beginChild(child: coresdk.workflow_commands.IStartChildWorkflowExecution): void {
    const { seq, workflowId: id, workflowType: type, input, searchAttributes } = child;
    const { parentClosePolicy, workflowIdReusePolicy } = child;
    const workflowId = id as string;
    const existing = this.temporal.latest(workflowId);
    if (existing && (existing.isOpen || workflowIdReusePolicy === REJECT_DUPLICATE)) {
      const failed = { workflowId, workflowType: type, cause: 1 };
      return this.add({ resolveChildWorkflowExecutionStart: { seq, failed } });
    }
    if (parentClosePolicy !== ABANDON) throw new Error("only children that outlive their parent are played");
    const { taskQueue } = this.start;
    const started = this.temporal.begin({
      type: type as string,
      workflowId,
      taskQueue,
      args: argumentsOf(input),
      parent: this,
      ...(searchAttributes && { searchAttributes }),
    });
    this.children.set(seq as number, started);
    this.add({ resolveChildWorkflowExecutionStart: { seq, succeeded: { runId: started.runId } } });
    started.ended.promise.then(
      (result) => this.childEnded(seq as number, { completed: { result: payloads.toPayload(result) } }),
      (error) => this.childEnded(seq as number, { failed: { failure: this.failureOf(started, error) } }),
    );
  }

  private childEnded(seq: number, result: coresdk.child_workflow.IChildWorkflowResult): void {
    if (this.isOpen) this.add({ resolveChildWorkflowExecution: { seq, result } });
  }

  private failureOf({ start, runId }: Execution, error: Error) {
    return {
      message: "Child Workflow execution failed",
      cause: failures.errorToFailure(error, payloads),
      childWorkflowExecutionFailureInfo: {
        namespace: "default",
        workflowType: { name: start.type },
        workflowExecution: { workflowId: start.workflowId, runId },
      },
    };
  }

  private answerQuery({ queryId, succeeded, failed }: coresdk.workflow_commands.IQueryResult): void {
    const answer = this.queries.get(queryId as string);
    this.queries.delete(queryId as string);
    if (failed) answer?.reject(failures.failureToError(failed, payloads));
    else answer?.resolve(succeeded?.response && payloads.fromPayload(succeeded.response));
  }

  private close(status: Exclude<Status, "RUNNING">, settle: (end: PromiseWithResolvers<unknown>) => void): void {
    this.status = status;
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const activity of this.activities.values()) activity.cancel({ notFound: true });
    settle(this.ended);
    for (const answer of this.updates.values()) answer.reject(this.notFound());
  }
}
