/**
 * What a scripted debate takes, in counts that no machine changes: requests and write units by kind of item, Actions and
 * workflow tasks, events and bytes of the history. Deltas and heartbeats are left out, since time makes them.
 */
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import { kindOf } from "../../support/models/replies.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { actionsIn, type RecordedHistory } from "../actions.ts";
import type { Counters, Lane } from "../lane.ts";
import { consumedSince } from "../meter.ts";

/** By what is counted, such as `worker: write units of META`. */
export type Counts = Record<string, number>;

interface Budgeted {
  request: object;
  speakers: string[];
  /** Speakers who speak at once end one after the other: no two share a request or a workflow task by chance. */
  apartMs?: number;
}

const SPEAKERS = ["p1", "p2", "p3"];

export const DEBATES: Record<string, Budgeted> = {
  "structured-rounds": {
    request: requestOf({ format: "structured-rounds", maxRounds: 5, roundDelayMs: 0 }, 2),
    speakers: SPEAKERS.slice(0, 2),
  },
  "round-limited, three at once": {
    request: requestOf({ format: "round-limited", maxRounds: 4, mode: "simultaneous", roundDelayMs: 0 }, 3),
    speakers: SPEAKERS,
    apartMs: 200,
  },
};

const READS = ["GetItem", "Query", "BatchGetItem"];

export async function play(lane: Lane, { request, speakers, apartMs = 0 }: Budgeted): Promise<Counts> {
  const { world } = lane;
  world.models.forget();
  const script = debaters(speakers);
  let turns = 0;
  world.models.use((call) => {
    if (kindOf(call) !== "turn") return script(call);
    return { ...script(call), profile: { ttft: apartMs * (++turns % speakers.length) } };
  });
  const before = await lane.counters();
  const { id } = await world.create(request);
  const handle = world.handle(id);
  await handle.result();
  const after = await lane.counters();
  const history = JSON.parse(historyToJSON(await handle.fetchHistory())) as RecordedHistory;
  return { ...storedBetween(before, after), ...workflowOf(history) };
}

function storedBetween(before: Counters, after: Counters): Counts {
  const counts: Counts = {};
  for (const writer of ["api", "worker"] as const) {
    const { units, written, requests } = consumedSince(before[writer], after[writer]);
    for (const [kind, count] of Object.entries(written)) {
      if (count === 0 || kind === "EVENT of deltas") continue;
      counts[`${writer}: requests that write ${kind}`] = count;
      counts[`${writer}: write units of ${kind}`] = units[kind] ?? 0;
    }
    for (const operation of READS) if (requests[operation]) counts[`${writer}: ${operation}`] = requests[operation];
  }
  return counts;
}

function workflowOf({ events }: RecordedHistory): Counts {
  const actions = Object.entries(actionsIn({ events })).filter(([, count]) => count > 0);
  const typed = (type: string) => events.filter(({ eventType }) => eventType.endsWith(type)).length;
  return {
    "history: events": events.length,
    "history: bytes": Buffer.byteLength(JSON.stringify(events)),
    "history: workflow tasks": typed("EVENT_TYPE_WORKFLOW_TASK_COMPLETED"),
    ...Object.fromEntries(actions.map(([kind, count]) => [`Actions: ${kind}`, count])),
  };
}
