import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Actions, actionsIn, allActions, noActions, type RecordedHistory } from "./actions.ts";

const recorded = (name: string): RecordedHistory =>
  JSON.parse(readFileSync(new URL(`../replay/histories/${name}.json`, import.meta.url), "utf8"));
const historyOf = (...events: Omit<RecordedHistory["events"][number], "eventId">[]): RecordedHistory => ({
  events: events.map((event, i) => ({ eventId: String(i + 1), ...event })),
});
const only = (counts: Partial<Actions>): Actions => ({ ...noActions(), ...counts });
const marker = (task: string) => ({
  eventType: "EVENT_TYPE_MARKER_RECORDED",
  markerRecordedEventAttributes: { workflowTaskCompletedEventId: task },
});
const attempt = (n: number) => ({
  eventType: "EVENT_TYPE_ACTIVITY_TASK_STARTED",
  activityTaskStartedEventAttributes: { attempt: n },
});

/** The recorded debate has 6 turns and assessments and a verdict, and its status and rounds as attributes. */
test("a debate of two rounds is billed for its start, each model call, and what its workflow tasks note", () => {
  const counted = actionsIn(recorded("round-limited"));
  expect(counted).toEqual(only({ starts: 1, activities: 7, local: 2, attributes: 4 }));
  expect(allActions(counted)).toBe(14);
});

test("a debate with questions is billed for its timers, its owner's updates and signals", () => {
  expect(actionsIn(recorded("clarified"))).toEqual(
    only({ starts: 1, activities: 8, local: 9, attributes: 6, timers: 2, messages: 5 }),
  );
});

test("calls that failed twice before they gave up are billed three times", () => {
  expect(actionsIn(recorded("degraded-and-decided")).activities).toBe(6 + 2 * 2);
});

test("a webhook's workflow is billed twice to the debate that starts it, and not once more for its own start", () => {
  expect(actionsIn(recorded("told-to-a-webhook")).starts).toBe(1 + 2);
  const child = historyOf({
    eventType: "EVENT_TYPE_WORKFLOW_EXECUTION_STARTED",
    workflowExecutionStartedEventAttributes: { parentWorkflowExecution: { workflowId: "w" } },
  });
  expect(allActions(actionsIn(child))).toBe(0);
});

test("a child that continues as new is a start of its own", () => {
  const continued = historyOf({
    eventType: "EVENT_TYPE_WORKFLOW_EXECUTION_STARTED",
    workflowExecutionStartedEventAttributes: {
      parentWorkflowExecution: { workflowId: "w" },
      continuedExecutionRunId: "r",
    },
  });
  expect(actionsIn(continued).starts).toBe(1);
});

test("all local activities of one workflow task are one Action", () => {
  expect(actionsIn(historyOf(marker("4"), marker("4"), marker("4"), marker("9")))).toEqual(only({ local: 2 }));
});

test("local activities that were tried again are billed for it, at most a hundred times a task", () => {
  const retried = (attempts: number) => ({
    eventType: "EVENT_TYPE_WORKFLOW_TASK_COMPLETED",
    workflowTaskCompletedEventAttributes: { meteringMetadata: { nonfirstLocalActivityExecutionAttempts: attempts } },
  });
  expect(actionsIn(historyOf(retried(3), retried(500))).local).toBe(103);
});

test("the first attempt of an activity is in its scheduling", () => {
  const scheduled = { eventType: "EVENT_TYPE_ACTIVITY_TASK_SCHEDULED" };
  expect(actionsIn(historyOf(scheduled, attempt(1), scheduled, attempt(4))).activities).toBe(5);
});

test("a reset is billed, any other workflow task that failed is not", () => {
  const failed = (cause: string) => ({
    eventType: "EVENT_TYPE_WORKFLOW_TASK_FAILED",
    workflowTaskFailedEventAttributes: { cause },
  });
  const causes = ["RESET_WORKFLOW", "NON_DETERMINISTIC_ERROR"].map((end) =>
    failed(`WORKFLOW_TASK_FAILED_CAUSE_${end}`),
  );
  expect(allActions(actionsIn(historyOf(...causes)))).toBe(1);
});
