/** What a debate's histories in Temporal say of it: all runs of it, from the first to the last. */
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import type { World } from "../../support/world.ts";

interface Scheduled {
  /** Bytes of its input, as Temporal stores them. */
  bytes: number;
  name: string;
}

export interface Histories {
  /** Activities that are no local ones, in order. */
  activities: Scheduled[];
  /** Milliseconds from the start of a workflow task to its end, in order. */
  taskMs: number[];
  /** Events and bytes of each run. */
  runs: { events: number; bytes: number }[];
}

interface Payloads {
  payloads?: { data?: string }[];
}

interface Event {
  eventType: string;
  eventTime: string;
  workflowExecutionStartedEventAttributes?: { continuedExecutionRunId?: string };
  activityTaskScheduledEventAttributes?: { activityType: { name: string }; input?: Payloads };
}

export async function historiesOf(world: World, id: string): Promise<Histories> {
  const found: Histories = { activities: [], taskMs: [], runs: [] };
  for (let runId: string | undefined, first = true; first || runId; first = false) {
    const handle = world.client.workflow.getHandle(id, runId);
    const { historySize = 0 } = await handle.describe();
    const { events } = JSON.parse(historyToJSON(await handle.fetchHistory())) as { events: Event[] };
    found.runs.unshift({ events: events.length, bytes: historySize });
    found.activities.unshift(...events.flatMap(scheduled));
    found.taskMs.unshift(...taskTimes(events));
    runId = events[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || undefined;
  }
  return found;
}

function scheduled({ activityTaskScheduledEventAttributes: of }: Event): Scheduled[] {
  if (!of) return [];
  const data = of.input?.payloads?.map((payload) => payload.data ?? "").join("") ?? "";
  return [{ name: of.activityType.name, bytes: Buffer.byteLength(data, "base64") }];
}

function taskTimes(events: Event[]): number[] {
  return events.flatMap((event, i) => {
    const before = events[i - 1];
    if (!event.eventType.endsWith("WORKFLOW_TASK_COMPLETED") || !before) return [];
    return [Date.parse(event.eventTime) - Date.parse(before.eventTime)];
  });
}
