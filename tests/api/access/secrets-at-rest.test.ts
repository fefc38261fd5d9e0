/** Answers that are kept for repeated requests: what they show again, and what the table shows of them. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { SHARES } from "../../../domain/play/records/kinds.record.ts";
import { everyItem } from "../../support/servers/dynamodb.ts";
import { demoRequest } from "../requests.ts";
import { createWorld, postOf, problemOf, storeDebate, type World } from "../world.ts";
import { makeKey } from "./keys.ts";

let world: World;
let admin: string;
beforeAll(async () => {
  world = await createWorld();
  admin = (await makeKey(world.store, { scopes: ["admin"] })).token;
});
afterAll(() => world[Symbol.asyncDispose]());

/** Every item of the table that has this text, by its keys. */
async function itemsWith(text: string): Promise<string[]> {
  const items = await everyItem(world.table);
  return items.flatMap((item) => (JSON.stringify(item).includes(text) ? [`${item["PK"]?.S} ${item["SK"]?.S}`] : []));
}

const keyed = (key: string, body: unknown) =>
  postOf(body, { authorization: `Bearer ${admin}`, "idempotency-key": key });

test("A new key's secret is given again to a repeat, and stands nowhere in the table.", async () => {
  const post = () => world.app.request("/v1/keys", keyed("a new key", { scopes: ["read"] }));
  const [first, again] = [await post(), await post()];
  expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
  const { id, token } = (await first.json()) as { id: string; token: string };
  expect(await again.json()).toMatchObject({ id, token });
  expect(again.headers.get("location")).toBe(`/v1/keys/${id}`);
  expect(await itemsWith(token.slice(-43))).toEqual([]);
});

test("A webhook's generated secret stands with the webhook alone, and a share's token nowhere.", async () => {
  const webhook = { url: "https://example.com/hook" };
  const made = await world.app.request("/v1/debates", keyed("a webhook", demoRequest({ webhook, start: false })));
  const { id, webhook: kept } = (await made.json()) as { id: string; webhook: { secret: string } };
  expect(await itemsWith(kept.secret)).toEqual([expect.stringMatching(new RegExp(`#${id} WEBHOOK$`))]);
  const shared = await world.app.request(`/v1/debates/${id}/shares`, keyed("a share", { expiresInSeconds: 60 }));
  const { url } = (await shared.json()) as { url: string };
  expect(await itemsWith(url.slice(-43))).toEqual([]);
});

test("Once PARLEY_SECRET has changed a repeat is 409 and does nothing, and a new request works.", async () => {
  const { id } = await storeDebate(world.store, { state: { status: "completed" } });
  const path = `/v1/debates/${id}/shares`;
  const init = keyed("before the change", { expiresInSeconds: 60 });
  expect((await world.app.request(path, init)).status).toBe(201);
  const changed = world.appWith({ settings: { secret: "another secret of the tests" } });
  const again = await changed.request(path, init);
  expect(again.status).toBe(409);
  const problem = await problemOf(again);
  expect(problem.type).toBe("/problems/conflict");
  expect(problem.detail).toContain("PARLEY_SECRET");
  expect(await world.store.records.list({ tenant: "default", debateId: id }, SHARES, {})).toHaveLength(1);
  expect((await changed.request(path, keyed("after it", { expiresInSeconds: 60 }))).status).toBe(201);
});

test("A kept answer that was moved to another key or tenant cannot be read there.", async () => {
  const { idempotency } = world.store;
  const other = (await makeKey(world.store, { tenant: "other", scopes: ["admin"] })).token;
  const body = { scopes: ["read"] };
  await world.app.request("/v1/keys", keyed("the original", body));
  const claim = (tenant: string, key: string, fingerprint: string) =>
    idempotency.claim({ tenant, key, fingerprint, at: Date.now(), leaseMs: 30_000 });
  const fingerprint = await fingerprintOf();
  const original = await claim("default", "the original", fingerprint);
  const moved = await claim("other", "the original", fingerprint);
  if (original.kind !== "answered" || moved.kind !== "leased") throw new Error(`${original.kind}, ${moved.kind}`);
  await idempotency.update(moved.lease, { answer: original.answer });
  const headers = { authorization: `Bearer ${other}`, "idempotency-key": "the original" };
  expect((await world.app.request("/v1/keys", postOf(body, headers))).status).toBe(409);
});

/** Of a request for a key that may read. */
async function fingerprintOf(): Promise<string> {
  const bytes = new TextEncoder().encode(`POST /v1/keys\n${JSON.stringify({ scopes: ["read"] })}`);
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
