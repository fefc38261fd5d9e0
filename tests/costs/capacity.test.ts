import { expect, test } from "vitest";
import { indexWriteUnits, itemSize, readUnits, storedBytes, tableWriteUnits, type WireItem } from "./capacity.ts";
import { describeMeter } from "./metered.ts";

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

test("an index is written when its entry comes, changes or goes, twice when its key changes, else not", () => {
  const [before, after] = [item(1500, running), item(1500, over)];
  const tagged = item(1500, { ...running, tags: { L: [{ S: text(1100) }] } });
  expect(indexWriteUnits({ before: null, after: item(5000) })).toBe(0);
  expect(indexWriteUnits({ before: null, after: item(1500, listed) })).toBe(1);
  expect(indexWriteUnits({ before: null, after: before })).toBe(2);
  expect(indexWriteUnits({ before: null, after: tagged })).toBe(4);
  expect(indexWriteUnits({ before, after: item(1600, running) })).toBe(0);
  expect(indexWriteUnits({ before, after: tagged })).toBe(4);
  expect(indexWriteUnits({ before, after })).toBe(2);
  expect(indexWriteUnits({ before, after: before })).toBe(0);
  expect(indexWriteUnits({ before, after: null })).toBe(2);
});

test("a read is a unit for each begun 4 KB, half of it when it need not be consistent, and never nothing", () => {
  expect(readUnits({ bytes: 0, consistent: true })).toBe(1);
  expect(readUnits({ bytes: 4096, consistent: true })).toBe(1);
  expect(readUnits({ bytes: 4097, consistent: true })).toBe(2);
  expect(readUnits({ bytes: 4097, consistent: false })).toBe(1);
});

test("what is kept is billed with a hundred bytes an item, once more for each index that it stands in", () => {
  const size = itemSize(item(1000, running));
  const keys = { PK: { S: "debate" }, SK: { S: "META" } };
  expect(storedBytes(item(1000))).toBe(1100);
  const entries =
    itemSize({ ...keys, ...listed }) + itemSize({ ...keys, GSI1SK: running.GSI1SK, GSI2PK: running.GSI2PK });
  expect(storedBytes(item(1000, { ...keys, ...running }))).toBe(itemSize(keys) + size + entries + 300);
});

describeMeter("dynalite");
