/** The bytes of files in a bucket, with a real server of S3's protocol that goes away, and with processes that are killed. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { createApiKey } from "../../api/access/api-keys.access.ts";
import type { FileInfo } from "../../domain/shapes/schemas/file.schema.ts";
import { createStore, type StoreOptions, type TableStore } from "../../store/index.ts";
import { spawnApi } from "../api/api-process.ts";
import { createWorld } from "../api/world.ts";
import { temporaryFolder } from "../support/folders.ts";
import { killProgram } from "../support/processes/program.ts";
import { everyItem, sharedEngine } from "../support/servers/dynamodb.ts";
import { type S3Server, s3Server } from "../support/servers/s3.ts";
import { newTenant } from "./fixtures.ts";
import { type Fate, type Proxy, type Seen, startProxy } from "./proxy.ts";

const open = new AsyncDisposableStack();
const server = await s3Server(await temporaryFolder(open));
afterAll(() => open.disposeAsync());

const HOUR_MS = 3_600_000;
const LONG = 900_000;

let proxy: Proxy;
let options: StoreOptions;
beforeAll(async () => {
  const { endpoint, credentials } = await sharedEngine();
  proxy = open.adopt(await startProxy(endpoint), (it) => it.stop());
  options = { endpoint: proxy.endpoint, credentials, region: "local", table: `files-${crypto.randomUUID()}` };
  await storeWith({}).ensureTable();
});
afterEach(() => proxy.decide(() => "pass"));

function storeWith(more: Partial<StoreOptions>): TableStore {
  return open.adopt(createStore({ ...options, ...more }), (it) => it.close());
}
function put(store: TableStore, tenant: string, original = bytesOf("One.")): Promise<FileInfo> {
  const id = `file-${crypto.randomUUID()}`;
  const createdAt = "2026-11-21T05:12:54.000Z";
  const file = { id, name: "a.txt", mediaType: "text/plain" as const, bytes: original.length, createdAt };
  return store.files.put(tenant, { file, original, passages: [[1, "One."]] });
}
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const settle = (store: TableStore, inMs: number) =>
  store.upkeep.settleFiles({ after: null, limit: 50, at: Date.now() + inMs });
/** Sort keys of what the table has of a tenant's files. */
async function leftOf(tenant: string): Promise<string[]> {
  const items = await everyItem(options);
  const own = items.filter(({ PK, SK }) => `${PK?.S} ${SK?.S}`.includes(`T#${tenant}#FILE`));
  return own.map(({ PK, SK }) => (PK?.S === "UNSETTLED" ? "UNSETTLED" : (SK?.S ?? ""))).toSorted();
}

/** Passes bytes on to a server, and breaks each connection after so many in one direction. */
async function breakingLine({ hostname, port }: URL, { way, after }: { way: "up" | "down"; after: number }) {
  const line = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let passed = 0;
    const end = () => [client, upstream].forEach((socket) => socket.destroy());
    (way === "up" ? client : upstream).on("data", (chunk) => {
      passed += chunk.length;
      if (passed > after) end();
    });
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
    client.pipe(upstream).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  const stop = () => new Promise((resolve) => line.close(resolve));
  return { endpoint: `http://127.0.0.1:${(line.address() as AddressInfo).port}`, stop };
}

