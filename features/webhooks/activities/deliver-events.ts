/** Delivers a debate's events in order as they are written, until the debate ends or waits for its owner. */
import { setTimeout as sleep } from "node:timers/promises";
import { ApplicationFailure, Context } from "@temporalio/activity";
import { isTerminalEvent, type LogEvent } from "../../../domain/play/events/events.ts";
import { DELIVERIES, WEBHOOKS } from "../../../domain/play/records/kinds.record.ts";
import type { StoredWebhook } from "../../../domain/play/records/stored.ts";
import type { DebateKey } from "../../../store/port/debates.port.ts";
import { isWanted, waitsForOwner } from "../domain/message.ts";
import { type AttemptOutcome, createDeliverer, type DelivererDeps } from "./deliver.ts";

export interface DeliverEventsInput {
  debate: DebateKey;
  /** Events up to this id are done. */
  after: number;
  /** Milliseconds to wait for events; 0: deliver existing ones only. */
  followMs: number;
  /** Milliseconds between heartbeats. */
  heartbeat: number;
}

export interface DeliverEventsOutcome {
  after: number;
  /** True if nothing is left to deliver: the terminal event is delivered, or the webhook is off or deleted. */
  isOver: boolean;
  /** True if the debate waits for its owner after the last event; null if there was no event. */
  waits: boolean | null;
}

export interface FollowerDeps extends DelivererDeps {
  /** Aborts when the worker shuts down; another one continues. */
  stopping?: AbortSignal;
}

const PAGE = 100;
/** Milliseconds after which the webhook's settings are read again. */
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
  const { log, records } = deps.store;
  const deadline = performance.now() + input.followMs;
  let after = Math.max(input.after, await reached(input));
  let waits: boolean | null = null;
  for (;;) {
    signal.throwIfAborted();
    const webhook = await records.get(debate, WEBHOOKS, {});
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

/** Deliveries are in order, so only the newest can be unfinished, and older events are not sent twice. */
async function reached({ deps, debate }: Following): Promise<number> {
  const { values } = await deps.store.records.page(debate, DELIVERIES, { limit: 1 });
  const newest = values[0];
  if (!newest) return 0;
  return newest.status === "delivered" ? newest.eventId : newest.eventId - 1;
}

/** Throws a retryable failure after a refusal. */
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

/** Resolves when an event follows `after`, or the time is up. */
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
