import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DELIVERIES } from "../../domain/play/records/kinds.record.ts";
import type { WebhookDelivery } from "../../domain/shapes/schemas/webhook.schema.ts";
import { demoRequest } from "./requests.ts";
import { createWorld, postOf, problemOf, storeDebate, unreachableTemporal, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;
const create = (webhook: unknown) => world.post("/v1/debates", demoRequest({ webhook }));

describe("Creating a debate with a webhook", () => {
  test("shows its secret in that answer alone, and keeps it apart from the debate.", async () => {
    const answer = await create({ url: "https://example.com/hook", secret: SECRET, events: ["debate.completed"] });
    expect(answer.status).toBe(201);
    const { id, webhook } = (await answer.json()) as { id: string; webhook: object };
    expect(webhook).toEqual({ url: "https://example.com/hook", events: ["debate.completed"], secret: SECRET });
    const read = await (await world.get(`/v1/debates/${id}`)).text();
    expect(read).not.toContain("webhook");
    const record = await world.store.getDebate({ tenant: "default", debateId: id });
    expect(JSON.stringify(record)).not.toContain("example.com");
    const [list, deliveries] = await Promise.all(
      ["/v1/debates", `/v1/debates/${id}/webhook-deliveries`].map(async (path) => (await world.get(path)).text()),
    );
    expect(deliveries).toContain("https://example.com/hook");
    expect(`${list}${deliveries}${JSON.stringify(world.lines)}`).not.toContain(SECRET);
  });

  test("refuses private addresses, unknown events, weak secrets and unknown fields, each at its pointer.", async () => {
    const pointers = async (webhook: unknown) => {
      const answer = await create(webhook);
      expect(answer.status).toBe(422);
      return (await problemOf(answer)).errors?.map(({ pointer }) => pointer);
    };
    const url = "https://example.com/";
    expect(await pointers({ url: "https://169.254.169.254/latest" })).toEqual(["/webhook/url"]);
    expect(await pointers({ url: "http://localhost:3000/" })).toEqual(["/webhook/url"]);
    expect(await pointers({ url: "https://2130706433/" })).toEqual(["/webhook/url"]);
    expect(await pointers({ url, events: ["turn.completed", "turn.finished"] })).toEqual(["/webhook/events/1"]);
    expect(await pointers({ url, secret: "whsec_short" })).toEqual(["/webhook/secret"]);
    expect(await pointers({ url, headers: {} })).toEqual(["/webhook/headers"]);
    expect(await pointers("https://example.com/")).toEqual(["/webhook"]);
  });

  test("names the faults of the webhook beside all others.", async () => {
    const answer = await world.post("/v1/debates", demoRequest({ topic: " ", webhook: { url: "https://[::1]/" } }));
    const { errors } = await problemOf(answer);
    expect(errors?.map(({ pointer }) => pointer)).toEqual(["/topic", "/webhook/url"]);
  });

  test("takes private addresses where the server allows them.", async () => {
    const app = world.appWith({ settings: { webhookAllowPrivate: true } });
    const request = demoRequest({ webhook: { url: "http://127.0.0.1:9/hook" } });
    expect((await app.request("/v1/debates", postOf(request))).status).toBe(201);
  });
});

function delivery(debateId: string, eventId: number): WebhookDelivery {
  const at = "2026-11-21T12:00:00.000Z";
  const times = { firstAttemptAt: at, lastAttemptAt: at, nextAttemptAt: null, deliveredAt: at };
  const answer = { status: "delivered" as const, attempts: 1, responseStatus: 200, error: null };
  return { id: `${debateId}_${eventId}`, eventId, type: "round.started", ...answer, ...times };
}

async function debateWithDeliveries(count: number, tenant = "default"): Promise<string> {
  const { id } = await storeDebate(world.store, { tenant });
  for (let n = 1; n <= count; n++) await world.store.records.put({ tenant, debateId: id }, DELIVERIES, delivery(id, n));
  return id;
}

describe("The log of deliveries", () => {
  test("pages through, newest first, while new ones arrive.", async () => {
    const id = await debateWithDeliveries(5);
    const seen: number[] = [];
    let path: string | null = `/v1/debates/${id}/webhook-deliveries?limit=2`;
    while (path !== null) {
      const answer: Response = await world.get(path);
      expect(answer.status).toBe(200);
      const page = (await answer.json()) as { items: WebhookDelivery[]; nextCursor: string | null };
      seen.push(...page.items.map((item) => item.eventId));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1] ?? null;
      expect(path === null).toBe(page.nextCursor === null);
      await world.store.records.put({ tenant: "default", debateId: id }, DELIVERIES, delivery(id, 10 + seen.length));
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  test("is empty for a debate without a webhook.", async () => {
    const { id } = await storeDebate(world.store);
    const answer = await world.get(`/v1/debates/${id}/webhook-deliveries`);
    expect(await answer.json()).toEqual({ webhook: null, items: [], nextCursor: null });
  });

  test("refuses a cursor of another debate, and is not there for another tenant's debate.", async () => {
    const [one, two] = [await debateWithDeliveries(3), await debateWithDeliveries(3)];
    const page = (await (await world.get(`/v1/debates/${one}/webhook-deliveries?limit=1`)).json()) as {
      nextCursor: string;
    };
    const other = await world.get(`/v1/debates/${two}/webhook-deliveries?limit=1&cursor=${page.nextCursor}`);
    expect([other.status, (await problemOf(other)).type]).toEqual([400, "/problems/invalid-cursor"]);
    const foreign = await debateWithDeliveries(1, "somebody");
    expect((await world.get(`/v1/debates/${foreign}/webhook-deliveries`)).status).toBe(404);
    const redelivery = `/v1/debates/${foreign}/webhook-deliveries/${foreign}_1/redeliver`;
    expect((await world.post(redelivery)).status).toBe(404);
  });
});

describe("A redelivery", () => {
  test("of what was never delivered is not found.", async () => {
    const id = await debateWithDeliveries(1);
    for (const name of [`${id}_2`, `${id}_x`, "deb-20261121-051254-7K2M9Q_1", "1"]) {
      const answer = await world.post(`/v1/debates/${id}/webhook-deliveries/${name}/redeliver`);
      expect(answer.status, name).toBe(404);
    }
  });

  test("is accepted once and begins one workflow, however often it is asked for.", async () => {
    const id = await debateWithDeliveries(1);
    const path = `/v1/debates/${id}/webhook-deliveries/${id}_1/redeliver`;
    const answers = await Promise.all([world.post(path), world.post(path)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(await answers[0]?.json()).toEqual(delivery(id, 1));
    const { status } = await world.temporal.workflow.getHandle(`${id}_1-redelivery`).describe();
    expect(status.name).toBe("RUNNING");
  });

  test("is a 503 while Temporal does not answer.", async () => {
    const id = await debateWithDeliveries(1);
    const app = world.appWith({ temporal: unreachableTemporal(), settings: { commandTimeoutMs: 300 } });
    const answer = await app.request(`/v1/debates/${id}/webhook-deliveries/${id}_1/redeliver`, { method: "POST" });
    expect(answer.status).toBe(503);
  });
});
