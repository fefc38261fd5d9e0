/** A worker that is killed while a model looks at an image. */
import { afterEach, expect, it } from "vitest";
import type { FileInfo } from "../../../domain/shapes/schemas/file.schema.ts";
import { pngOf } from "../../support/material/images.ts";
import { kindOf } from "../../support/models/replies.ts";
import { startWorkers } from "../../support/processes/workers.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld({ workers: false, durations: { heartbeat: 500, heartbeatTimeout: 2_000 } });
const started: Awaited<ReturnType<typeof startWorkers>>[] = [];
afterEach(async () => {
  for (const workers of started.splice(0)) await workers.stop();
});

async function startWorker() {
  const workers = await startWorkers(world);
  started.push(workers);
  return workers;
}

it("the next worker sends the same bytes, though the file is deleted in between", async () => {
  const bytes = pngOf(640, 480);
  const sent = { method: "POST", body: bytes as Buffer<ArrayBuffer> };
  const { id: file } = (await world.request("/v1/files?name=chart.png", sent)).body as FileInfo;
  let turns = 0;
  const turn = () => {
    turns += 1;
    return turns === 1 ? { text: "Too late.", profile: { ttft: 60_000 } } : { text: `Speech ${turns}.` };
  };
  world.models.use(debaters(["p1", "p2"], { turn }));
  const first = await startWorker();
  const { id } = await world.create(requestOf({ maxRounds: 1, exhibits: [{ file }] }));
  await world.models.arrived(1);
  await first.stop();
  expect((await world.request(`/v1/files/${file}`, { method: "DELETE" })).status).toBe(204);
  await startWorker();
  const log = await world.finished(id);
  expect(log.at(-1)?.type).toBe("debate.completed");
  const asked = world.models.journal.filter((request) => kindOf(request) === "turn");
  // The first turn twice, and the other.
  expect(asked).toHaveLength(3);
  for (const { body } of asked) expect(JSON.stringify(body)).toContain(bytes.toString("base64"));
  expect(asked[1]?.body).toEqual(asked[0]?.body);
});
