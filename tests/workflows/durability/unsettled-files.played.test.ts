/** What a process that died has left of a file is removed by the sweep. */
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { FILE_BYTES, filePartition, PASSAGE_CHUNKS } from "../../../domain/play/records/files.record.ts";
import { createTable } from "../../../store/table/table.ts";
import { everyItem, LOCAL_CREDENTIALS } from "../../support/servers/dynamodb.ts";
import { useWorld } from "../../support/use-world.ts";

const HOUR_MS = 3_600_000;
// A sweep counts over the whole table.
const world = await useWorld({});

async function begun(fileId: string, ago: number): Promise<void> {
  const tenant = "default";
  const table = createTable({ ...world.table, credentials: LOCAL_CREDENTIALS });
  await table.put({
    PK: "UNSETTLED",
    SK: filePartition({ tenant, fileId }),
    tenant,
    id: fileId,
    begunAt: Date.now() - ago,
  });
  table.close();
  const { records } = world.store;
  await records.put({ tenant, fileId }, PASSAGE_CHUNKS, { chunk: 1, first: 1, passages: [[1, "One."]] });
  await records.put({ tenant, fileId }, FILE_BYTES, { part: 1, bytes: Buffer.from("One.") });
}

it("removes parts of files an hour after their upload began, and leaves those of uploads that go on", async () => {
  await begun("file-old", 2 * HOUR_MS);
  await begun("file-new", HOUR_MS / 2);
  const options = { taskQueue: world.taskQueue, workflowId: `sweep-${randomUUID()}`, args: [] };
  const { files } = await world.client.workflow.execute("sweepWorkflow", options);
  expect(files).toEqual({ settled: 1, failed: 0 });
  const places = (await everyItem(world.table)).map(({ PK }) => PK?.S ?? "");
  const [unsettled, ...parts] = places
    .filter((place) => /FILE#|UNSETTLED/.test(place))
    .toSorted()
    .toReversed();
  expect([unsettled, parts]).toEqual(["UNSETTLED", Array(2).fill("T#default#FILE#file-new")]);
});
