import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { LogEvent } from "../../../domain/play/events/events.ts";
import { DELIVERIES, WEBHOOKS } from "../../../domain/play/records/kinds.record.ts";
import { createDeliverer } from "../../../features/webhooks/activities/deliver.ts";
import { createStore, type TableStore } from "../../../store/index.ts";
import { LOCAL_CREDENTIALS, startEngine } from "../../support/servers/dynamodb.ts";
import { type Receiver, SECRET, startReceiver } from "../../support/servers/receiver.ts";

const HOUR = 3_600_000;
/** The receiver takes only what was signed just now; later attempts it refuses for that alone. */
const START = Date.now();
const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
const debate = { tenant: "default", debateId: "deb-20261121-120000-ABCDEF" };
const event: LogEvent = { id: 3, type: "round.started", at: at(0), data: { round: 1 } };

let engine: Awaited<ReturnType<typeof startEngine>>;
let store: TableStore;
let receiver: Receiver;
beforeAll(async () => {
  engine = await startEngine("dynalite");
  const { endpoint } = engine;
  store = createStore({ endpoint, region: "local", table: "parley", credentials: LOCAL_CREDENTIALS });
  await store.ensureTable();
});
afterAll(async () => {
  store.close();
  await engine.stop();
});
beforeEach(async () => {
  receiver = await startReceiver();
  await store.discardDebate(debate);
});
afterEach(() => receiver.stop());

/** One attempt, so many hours after the webhook was set. */
async function attempt(hours: number, redelivery = false) {
  const now = () => new Date(START + hours * HOUR);
  const deliverer = createDeliverer({ store, now, webhooks: { allowPrivate: true, publicUrl: null } });
  const kept = await store.records.get(debate, WEBHOOKS, {});
  const webhook = kept ?? {
    url: receiver.url,
    events: null,
    secret: SECRET,
    at: at(0),
    off: null,
  };
  if (!kept) await store.records.put(debate, WEBHOOKS, webhook);
  const since = redelivery ? { since: now().getTime() - 25 * HOUR } : {};
  return deliverer.attempt({ debate, webhook, event, signal: new AbortController().signal, ...since });
}

test("An event that is refused for 24 hours switches the webhook off, and the log of deliveries says so.", async () => {
  receiver.answer(() => ({ status: 500 }));
  expect(await attempt(0)).toMatchObject({ outcome: "refused", waitMs: 5_000 });
  expect(await attempt(12)).toMatchObject({ outcome: "refused", waitMs: 10_000 });
  expect((await store.records.get(debate, WEBHOOKS, {}))?.off).toBeNull();
  expect(await attempt(24)).toEqual({ outcome: "off", why: "undeliverable" });
  expect((await store.records.get(debate, WEBHOOKS, {}))?.off).toEqual({ at: at(24), why: "undeliverable" });
  expect(await store.records.get(debate, DELIVERIES, { eventId: 3 })).toMatchObject({
    status: "failed",
    attempts: 3,
    firstAttemptAt: at(0),
    lastAttemptAt: at(24),
    nextAttemptAt: null,
    deliveredAt: null,
  });
});

test("A redelivery that nobody takes leaves the webhook on.", async () => {
  receiver.answer(() => ({ status: 500 }));
  expect(await attempt(0, true)).toEqual({ outcome: "off", why: "undeliverable" });
  expect((await store.records.get(debate, WEBHOOKS, {}))?.off).toBeNull();
});

test("A refusal tells when the next attempt is due.", async () => {
  receiver.answer(() => ({ status: 503, headers: { "retry-after": "90" } }));
  expect(await attempt(0)).toMatchObject({ outcome: "refused", waitMs: 90_000 });
  expect(await store.records.get(debate, DELIVERIES, { eventId: 3 })).toMatchObject({
    status: "pending",
    nextAttemptAt: at(90 / 3_600),
  });
});
