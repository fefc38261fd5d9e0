/** Plays one debate in a lane with one reader from its first event to its last, and says what it has taken. */
import { historyToJSON } from "@temporalio/common/lib/proto-utils.js";
import type { ListedDebate, ListPlace, Upkeep } from "../../store/port/upkeep.ts";
import { events, type FlatEvent, type World } from "../support/world.ts";
import { type Actions, actionsIn, noActions, type RecordedHistory } from "./actions.ts";
import { storedBytes, type WireItem } from "./capacity.ts";
import type { Case, Owner } from "./cases.ts";
import type { Counters, Lane } from "./lane.ts";
import { type Consumed, consumedSince, createCaller } from "./meter.ts";
import { createPacedModels, type Pace, type Tally } from "./models.ts";

export interface Measured extends Tally, Pick<Case, "name" | "format" | "rounds" | "speakers" | "idleHours"> {
  /** Of a sweep after the end. */
  sweep: Consumed;
  /** Of a call to a model, in the mean. */
  callSeconds: number;
  /** From its creation to its last event, as it ran here. */
  seconds: number;
  actions: Actions;
  /** Bytes of its histories in Temporal, as Temporal says. */
  historyBytes: number;
  worker: Consumed;
  /** Of the API: the creation, one reader, the transcript once, and what its owner did. */
  api: Consumed;
  /** What stays in the table, its indexes included. */
  storedBytes: number;
  /** Seconds of all activities and workflow tasks, as if none ran beside another. */
  busySeconds: number;
  /** Requests of the API, and seconds that they were open. */
  requests: number;
  requestSeconds: number;
}

/** What a run has counted. */
export interface Counts {
  how: Pace;
  debates: Measured[];
}

export interface Reader {
  /** After so long a stream is taken up anew (`infra/cdk/base/stages.ts`). */
  streamSeconds: number;
}

export async function measure(lane: Lane, played: Case, how: Pace & Reader): Promise<Measured> {
  const { world } = lane;
  world.models.forget();
  const { tally, reply } = createPacedModels(played.script, how, world.models.journal);
  world.models.use(reply);
  const before = await lane.counters();
  const clock = createClock();
  const { id } = await clock.during(() => world.create(played.request));
  const reader = follow(world, id, { ...how, clock });
  const post: Owner["post"] = async (path, body) => {
    const { status, text } = await clock.during(() => world.post(`/v1/debates/${id}/${path}`, body));
    if (status >= 400) throw new Error(`${path} answered ${status}: ${text}`);
  };
  await Promise.all([reader.done, played.steer?.({ saw: reader.saw, post })]);
  const seconds = clock.elapsed();
  await world.handle(id).result();
  await clock.during(() => world.transcript(id));
  const after = await lane.counters();
  const swept = await sweep(lane, id);
  const { name, format, rounds, speakers, idleHours } = played;
  return {
    name,
    format,
    rounds,
    speakers,
    idleHours,
    ...tally,
    callSeconds: callSecondsIn(world),
    seconds,
    ...(await historiesOf(world, id, after.heartbeats - before.heartbeats)),
    ...consumedBetween(before, after),
    ...swept,
    requests: clock.requests(),
    requestSeconds: clock.requestSeconds(),
  };
}

function callSecondsIn({ models }: World): number {
  const lasted = models.journal.map(({ at, endedAt = at }) => (endedAt - at) / 1000);
  return lasted.reduce((sum, each) => sum + each, 0) / lasted.length;
}

function createClock() {
  const startedAt = performance.now();
  let count = 0;
  let ms = 0;
  return {
    elapsed: () => (performance.now() - startedAt) / 1000,
    requests: () => count,
    requestSeconds: () => ms / 1000,
    async during<T>(request: () => Promise<T>): Promise<T> {
      const from = performance.now();
      count += 1;
      try {
        return await request();
      } finally {
        ms += performance.now() - from;
      }
    },
  };
}

