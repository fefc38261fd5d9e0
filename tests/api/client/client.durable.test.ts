/** The client through the death of the API's process. */
import { afterAll, expect, test } from "vitest";
import { createClient, type NewDebate } from "../../../api/client/index.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";
import { startApiProcess } from "../api-process.ts";

const world = await useWorld();
const { models, table, taskQueue, temporalAddress } = world;
const api = await startApiProcess({ table, taskQueue, temporalAddress, providers: models.providers });
afterAll(() => api.kill());

test("an API that is killed and started again in the middle of the events costs none and doubles none", async () => {
  const turn = { profile: { ttft: 20, tps: 60, chunkSize: 10 } };
  models.use(debaters(["p1", "p2"], { turn: (_, n) => ({ ...turn, text: `Speech ${n} ${"word ".repeat(20)}` }) }));
  const client = createClient({ baseUrl: api.url, retryMs: 20 });
  const { id } = await client.create(requestOf({ maxRounds: 2 }) as NewDebate);
  const ids: number[] = [];
  let restarted = false;
  for await (const event of client.events(id)) {
    ids.push(event.id);
    if (event.type !== "turn.delta" || restarted) continue;
    restarted = true;
    await api.restart();
  }
  expect(restarted).toBe(true);
  expect(ids).toEqual(ids.map((_, index) => index + 1));
  expect(ids.length).toBe((await world.finished(id)).length);
});
