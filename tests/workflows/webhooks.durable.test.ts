/** What webhooks ask of Temporal itself: runs that continue, workers that are replaced, histories. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookWorkflowId } from "../../workflows/base/messages.workflow-base.ts";
import { historyOf } from "../support/debates/histories.ts";
import { hooked } from "../support/debates/webhooks.ts";
import { type Receiver, startReceiver, taken } from "../support/servers/receiver.ts";
import { openWorld } from "../support/use-world.ts";
import { debaters, requestOf, type World } from "../support/world.ts";

const P = ["p1", "p2"];
let world: World;
let receiver: Receiver;

beforeAll(async () => {
  world = await openWorld({ webhookAllowPrivate: true });
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.models.forget();
  world.models.use(debaters(P));
  receiver = await startReceiver();
});
afterEach(() => receiver.stop());

describe("a debate and deliveries that continue as new", () => {
  it("bring every event in order all the same", async () => {
    await using short = await shortWorld();
    short.models.use(debaters(P, { turn: (_, n) => ({ text: `Speech ${n}.`, profile: { ttft: 100, tps: 200 } }) }));
    const { id } = await short.create(hooked(receiver, { maxRounds: 3 }));
    await short.until(id, (e) => e.type === "round.started");
    await short.post(`/v1/debates/${id}/pause`);
    await receiver.until((all) => all.some((r) => r.body["status"] === "paused"));
    await short.post(`/v1/debates/${id}/resume`);
    await short.handle(webhookWorkflowId(id)).result();
    const log = await short.finished(id);
    expect(taken(receiver)).toEqual(log.filter((e) => e.type !== "turn.delta").map((e) => e.id));
    for (const workflow of [id, webhookWorkflowId(id)]) {
      const { events } = await short.handle(workflow).fetchHistory();
      expect(events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId, workflow).toBeTruthy();
    }
  });

  async function shortWorld() {
    const made = await openWorld({ webhookAllowPrivate: true, continueAfterEvents: 12 });
    return Object.assign(made, { [Symbol.asyncDispose]: () => made.stop() });
  }
});

describe("a worker that is told to stop while it waits for events", () => {
  it("stops at once, and the next one goes on", async () => {
    const resting = await openWorld({ workers: false, webhookAllowPrivate: true, durations: { roundDelay: 60_000 } });
    await using closing = new AsyncDisposableStack();
    closing.defer(() => resting.stop());
    resting.models.use(debaters(P));
    const first = await resting.openWorkers();
    const { id } = await resting.create(hooked(receiver, { maxRounds: 2 }));
    await receiver.until((all) => all.some((r) => r.body["type"] === "round.completed"));
    const began = performance.now();
    await first.stop();
    // The next round is a minute away.
    expect(performance.now() - began).toBeLessThan(40_000);
    const second = await resting.openWorkers();
    closing.defer(() => second.stop());
    await resting.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
    await resting.handle(webhookWorkflowId(id)).result();
    const log = await resting.finished(id);
    expect(taken(receiver)).toEqual(log.filter((e) => e.type !== "turn.delta").map((e) => e.id));
  });
});

describe("the secret of a webhook", () => {
  it("is made when none is given, signs, and is shown in the answer to the creation alone", async () => {
    const created = await world.create(requestOf({ webhook: { url: receiver.url } }));
    const { id, webhook } = created;
    const secret = webhook?.secret ?? "";
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await world.finished(id);
    const paths = [`/v1/debates/${id}`, "/v1/debates", `/v1/debates/${id}/transcript`, `/v1/debates/${id}/events`];
    const shown = await Promise.all([...paths, `/v1/debates/${id}/webhook-deliveries`].map((p) => world.request(p)));
    // The receiver knows another secret, so every attempt is refused; the webhook's workflow still runs.
    const histories = await Promise.all([id, webhookWorkflowId(id)].map((w) => historyOf(world, w)));
    const told = [...shown.map((r) => r.text), ...histories].join("\n");
    expect(told).toContain(id);
    expect(told).not.toContain(secret);
    expect(told).not.toContain(Buffer.from(secret).toString("base64").slice(0, 40));
    expect(histories.join()).not.toContain(receiver.url);
    await world.handle(webhookWorkflowId(id)).terminate();
  });
});