/** One reader, who comes back by itself when its stream has been open for long enough. */
function follow(
  world: World,
  id: string,
  { streamSeconds, clock }: Reader & { clock: ReturnType<typeof createClock> },
) {
  const log: FlatEvent[] = [];
  const waiting = new Set<{ holds: (event: FlatEvent) => boolean; resolve: () => void }>();

  async function stream(): Promise<boolean> {
    const until = performance.now() + streamSeconds * 1000;
    for await (const event of events(world.url, id, log.at(-1)?.id ?? 0)) {
      log.push(event);
      for (const each of waiting) if (each.holds(event)) each.resolve();
      if (isLast(event)) return true;
      if (performance.now() > until) return false;
    }
    return false;
  }

  async function whole(): Promise<void> {
    while (!(await clock.during(stream)));
    const last = log.at(-1)?.type;
    if (last !== "debate.completed") throw new Error(`${id} ended with ${last}`);
  }

  return {
    done: whole(),
    saw: async (holds: (event: FlatEvent) => boolean) => {
      if (log.some(holds)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add({ holds, resolve });
      await promise;
    },
  };
}

const isLast = ({ type }: FlatEvent) => ["debate.completed", "debate.failed", "debate.cancelled"].includes(type);

function consumedBetween(before: Counters, after: Counters): Pick<Measured, "worker" | "api" | "busySeconds"> {
  return {
    worker: consumedSince(before.worker, after.worker),
    api: consumedSince(before.api, after.api),
    busySeconds: (after.busyMs - before.busyMs) / 1000,
  };
}

/** All runs of the debate, from the last one back. */
async function historiesOf(
  world: World,
  id: string,
  heartbeats: number,
): Promise<Pick<Measured, "actions" | "historyBytes">> {
  const actions = { ...noActions(), heartbeats };
  let historyBytes = 0;
  for (let runId: string | undefined, first = true; first || runId; first = false) {
    const handle = world.client.workflow.getHandle(id, runId);
    historyBytes += (await handle.describe()).historySize ?? 0;
    const history = JSON.parse(historyToJSON(await handle.fetchHistory())) as RecordedHistory;
    for (const [kind, count] of Object.entries(actionsIn(history))) actions[kind as keyof Actions] += count;
    runId = history.events[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId || undefined;
  }
  return { actions, historyBytes };
}

/** What a sweep reads after the end, and what is left then. */
async function sweep(lane: Lane, debateId: string): Promise<Pick<Measured, "sweep" | "storedBytes">> {
  const { upkeep } = lane.workerStore;
  const before = await lane.counters();
  for await (const entry of listed(upkeep))
    if (entry.debateId === debateId) throw new Error(`${debateId} is over and still listed as open`);
  const after = await lane.counters();
  return { sweep: consumedSince(before.worker, after.worker), storedBytes: await storedOf(lane, debateId) };
}

async function* listed(upkeep: Upkeep): AsyncGenerator<ListedDebate> {
  let after: ListPlace | null = null;
  do {
    const { debates, next }: Awaited<ReturnType<Upkeep["list"]>> = await upkeep.list({ after, limit: 100 });
    yield* debates;
    after = next;
  } while (after);
}

/** Without what the table's time to live will have removed: Amazon bills nothing for that. */
async function storedOf({ engine, world }: Lane, debateId: string): Promise<number> {
  const call = createCaller(engine);
  let sum = 0;
  let ExclusiveStartKey: WireItem | undefined;
  do {
    const { body } = await call("Scan", {
      TableName: world.table.table,
      ...(ExclusiveStartKey && { ExclusiveStartKey }),
    });
    const page = JSON.parse(body) as { Items: WireItem[]; LastEvaluatedKey?: WireItem };
    for (const item of page.Items)
      if (!item["expiresAt"] && JSON.stringify(item).includes(debateId)) sum += storedBytes(item);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return sum;
}
