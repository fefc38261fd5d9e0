/**
 * How many Actions Temporal Cloud bills for a history, by its own list: https://docs.temporal.io/cloud/actions (read on
 * 21 November 2026). What leaves no trace in a history (heartbeats, queries, updates that were rejected) is counted
 * elsewhere or not at all; see `docs/design/costs.md`.
 */

/** A history as `historyToJSON` writes it. */
export interface RecordedHistory {
  events: RecordedEvent[];
}

interface RecordedEvent {
  eventId: string;
  eventType: string;
  workflowExecutionStartedEventAttributes?: {
    parentWorkflowExecution?: object | null;
    continuedExecutionRunId?: string;
  };
  workflowTaskCompletedEventAttributes?: {
    meteringMetadata?: { nonfirstLocalActivityExecutionAttempts?: number } | null;
  };
  workflowTaskFailedEventAttributes?: { cause?: string };
  activityTaskStartedEventAttributes?: { attempt?: number };
  markerRecordedEventAttributes?: { workflowTaskCompletedEventId?: string };
}

const ACTION_KINDS = [
  "starts",
  "activities",
  "local",
  "attributes",
  "timers",
  "messages",
  "others",
  "heartbeats",
] as const;
type ActionKind = (typeof ACTION_KINDS)[number];
/** `local`: local activities, once for each workflow task. `messages`: signals and accepted updates. */
export type Actions = Record<ActionKind, number>;

/** Retries of local activities that one workflow task may be billed for. */
const MOST_LOCAL_RETRIES = 100;

/** One Action for each of these. */
const SINGLE: Record<string, ActionKind> = {
  ACTIVITY_TASK_SCHEDULED: "activities",
  UPSERT_WORKFLOW_SEARCH_ATTRIBUTES: "attributes",
  TIMER_STARTED: "timers",
  WORKFLOW_EXECUTION_SIGNALED: "messages",
  WORKFLOW_EXECUTION_UPDATE_ACCEPTED: "messages",
  WORKFLOW_EXECUTION_OPTIONS_UPDATED: "others",
  NEXUS_OPERATION_SCHEDULED: "others",
  NEXUS_OPERATION_CANCEL_REQUESTED: "others",
};

export function noActions(): Actions {
  return Object.fromEntries(ACTION_KINDS.map((kind) => [kind, 0])) as Actions;
}

export function allActions(actions: Actions): number {
  return Object.values(actions).reduce((sum, count) => sum + count, 0);
}

/** What the history of one run shows; `heartbeats` is 0. A run that continues another is a start of its own. */
export function actionsIn({ events }: RecordedHistory): Actions {
  const actions = noActions();
  const tasksWithMarkers = new Set<string>();
  for (const event of events) {
    const task = event.markerRecordedEventAttributes?.workflowTaskCompletedEventId;
    if (task !== undefined) tasksWithMarkers.add(task);
    const [kind, count] = billedFor(event);
    actions[kind] += count;
  }
  actions.local += tasksWithMarkers.size;
  return actions;
}

function billedFor(event: RecordedEvent): [ActionKind, number] {
  const type = event.eventType.replace(/^EVENT_TYPE_/, "");
  const single = SINGLE[type];
  if (single) return [single, 1];
  switch (type) {
    case "WORKFLOW_EXECUTION_STARTED":
      return ["starts", isStartedByParent(event) ? 0 : 1];
    // One for the intent and one for the attempt: the child's own start is in it.
    case "START_CHILD_WORKFLOW_EXECUTION_INITIATED":
      return ["starts", 2];
    case "ACTIVITY_TASK_STARTED":
      return ["activities", (event.activityTaskStartedEventAttributes?.attempt ?? 1) - 1];
    case "WORKFLOW_TASK_COMPLETED":
      return ["local", Math.min(MOST_LOCAL_RETRIES, localRetries(event))];
    case "WORKFLOW_TASK_FAILED":
      return ["starts", isReset(event) ? 1 : 0];
    default:
      return ["others", 0];
  }
}

function isStartedByParent({ workflowExecutionStartedEventAttributes: started }: RecordedEvent): boolean {
  return Boolean(started?.parentWorkflowExecution) && !started?.continuedExecutionRunId;
}

function localRetries({ workflowTaskCompletedEventAttributes: completed }: RecordedEvent): number {
  return completed?.meteringMetadata?.nonfirstLocalActivityExecutionAttempts ?? 0;
}

function isReset({ workflowTaskFailedEventAttributes: failed }: RecordedEvent): boolean {
  return failed?.cause === "WORKFLOW_TASK_FAILED_CAUSE_RESET_WORKFLOW";
}
