/** What the meter counts of an engine's requests, held against what the engine says of itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureTable } from "../../store/table/schema.table.ts";
import { createTable, type Table } from "../../store/table/table.ts";
import { type EngineName, isAvailable, startEngine, type TestEngine } from "../support/servers/dynamodb.ts";
import { type Consumed, consumedSince, type Meter, startMeter } from "./meter.ts";

const text = (bytes: number) => "x".repeat(bytes);

/** Amazon's engine counts its indexes; dynalite does not. */
export function describeMeter(name: EngineName): void {
  describe.skipIf(!isAvailable(name))(`against ${name}`, () => {
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
      expect(indexWrites).toBe(2 + 0 + 2 + 2);
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

    it("counts a batch of reads as so many reads", async () => {
      for (const SK of ["1", "2"]) await table.put({ PK: "batch", SK, text: text(5000) });
      const keys = ["1", "2", "3"].map((SK) => ({ PK: "batch", SK }));
      expect(await table.getAll(keys)).toHaveLength(2);
      expect(consumed()).toMatchObject({ reads: 2 + 2 + 1, requests: { BatchGetItem: 1 } });
    });

    it("counts each item of a look at many, and those that are not there", async () => {
      await table.put({ PK: "many", SK: "1", text: text(5000) });
      await table.put({ PK: "many", SK: "2", text: text(50) });
      const found = await table.getMany(["1", "2", "3", "4"].map((SK) => ({ PK: "many", SK })));
      expect(found.map(({ SK }) => SK).toSorted()).toEqual(["1", "2"]);
      expect(consumed()).toMatchObject({ reads: 1 + 3 * 0.5, requests: { BatchGetItem: 1 } });
    });

    it("gives each of two writers of one item what it has met", async () => {
      await Promise.all([1500, 2500, 3500].map((bytes) => table.put({ ...key("shared"), text: text(bytes) })));
      expect(consumed().writes).toBe(consumed().engineWrites);
    });
  });
}