describe.skipIf(server === null)("In a bucket", () => {
  const s3 = server as S3Server;
  const keysOf = async (tenant: string) => (await s3.keys()).filter((key) => key.startsWith(`${tenant}/`));
  beforeAll(() => s3.start());
  afterAll(() => s3.kill());
  afterEach(() => s3.start());

  test("bytes are put, read by their tenant alone, and removed.", async () => {
    const [store, tenant] = [storeWith({ bucket: s3.bucket }), newTenant()];
    const bytes = new Uint8Array(Buffer.alloc(20 * 1024 * 1024, "a line of text\n"));
    const { id } = await put(store, tenant, bytes);
    expect(await keysOf(tenant)).toEqual([`${tenant}/${id}`]);
    expect(await leftOf(tenant)).toEqual([`FILE#${id}`, "PASSAGES#000001"]);
    const found = await store.files.original(tenant, id);
    expect(found && Buffer.compare(found, bytes)).toBe(0);
    expect(await store.files.original(newTenant(), id)).toBeNull();
    expect(await store.files.remove(newTenant(), id)).toBe(false);
    expect(await store.files.remove(tenant, id)).toBe(true);
    expect([await keysOf(tenant), await leftOf(tenant)]).toEqual([[], []]);
  });

  test("a file that was taken before there was a bucket stays readable, and goes as before.", async () => {
    const [store, tenant] = [storeWith({ bucket: s3.bucket }), newTenant()];
    const { id } = await put(storeWith({}), tenant, bytesOf("in the table"));
    expect(Buffer.from((await store.files.original(tenant, id)) ?? []).toString()).toBe("in the table");
    expect(await store.files.remove(tenant, id)).toBe(true);
    expect(await leftOf(tenant)).toEqual([]);
  });

  test("a tenant called like a folder above leaves its own place as little as any other.", async () => {
    const store = storeWith({ bucket: s3.bucket });
    const { id } = await put(store, "..", bytesOf("above"));
    expect(await s3.keys()).toContain(`%2E%2E/${id}`);
    expect(Buffer.from((await store.files.original("..", id)) ?? []).toString()).toBe("above");
    await store.files.remove("..", id);
    expect(await s3.keys()).not.toContain(`%2E%2E/${id}`);
  });

  test("a bucket that is away is a 503; nothing is listed, and the sweep removes what was left.", async () => {
    const world = await createWorld();
    const store = storeWith({ bucket: s3.bucket });
    const app = world.appWith({ store });
    const [tenant, kept] = ["default", await put(store, "default")];
    await s3.kill();
    const response = await app.request("/v1/files?name=a.txt", { method: "POST", body: "hello" });
    expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ status: 503 })]);
    const list = (await (await app.request("/v1/files")).json()) as { items: FileInfo[] };
    expect(list.items.map(({ id }) => id)).toEqual([kept.id]);
    const removal = await app.request(`/v1/files/${kept.id}`, { method: "DELETE" });
    expect([removal.status, (await app.request(`/v1/files/${kept.id}`)).status]).toEqual([503, 404]);
    expect(await settle(store, 2 * HOUR_MS)).toMatchObject({ settled: 0, failed: 2 });
    await s3.start();
    expect(await settle(store, 2 * HOUR_MS)).toMatchObject({ settled: 2, failed: 0, next: null });
    expect([await keysOf(tenant), await leftOf(tenant)]).toEqual([[], []]);
    await world[Symbol.asyncDispose]();
  });

  test.each(["up", "down"] as const)(
    "a connection that breaks off in the middle, on the way %s, is a 503.",
    async (way) => {
      const tenant = newTenant();
      const bytes = new Uint8Array(20 * 1024 * 1024);
      const line = await breakingLine(new URL(s3.bucket.endpoint ?? ""), { way, after: 1024 * 1024 });
      const broken = storeWith({ bucket: { ...s3.bucket, endpoint: line.endpoint } });
      const whole = storeWith({ bucket: s3.bucket });
      const kept = await put(whole, tenant, bytes);
      const work = way === "up" ? put(broken, tenant, bytes) : broken.files.original(tenant, kept.id);
      await expect(work).rejects.toMatchObject({ code: "unavailable" });
      const { items } = await whole.files.list({ tenant, limit: 10 });
      expect(items.map(({ id }) => id)).toEqual([kept.id]);
      expect(await keysOf(tenant)).toEqual([`${tenant}/${kept.id}`]);
      await line.stop();
    },
  );

  test("a bucket that goes away after the file's first item is a 503 too.", async () => {
    const [store, tenant] = [storeWith({ bucket: s3.bucket }), newTenant()];
    proxy.decide(({ operation, body }) => {
      // The passages come before the bytes.
      if (operation === "PutItem" && body.includes("PASSAGES#")) void s3.kill();
      return "pass";
    });
    await expect(put(store, tenant, new Uint8Array(20 * 1024 * 1024))).rejects.toMatchObject({ code: "unavailable" });
    expect(await store.files.list({ tenant, limit: 10 })).toEqual({ items: [], next: null });
    await s3.start();
    expect(await settle(store, 2 * HOUR_MS)).toMatchObject({ settled: 1, failed: 0 });
    expect([await keysOf(tenant), await leftOf(tenant)]).toEqual([[], []]);
  });
});

const PLACES = [["in the table", null], ...(server ? [["in a bucket", server.bucket] as const] : [])] as const;
const isPart = ({ body }: Seen) => body.includes("PASSAGES#");
const isEntry = ({ body }: Seen) => body.includes("#FILES");
/** What the process dies at, whether the engine still takes that request, and whether the file is listed then. */
const POINTS: [string, (seen: Seen) => boolean, Fate, boolean][] = [
  ["between the parts leaves nothing", isPart, "lose-answer", false],
  ["before it is listed leaves nothing", isEntry, "lose-request", false],
  ["after it is listed leaves it whole", isEntry, "lose-answer", true],
];

describe.each(PLACES)("A process that is killed while it stores a file %s", (_, bucket) => {
  beforeAll(() => server?.start());
  afterAll(() => server?.kill());

  test.each(POINTS)("%s once an hour is over.", async (_point, isPoint, fate, isListed) => {
    const store = storeWith({ bucket });
    const tenant = newTenant();
    const request = { scopes: ["admin" as const], name: "key" };
    const { token } = await createApiKey(store.records, { tenant, request, now: new Date() });
    const { url, child } = await spawnApi({
      table: { ...options, bucket },
      taskQueue: "none",
      temporalAddress: inject("temporalAddress"),
      providers: {},
    });
    const gone = once(child, "exit");
    proxy.decide((seen) => {
      if (seen.operation !== "PutItem" || seen.body.includes("UNSETTLED") || !isPoint(seen)) return "pass";
      child.kill("SIGKILL");
      return fate;
    });
    const headers = { authorization: `Bearer ${token}` };
    const body = "A toll. ".repeat(LONG / 8);
    await expect(fetch(`${url}/v1/files?name=a.txt`, { method: "POST", headers, body })).rejects.toThrow();
    await gone;
    proxy.decide(() => "pass");

    expect(await leftOf(tenant)).toContain("UNSETTLED");
    expect(await settle(store, HOUR_MS / 2)).toMatchObject({ settled: 0 });
    expect((await leftOf(tenant)).length).toBeGreaterThan(1);
    expect(await settle(store, 2 * HOUR_MS)).toMatchObject({ settled: 1, failed: 0 });
    const { items } = await store.files.list({ tenant, limit: 10 });
    expect(items).toHaveLength(isListed ? 1 : 0);
    for (const { id } of items) {
      expect((await store.files.original(tenant, id))?.length).toBe(body.length);
      await store.files.remove(tenant, id);
    }
    expect(await leftOf(tenant)).toEqual([]);
    if (bucket) expect((await server?.keys())?.filter((key) => key.startsWith(tenant))).toEqual([]);
    await killProgram(child);
  });
});
