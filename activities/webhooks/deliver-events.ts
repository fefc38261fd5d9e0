/** Delivers a debate's events in their order, as they are written, until it waits for its owner or is over. */
import { setTimeout as sleep } from "node:timers/promises";
import { ApplicationFailure, Context } from "@temporalio/activity";
import { isTerminalEvent, type LogEvent } from "../../domain/events.ts";
import { isWanted, waitsForOwner } from "../../domain/webhooks/message.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import type { StoredWebhook } from "../../store/port/webhooks.ts";
import { type AttemptOutcome, createDeliverer, type DelivererDeps } from "./deliver.ts";

export interface DeliverEventsInput {
  debate: DebateKey;
  /** Events up to this id need not be looked at again. */
  after: number;
  /** How long to wait for events, milliseconds; 0: deliver what is there. */
  followMs: number;
  /** Milliseconds between reports to Temporal. */
  heartbeat: number;
}

export interface DeliverEventsOutcome {
  after: number;
  /** Nothing more will come: the terminal event is delivered, the webhook is off or gone. */
  isOver: boolean;
  /** The last event that was seen says that the debate waits for its owner; null: none was seen. */
  waits: boolean | null;
}

export interface FollowerDeps extends DelivererDeps {
  /** Aborts when the worker is told to stop: another one goes on. */
  stopping?: AbortSignal;
}

const PAGE = 100;
/** Longest time in one call without a look at the webhook's settings. */
const LOOK_MS = 15_000;

export const deliverEvents = (deps: FollowerDeps) => {
  const deliverer = createDeliverer(deps);
  return async (input: DeliverEventsInput): Promise<DeliverEventsOutcome> => {
    const context = Context.current();
    const signals = [context.cancellationSignal, ...(deps.stopping ? [deps.stopping] : [])];
    const signal = AbortSignal.any(signals);
    const beat = setInterval(() => context.heartbeat(), input.heartbeat);
    try {
      return await follow({ ...input, deps, deliverer, signal });
    } catch (error) {
      if (context.cancellationSignal.aborted) throw context.cancellationSignal.reason;
      if (signal.aborted) throw handedOn();
      throw error;
    } finally {
      clearInterval(beat);
    }
  };
};

function handedOn(): ApplicationFailure {
  return ApplicationFailure.create({ type: "worker-stops", message: "the worker stops", nextRetryDelay: 1 });
}

interface Following extends DeliverEventsInput {
  deps: FollowerDeps;
  deliverer: ReturnType<typeof createDeliverer>;
  signal: AbortSignal;
}

async function follow(input: Following): Promise<DeliverEventsOutcome> {
  const { deps, debate, signal } = input;
  const { log, webhooks } = deps.store;
  const deadline = performance.now() + input.followMs;
  let after = Math.max(input.after, await reached(input));
  let waits: boolean | null = null;
  for (;;) {
    signal.throwIfAborted();
    const webhook = await webhooks.get(debate);
    if (!webhook || webhook.off) return { after, isOver: true, waits };
    const { events, terminal } = await log.read({ debate, after, limit: PAGE });
    if (terminal && events.length === 0) return { after, isOver: true, waits };
    for (const event of events) {
      if ((await deliverOne(input, { webhook, event })) === "off") return { after, isOver: true, waits };
      after = event.id;
      waits = waitsForOwner(event);
      if (isTerminalEvent(event.type)) return { after, isOver: true, waits };
    }
    const leftMs = deadline - performance.now();
    if (events.length === 0 && (waits === true || leftMs <= 0)) return { after, isOver: false, waits };
    if (events.length === 0) await newsOf(input, { after, ms: Math.min(leftMs, LOOK_MS) });
  }
}

/** Deliveries are in order, so only the newest can be unfinished: events below it are not sent twice. */
async function reached({ deps, debate }: Following): Promise<number> {
  const { deliveries } = await deps.store.webhooks.listDeliveries({ debate, limit: 1 });
  const newest = deliveries[0];
  if (!newest) return 0;
  return newest.status === "delivered" ? newest.eventId : newest.eventId - 1;
}

/** Throws what Temporal tries again after a refusal. */
async function deliverOne(
  { deliverer, debate, signal }: Following,
  { webhook, event }: { webhook: StoredWebhook; event: LogEvent },
): Promise<"done" | "off"> {
  if (!isWanted(event.type, webhook.events)) return "done";
  const outcome = await deliverer.attempt({ debate, webhook, event, signal });
  if (outcome.outcome === "off") return "off";
  requireDelivered(event, outcome);
  return "done";
}

export function requireDelivered({ id }: Pick<LogEvent, "id">, outcome: AttemptOutcome): void {
  if (outcome.outcome !== "refused") return;
  throw ApplicationFailure.create({
    type: "delivery-refused",
    message: `event ${id}: ${outcome.error}`,
    nextRetryDelay: outcome.waitMs,
  });
}

/** Settles when something was written above `after`, or the time is up. */
async function newsOf(
  { deps, debate, signal }: Following,
  { after, ms }: { after: number; ms: number },
): Promise<void> {
  const done = new AbortController();
  const stop = AbortSignal.any([signal, done.signal]);
  const first = deps.store.log.follow({ debate, after, signal: stop })[Symbol.asyncIterator]();
  try {
    await Promise.race([first.next(), sleep(ms, undefined, { signal: stop })]);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    done.abort();
    await first.return?.();
  }
}
