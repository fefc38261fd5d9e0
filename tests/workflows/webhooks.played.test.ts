import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WEBHOOKS } from "../../domain/play/records/kinds.record.ts";
import type { WebhookDelivery } from "../../domain/shapes/schemas/webhook.schema.ts";
import { webhookSetSignal, webhookWorkflowId } from "../../workflows/base/messages.workflow-base.ts";
import { hooked } from "../support/debates/webhooks.ts";
import { eventually } from "../support/eventually.ts";
import { type Receiver, SECRET, startReceiver, taken } from "../support/servers/receiver.ts";
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

async function deliveries(id: string) {
  const { body } = await world.request(`/v1/debates/${id}/webhook-deliveries?limit=100`);
  return body as { webhook: { off: { why: string } | null }; items: WebhookDelivery[] };
}

/** The workflow that delivers has come to its end. */
async function delivered(id: string): Promise<void> {
  await receiver.until((all) => all.length > 0);
  await world.handle(webhookWorkflowId(id)).result();
}

async function pause(id: string): Promise<void> {
  await world.until(id, (e) => e.type === "round.started");
  expect((await world.post(`/v1/debates/${id}/pause`)).status).toBe(200);
}

/** What the receiver should have: all but deltas. */
async function wanted(id: string): Promise<number[]> {
  return (await world.finished(id)).filter((e) => e.type !== "turn.delta").map((e) => e.id);
}

