/**
 * What stands for Temporal in tests that ask nothing of its durability: workflows, activities, signals, updates and queries in
 * this process. It loses everything when the process ends; it has no schedules, no timeouts, and no list but of
 * the workflows of a type that run.
 */
import { randomUUID } from "node:crypto";
import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from "@temporalio/client";
import type { TypedSearchAttributes, Workflow } from "@temporalio/common";
import {
  decodeTypedSearchAttributes,
  encodeUnifiedSearchAttributes,
} from "@temporalio/common/lib/converter/payload-search-attributes.js";
import type { WorkerOptions } from "@temporalio/worker";
import type { Activity } from "./activity.ts";
import { Execution, type Server, type Start } from "./execution.ts";

interface StartOptions {
  workflowId: string;
  taskQueue: string;
  args?: unknown[];
  workflowIdConflictPolicy?: "FAIL" | "USE_EXISTING";
  workflowIdReusePolicy?: "ALLOW_DUPLICATE" | "REJECT_DUPLICATE";
  typedSearchAttributes?: TypedSearchAttributes;
}

type Named = string | { name: string };
const nameOf = (of: Named | ((...args: never[]) => unknown)) => (typeof of === "string" ? of : of.name);

const RUNNING_OF = /^WorkflowType = "(\w+)" AND ExecutionStatus = "Running"$/;

/** `queues`: of all workers, whose activities are played; `workflows`: by their types. */
export function playTemporal(queues: WorkerOptions[], workflows: Record<string, Workflow>) {
  const activities = new Map(queues.flatMap((queue) => Object.entries(queue.activities ?? {}) as [string, Activity][]));
  const executions = new Map<string, Execution>();
  const latest = (workflowId: string) => executions.get(workflowId);
  const known = (workflowId: string) => {
    const found = latest(workflowId);
    if (!found) throw new WorkflowNotFoundError("workflow not found", workflowId, undefined);
    return found;
  };
  const running = (workflowId: string) => {
    const found = known(workflowId);
    found.requireOpen();
    return found;
  };
  const begin = (of: Start): Execution => {
    const workflow = workflows[of.type];
    if (!workflow) throw new Error(`there is no workflow ${of.type}`);
    const execution = new Execution(server, workflow, of);
    executions.set(of.workflowId, execution);
    return execution;
  };

  function start(type: Named | Workflow, options: StartOptions): Execution {
    const { workflowId, taskQueue, args = [], typedSearchAttributes } = options;
    const existing = latest(workflowId);
    if (existing?.isOpen && options.workflowIdConflictPolicy === "USE_EXISTING") return existing;
    if (existing?.isOpen || (existing && options.workflowIdReusePolicy === "REJECT_DUPLICATE"))
      throw new WorkflowExecutionAlreadyStartedError("Workflow execution already started", workflowId, nameOf(type));
    const indexedFields = encodeUnifiedSearchAttributes(undefined, typedSearchAttributes);
    return begin({ type: nameOf(type), workflowId, taskQueue, args, searchAttributes: { indexedFields } });
  }

  const getHandle = (workflowId: string) => ({
    workflowId,
    signal: async (signal: Named, ...args: unknown[]) => known(workflowId).signal(nameOf(signal), args),
    query: async (query: Named, ...args: unknown[]) => known(workflowId).query(nameOf(query), args),
    executeUpdate: async (
      update: Named,
      { updateId = randomUUID(), args = [] }: { updateId?: string; args?: unknown[] },
    ) => known(workflowId).update(nameOf(update), { id: updateId, args }),
    getUpdateHandle: (updateId: string) => ({ result: async () => known(workflowId).answerTo(updateId) }),
    describe: async () => {
      const { runId, firstRunId, startTime, status, start: of, searchAttributes } = known(workflowId);
      const typedSearchAttributes = decodeTypedSearchAttributes(searchAttributes);
      const raw = { workflowExecutionInfo: { firstRunId } };
      return { workflowId, runId, startTime, type: of.type, status: { name: status }, typedSearchAttributes, raw };
    },
    result: async () => known(workflowId).ended.promise,
    cancel: async () => running(workflowId).cancel(),
    terminate: async (reason = "") => running(workflowId).terminate(reason),
  });

  /** Only what Parley and its tests ask of a client; the rest is not played. */
  const client = {
    withDeadline: <T>(_deadline: number | Date, calls: () => Promise<T>) => calls(),
    withAbortSignal: <T>(_signal: AbortSignal, calls: () => Promise<T>) => calls(),
    workflow: {
      start: async (type: Named | Workflow, options: StartOptions) => getHandle(start(type, options).start.workflowId),
      execute: async (type: Named | Workflow, options: StartOptions) => start(type, options).ended.promise,
      getHandle,
      /** What runs of a type: the only list that Parley asks for. */
      async *list({ query }: { query: string }) {
        const type = RUNNING_OF.exec(query)?.[1];
        if (!type) throw new Error(`nobody plays the list of ${query}`);
        for (const { start: of, isOpen } of executions.values())
          if (isOpen && of.type === type) yield { workflowId: of.workflowId };
      },
    },
    workflowService: {
      deleteWorkflowExecution: async ({ workflowExecution }: { workflowExecution: { workflowId: string } }) => {
        known(workflowExecution.workflowId).terminate("deleted");
        executions.delete(workflowExecution.workflowId);
      },
      // Of the newest run alone: what a run was continued from is not kept.
      getWorkflowExecutionHistory: async () => ({ history: { events: [] } }),
    },
  } as unknown as Client;

  const interceptors = queues[0]?.interceptors?.activity ?? [];
  const server: Server = { client, activities, interceptors, latest, known, begin };
  return {
    client,
    /** Ends what runs. */
    end() {
      for (const execution of executions.values()) execution.abandon();
      executions.clear();
    },
  };
}
