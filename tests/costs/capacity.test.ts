import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { ensureTable } from "../../store/schema.ts";
import { createTable, type Table } from "../../store/table.ts";
import { ENGINES, isAvailable, startEngine, type TestEngine } from "../support/dynamodb.ts";
import { indexWriteUnits, itemSize, readUnits, storedBytes, tableWriteUnits, type WireItem } from "./capacity.ts";
import { type Consumed, consumedSince, type Meter, startMeter } from "./meter.ts";

const text = (bytes: number) => "x".repeat(bytes);
const item = (bytes: number, more: WireItem = {}): WireItem => ({ t: { S: text(bytes - 1) }, ...more });
const listed = { GSI1PK: { S: "tenant" }, GSI1SK: { S: "2026" } };
const running = { ...listed, GSI2PK: { S: "running" } };
const over = { ...listed, GSI2PK: { S: "completed" } };

test.each<[string, WireItem, number]>([
  ["a text, in UTF-8, with its name", { näme: { S: "für" } }, 5 + 4],
  [
    "a number of six digits, with a byte more when it is below nothing",
    { n: { N: "123456" }, m: { N: "-123456" } },
    11,
  ],
  ["truth and nothing", { a: { BOOL: true }, b: { NULL: true } }, 4],
  ["bytes and not their base64", { b: { B: Buffer.from("four").toString("base64") } }, 5],
  [
    "a list and a map, 3 and 1 for each thing in it",
    { l: { L: [{ S: "ab" }, { M: { k: { S: "v" } } }] } },
    1 + 3 + 3 + 1 + 3 + 2 + 1,
  ],
  ["a set", { s: { SS: ["ab", "cde"] } }, 6],
])("the size of an item counts %s", (_, counted, bytes) => {
  expect(itemSize(counted)).toBe(bytes);
});

test("a write is a unit for each begun kilobyte of the larger of both states", () => {
  expect(tableWriteUnits({ before: null, after: item(1024) })).toBe(1);
  expect(tableWriteUnits({ before: null, after: item(1025) })).toBe(2);
  expect(tableWriteUnits({ before: item(5000), after: item(10) })).toBe(5);
  expect(tableWriteUnits({ before: null, after: null })).toBe(1);
});

test("an index is written when its item comes, changes or goes, twice when its key changes, else not", () => {
  const [before, after] = [item(1500, running), item(1500, over)];
  expect(indexWriteUnits({ before: null, after: item(5000) })).toBe(0);
  expect(indexWriteUnits({ before: null, after: item(1500, listed) })).toBe(2);
  expect(indexWriteUnits({ before: null, after: before })).toBe(4);
  expect(indexWriteUnits({ before, after: item(1600, running) })).toBe(4);
  expect(indexWriteUnits({ before, after })).toBe(2 + 4);
  expect(indexWriteUnits({ before, after: before })).toBe(0);
  expect(indexWriteUnits({ before, after: null })).toBe(4);
});

test("a read is a unit for each begun 4 KB, half of it when it need not be consistent, and never nothing", () => {
  expect(readUnits({ bytes: 0, consistent: true })).toBe(1);
  expect(readUnits({ bytes: 4096, consistent: true })).toBe(1);
  expect(readUnits({ bytes: 4097, consistent: true })).toBe(2);
  expect(readUnits({ bytes: 4097, consistent: false })).toBe(1);
});

test("what is kept is billed with a hundred bytes an item, once more for each index that it stands in", () => {
  const size = itemSize(item(1000, running));
  expect(storedBytes(item(1000))).toBe(1100);
  expect(storedBytes(item(1000, running))).toBe(3 * (size + 100));
});

describe.skipIf(!isAvailable("dynamodb-local")).each(["dynamodb-local"] as const)("against %s", (name) =>
  against(name),
);
describe("against dynalite", () => against("dynalite"));

/** Amazon's engine counts its indexes; dynalite does not. */
function against(name: (typeof ENGINES)[number]): void {
  let engine: TestEngine;
  let meter: Meter;
  let table: Table;
  let before: Consumed;

  beforeAll(async () => {
    engine = await startEngine(name);
    meter = await startMeter(engine.endpoint);
    const { endpoint } = meter;
    table = createTable({ endpoint, region: "local", table: "parley", credentials: engine.credentials });
    await ensureTable(table);
  });
  afterAll(async () => {
    table.close();
    await meter.stop();
    await engine.stop();
  });
  beforeEach(() => {
    before = meter.consumed();
  });
  const consumed = () => consumedSince(before, meter.consumed());
  const key = (SK: string) => ({ PK: "a", SK });
  const meta = (SK: string, bytes: number) => ({
    ...key(SK),
    GSI1PK: "tenant",
    GSI1SK: "2026",
    GSI2PK: "running",
    version: 12,
    text: text(bytes),
    parts: ["a", 1, { b: true }],
  });

  it("counts writes as the engine does", async () => {
    await table.put({ ...key("1"), text: text(900) });
    await table.put({ ...key("1"), text: text(3000), none: null });
    await table.put(meta("META", 1500));
    await table.updateWhere({ ...key("META"), set: { text: text(2500) }, where: { version: 12 } });
    await table.updateWhere({ ...key("META"), set: { GSI2PK: "completed" }, where: { version: 12 } });
    await table.updateWhere({ ...key("META"), set: { GSI2PK: "completed" }, where: { version: 12 } });
    await table.remove(key("META"));
    await table.remove(key("META"));
    const { writes, indexWrites, engineWrites } = consumed();
    expect(indexWrites).toBe(4 + 6 + 9 + 6);
    expect(engineWrites).toBe(name === "dynalite" ? writes - indexWrites : writes);
  });

  it("counts a write that is refused, since Amazon bills it, though the engine says nothing of it", async () => {
    await table.put(meta("refused", 2500));
    const put = consumed().writes;
    expect(await table.putIfAbsent(meta("refused", 10))).toBe(false);
    expect(await table.updateWhere({ ...key("refused"), set: { text: "" }, where: { version: 13 } })).toBe(false);
    expect(consumed().writes - put).toBe(3 + 3);
    expect(consumed().engineWrites).toBeLessThan(consumed().writes);
  });

  it("counts reads, those that find nothing too", async () => {
    const all = { KeyConditionExpression: "PK = :pk" };
    await table.put({ PK: "read", SK: "1", text: text(5000) });
    await table.get({ PK: "read", SK: "1" });
    await table.get({ PK: "read", SK: "2" });
    await table.query({ ...all, ExpressionAttributeValues: { ":pk": "read" }, ConsistentRead: true });
    await table.query({ ...all, ExpressionAttributeValues: { ":pk": "none" }, ConsistentRead: true });
    await table.query({ ...all, ExpressionAttributeValues: { ":pk": "none" } });
    expect(consumed()).toMatchObject({ reads: 2 + 1 + 2 + 1 + 0.5, requests: { GetItem: 2, Query: 3 } });
  });

  it("gives each of two writers of one item what it has met", async () => {
    await Promise.all([1500, 2500, 3500].map((bytes) => table.put({ ...key("shared"), text: text(bytes) })));
    expect(consumed().writes).toBe(consumed().engineWrites);
  });
}