describe("a webhook", () => {
  const patch = (id: string, body: object) =>
    world.request(`/v1/debates/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: JSON.stringify(body),
    });

  it("is set, changed and removed by PATCH, with its secret shown where it is set only", async () => {
    const { id } = await world.create(requestOf({ maxRounds: 2, roundDelayMs: 500 }));
    await pause(id);
    await world.until(id, (e) => e.type === "debate.status" && e["status"] === "paused");
    expect((await patch(id, { webhook: { url: "ftp://example.org" } })).status).toBe(422);
    const set = await patch(id, { webhook: { url: receiver.url, secret: SECRET }, tags: ["told"] });
    expect(set.status).toBe(200);
    expect(set.body).toMatchObject({ tags: ["told"], webhook: { url: receiver.url, secret: SECRET } });
    expect((await world.debate(id)).webhook).toBeUndefined();
    await receiver.until((all) => all.length > 3);
    const narrowed = await patch(id, { webhook: { url: receiver.url, events: ["turn.completed"] } });
    expect(narrowed.body).toMatchObject({ webhook: { events: ["turn.completed"], secret: SECRET } });
    await world.post(`/v1/debates/${id}/resume`);
    await delivered(id);
    expect(receiver.forged).toBe(0);
    expect(receiver.received.at(-1)?.body).toMatchObject({ type: "debate.completed" });
    expect((await patch(id, { webhook: null })).status).toBe(409);
  });

  it("goes with its debate when that is erased, and so does the workflow that delivers", async () => {
    receiver.answer(() => ({ status: 500 }));
    const { id } = await world.create(hooked(receiver));
    await world.finished(id);
    await receiver.until((all) => all.length > 0);
    await expect.poll(async () => (await world.debate(id)).status).toBe("completed");
    expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
    const gone = () =>
      world
        .handle(webhookWorkflowId(id))
        .describe()
        .then(
          ({ status }) => status.name,
          () => "GONE",
        );
    await eventually(gone).toBe("GONE");
  });

  it("that its owner removes gets nothing more", async () => {
    const { id } = await world.create(hooked(receiver, { maxRounds: 2, roundDelayMs: 500 }));
    await pause(id);
    await world.until(id, (e) => e.type === "debate.status" && e["status"] === "paused");
    await receiver.until((all) => all.length > 3);
    expect((await patch(id, { webhook: null })).status).toBe(200);
    expect((await deliveries(id)).webhook.off?.why).toBe("removed");
    await world.post(`/v1/debates/${id}/resume`);
    await world.finished(id);
    await world.handle(webhookWorkflowId(id)).result();
    expect(receiver.received.map(({ body }) => body["type"])).not.toContain("debate.completed");
  });

  it("gets every event but deltas, in order and rightly signed, up to the terminal one", async () => {
    const { id } = await world.create(hooked(receiver));
    await delivered(id);
    expect(taken(receiver)).toEqual(await wanted(id));
    expect(receiver.forged).toBe(0);
    expect(receiver.received).toHaveLength((await wanted(id)).length);
    expect(receiver.received.at(-1)?.body).toMatchObject({ type: "debate.completed", debateId: id });
  });

  it("gets references and no texts", async () => {
    const { id } = await world.create(hooked(receiver));
    await delivered(id);
    const turn = receiver.received.find((r) => r.body["type"] === "turn.completed");
    expect(turn?.body).toEqual({
      id: expect.any(Number),
      type: "turn.completed",
      at: expect.any(String),
      debateId: id,
      round: 1,
      phase: "response",
      participantId: "p1",
      turnId: "g1-r1-t1",
      links: {
        debate: `/v1/debates/${id}`,
        event: `/v1/debates/${id}/events?after=${(turn?.body["id"] as number) - 1}`,
        transcript: `/v1/debates/${id}/transcript`,
      },
    });
    expect(receiver.received.map((r) => r.text).join()).not.toMatch(/Speech|cars/);
  });

  it("gets the types that it asked for, and the terminal one", async () => {
    const { id } = await world.create(hooked(receiver, {}, { events: ["turn.completed"] }));
    await delivered(id);
    expect(new Set(receiver.received.map((r) => r.body["type"]))).toEqual(
      new Set(["turn.completed", "debate.completed"]),
    );
  });

  it("gets what follows a pause of its debate, which the debate's workflow wakes it for", async () => {
    world.models.use(debaters(P, { turn: (_, n) => ({ text: `Speech ${n}.`, profile: { ttft: 100, tps: 200 } }) }));
    const { id } = await world.create(hooked(receiver, { maxRounds: 3 }));
    await pause(id);
    const paused = await receiver.until((all) => all.some((r) => r.body["status"] === "paused"));
    await world.post(`/v1/debates/${id}/resume`);
    await delivered(id);
    expect(paused.length).toBeGreaterThan(0);
    expect(taken(receiver)).toEqual(await wanted(id));
  });

  it("that is set while its debate waits gets all of it", async () => {
    world.models.use(debaters(P, { turn: (_, n) => ({ text: `Speech ${n}.`, profile: { ttft: 100, tps: 200 } }) }));
    const { id } = await world.create(requestOf({ maxRounds: 2 }));
    await pause(id);
    await world.until(id, (e) => e["status"] === "paused");
    const at = new Date().toISOString();
    const webhook = { url: receiver.url, events: null, secret: SECRET, at, off: null };
    await world.store.records.put({ tenant: "default", debateId: id }, WEBHOOKS, webhook);
    await world.handle(id).signal(webhookSetSignal);
    await receiver.until((all) => all.some((r) => r.body["status"] === "paused"));
    await world.post(`/v1/debates/${id}/resume`);
    await delivered(id);
    expect(taken(receiver)).toEqual(await wanted(id));
  });
});

describe("a delivery that is refused", () => {
  it("waits as long as Retry-After says, keeps its webhook-id, and keeps its place", async () => {
    receiver.answer((n) => (n === 1 ? { status: 429, headers: { "retry-after": "1" } } : { status: 200 }));
    const { id } = await world.create(hooked(receiver));
    await delivered(id);
    const [first, second] = receiver.received;
    expect(first?.headers["webhook-id"]).toBe(`${id}_1`);
    expect(second?.headers["webhook-id"]).toBe(`${id}_1`);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
    expect(taken(receiver)).toEqual(await wanted(id));
    const { items } = await deliveries(id);
    expect(items.at(-1)).toMatchObject({ id: `${id}_1`, status: "delivered", attempts: 2, responseStatus: 200 });
  });

  it("with a 410 is the last: the log of deliveries says that the webhook is off", async () => {
    receiver.answer((n) => ({ status: n === 3 ? 410 : 200 }));
    const { id } = await world.create(hooked(receiver));
    await delivered(id);
    await world.finished(id);
    expect(receiver.received).toHaveLength(3);
    const { webhook, items } = await deliveries(id);
    expect(webhook.off?.why).toBe("gone");
    expect(items.map(({ eventId, status, responseStatus }) => [eventId, status, responseStatus])).toEqual([
      [3, "failed", 410],
      [2, "delivered", 200],
      [1, "delivered", 200],
    ]);
  });

  it("with a redirect is refused: nobody goes where it points", async () => {
    const inner = await startReceiver();
    receiver.answer((n) => (n === 1 ? { status: 307, headers: { location: inner.url } } : { status: 200 }));
    const { id } = await world.create(hooked(receiver));
    await receiver.until((all) => all.length > 1);
    await delivered(id);
    await inner.stop();
    expect([inner.received.length, inner.forged]).toEqual([0, 0]);
    expect(receiver.received.slice(0, 2).map((r) => r.headers["webhook-id"])).toEqual([`${id}_1`, `${id}_1`]);
  });
});

describe("a redelivery", () => {
  it("brings an event again under its webhook-id, also through a refusal", async () => {
    const { id } = await world.create(hooked(receiver));
    await delivered(id);
    const before = receiver.received.length;
    receiver.answer((n) => ({ status: n === before + 1 ? 500 : 200 }));
    const answer = await world.post(`/v1/debates/${id}/webhook-deliveries/${id}_4/redeliver`);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ id: `${id}_4`, eventId: 4, status: "delivered", attempts: 1 });
    await world.handle(`${id}_4-redelivery`).result();
    expect(receiver.received.slice(before).map((r) => [r.headers["webhook-id"], r.status])).toEqual([
      [`${id}_4`, 500],
      [`${id}_4`, 200],
    ]);
    const again = (await deliveries(id)).items.find((d) => d.eventId === 4);
    expect(again).toMatchObject({ status: "delivered", attempts: 3 });
  });
});
