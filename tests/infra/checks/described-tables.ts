/** What a start and `parley doctor` say of tables that lack something, on real engines. */
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingOf, NotReady } from "../../../infra/checks/check.checks.ts";
import { checkTable } from "../../../infra/checks/table.checks.ts";
import { createStore } from "../../../store/index.ts";
import { tableShape } from "../../../store/table/schema.table.ts";
import { type EngineName, isAvailable, startEngine, type TestEngine } from "../../support/servers/dynamodb.ts";

export function describeTableChecks(name: EngineName): void {
  describe.skipIf(!isAvailable(name))(isAvailable(name) ? `on ${name}` : `on ${name}, which needs Java`, () => {
    let engine: TestEngine;
    let client: DynamoDBClient;
    beforeAll(async () => {
      engine = await startEngine(name);
      client = new DynamoDBClient({ ...engine, region: "local" });
    }, 60_000);
    afterAll(async () => {
      client.destroy();
      await engine.stop();
    });

    const optionsOf = (table: string) => ({ ...engine, region: "local", table });
    const outcomes = async (table: string) => {
      const findings = await checkTable(optionsOf(table));
      return Object.fromEntries(findings.map(({ what, outcome }) => [what.replace("DynamoDB, ", ""), outcome]));
    };

    test("a table that Parley made has all that its engine knows", async () => {
      const store = createStore(optionsOf("made"));
      await store.ensureTable();
      store.close();
      expect(await outcomes("made")).toMatchObject({ table: "yes", keys: "yes", indexes: "yes", throttling: "yes" });
      expect(missingOf(await checkTable(optionsOf("made")))).toEqual([]);
    });

    test("a table that is not there is named, and a start goes on", async () => {
      expect(missingOf(await checkTable(optionsOf("nowhere")))).toEqual([
        expect.stringMatching(/^DynamoDB, table: there is no table nowhere; Parley creates it at its start/),
      ]);
    });

    test("a table without an index, with provisioned capacity, is named before anybody waits for it", async () => {
      const { GlobalSecondaryIndexes: indexes = [], ...shape } = tableShape("other");
      const capacity = { ReadCapacityUnits: 5, WriteCapacityUnits: 4 };
      const provisioned = { BillingMode: "PROVISIONED" as const, ProvisionedThroughput: capacity };
      const [lists] = indexes.map((index) => ({ ...index, ProvisionedThroughput: capacity }));
      const AttributeDefinitions = shape.AttributeDefinitions?.filter(
        ({ AttributeName }) => AttributeName !== "GSI2PK",
      );
      const GlobalSecondaryIndexes = lists ? [lists] : [];
      await client.send(
        new CreateTableCommand({ ...shape, ...provisioned, AttributeDefinitions, GlobalSecondaryIndexes }),
      );
      const findings = await checkTable(optionsOf("other"));
      expect(await outcomes("other")).toMatchObject({ keys: "yes", indexes: "no", throttling: "no" });
      expect(findings.find(({ what }) => what === "DynamoDB, throttling")?.detail).toBe(
        "5 reads and 4 writes a second are provisioned",
      );
      expect(() => missingOf(findings)).toThrow(NotReady);
      expect(() => missingOf(findings)).toThrow(/DynamoDB, indexes: it lacks STATUSES; debates cannot be listed/);
    });

    test("another program's table is not taken for ours", async () => {
      const [KeySchema, AttributeDefinitions] = [
        [{ AttributeName: "id", KeyType: "HASH" as const }],
        [{ AttributeName: "id", AttributeType: "S" as const }],
      ];
      const foreign = {
        TableName: "foreign",
        BillingMode: "PAY_PER_REQUEST" as const,
        KeySchema,
        AttributeDefinitions,
      };
      await client.send(new CreateTableCommand(foreign));
      const findings = await checkTable(optionsOf("foreign"));
      expect(() => missingOf(findings)).toThrow(/DynamoDB, keys: they are id HASH; this is no table of Parley's/);
    });
  });
}
