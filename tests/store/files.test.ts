import { afterAll, beforeAll, expect, test } from "vitest";
import type { FileInfo } from "../../domain/shapes/schemas/file.schema.ts";
import { readFile } from "../../features/files/api/read/read.upload.ts";
import { createStore, type TableStore } from "../../store/index.ts";
import { factOf, pdfOf } from "../support/material/pdf.ts";
import { sharedEngine } from "../support/servers/dynamodb.ts";
import { newTenant } from "./fixtures.ts";
import { type Proxy, startProxy } from "./proxy.ts";

const PAGES = 500;

let proxy: Proxy;
let options: Parameters<typeof createStore>[0];
let store: TableStore;
beforeAll(async () => {
  const { endpoint, credentials } = await sharedEngine();
  proxy = await startProxy(endpoint);
  options = { endpoint: proxy.endpoint, credentials, region: "local", table: `files-${crypto.randomUUID()}` };
  store = createStore(options);
  await store.ensureTable();
});
afterAll(async () => {
  store.close();
  await proxy.stop();
});

async function stored(tenant: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<FileInfo> {
  const { mediaType, original, pages, passages } = await readFile({ body: bytes, contentType: null, name });
  const createdAt = "2026-11-21T05:12:54.000Z";
  const file = { id: `file-${crypto.randomUUID()}`, name, mediaType, bytes: original.length, createdAt };
  return store.files.put(tenant, { file: { ...file, ...(pages && { pages }) }, original, passages });
}

/** The requests that some work makes of the engine. */
async function requestsOf<T>(work: () => Promise<T>): Promise<{ answer: T; operations: string[] }> {
  const before = proxy.seen.length;
  const answer = await work();
  return { answer, operations: proxy.seen.slice(before).map(({ operation }) => operation) };
}

test("A page of 500 is read by two keyed requests, by a process that has read nothing before.", async () => {
  const tenant = newTenant();
  const pdf = new Uint8Array(await pdfOf(PAGES));
  const { answer: file, operations } = await requestsOf(() => stored(tenant, pdf, "long.pdf"));
  // A put for each chunk of some 200 KB of text and of 290 KB of bytes, one for the file, and what the sweep looks at.
  expect(file.pages).toBe(PAGES);
  const puts = Array.from({ length: 4 + Math.ceil(pdf.length / 290_000) + 2 }, () => "PutItem");
  expect(operations).toEqual([...puts, "DeleteItem"]);
  for (const n of [1, 250, PAGES]) {
    const other = createStore(options);
    await other.ping();
    const page = await requestsOf(() => other.files.page(tenant, file.id, n));
    expect(page.operations).toEqual(["GetItem", "GetItem"]);
    expect(page.answer?.text).toContain(factOf(n));
    other.close();
  }
});

test("A file is another tenant's to neither read nor remove, and its passages are read once by a process.", async () => {
  const [tenant, stranger] = [newTenant(), newTenant()];
  const file = await stored(tenant, new Uint8Array(Buffer.from("One.\n\nTwo.")), "a.txt");
  expect(await store.files.get(stranger, file.id)).toBeNull();
  expect(await store.files.page(stranger, file.id, 1)).toBeNull();
  expect(await store.files.passages(stranger, [file.id])).toEqual([]);
  expect(await store.files.original(stranger, file.id)).toBeNull();
  expect(await store.files.remove(stranger, file.id)).toBe(false);
  const { answer, operations } = await requestsOf(() => store.files.passages(tenant, [file.id, file.id]));
  expect(answer).toEqual([{ fileId: file.id, n: 1, page: 1, text: "One.\n\nTwo." }]);
  expect(operations).toEqual(["GetItem"]);
});

test("A file whose upload breaks off is not listed and leaves nothing.", async () => {
  const tenant = newTenant();
  proxy.decide(({ operation, body }) => (operation === "PutItem" && body.includes("#FILES") ? "throttle" : "pass"));
  await expect(stored(tenant, new Uint8Array(Buffer.from("One.")), "a.txt")).rejects.toMatchObject({
    code: "unavailable",
  });
  proxy.decide(() => "pass");
  expect(await store.files.list({ tenant, limit: 10 })).toEqual({ items: [], next: null });
  const removed = proxy.seen.filter(({ operation }) => operation === "BatchWriteItem").at(-1);
  expect(removed?.body).toContain("PASSAGES#000001");
  expect(removed?.body).toContain("BYTES#000001");
});
