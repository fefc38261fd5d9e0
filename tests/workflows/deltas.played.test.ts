import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createOpenDebates } from "../../store/debates/open-debates.ts";
import { debateKey, type Item } from "../../store/table/keys.ts";
import { itemsUnder } from "../../store/table/queries.ts";
import { createTable, type Table } from "../../store/table/table.ts";
import { LOCAL_CREDENTIALS } from "../support/servers/dynamodb.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../support/world.ts";

// A sweep counts the debates of the whole table.
const world = await useWorld({});

const sweep = async (deltasKeptMs: number) => {
  const { taskQueue } = world;
  const options = { taskQueue, workflowId: `sweep-${randomUUID()}`, args: [{ deltasKeptMs }] };
  return (await world.client.workflow.execute("sweepWorkflow", options)).deltas;
};

const over = { expiring: 0, dropped: 0, failed: 0 };

async function withTable<T>(work: (table: Table) => Promise<T>): Promise<T> {
  const table = createTable({ ...world.table, credentials: LOCAL_CREDENTIALS });
  try {
    return await work(table);
  } finally {
    table.close();
  }
}

function storedItems(debateId: string): Promise<Item[]> {
  return withTable((table) => itemsUnder(table, debateKey({ tenant: "default", debateId }), "EVENT#"));
}

const storedDeltas = async (debateId: string) =>
  (await storedItems(debateId)).filter((item) => item["deltas"] === true);
const storedWords = async (debateId: string) => (await storedItems(debateId)).filter((item) => item["words"]);

/** One speaks for half a second, the other says all at once. */
function speak(): void {
  const slowly = { text: "word ".repeat(60), profile: { ttft: 10, tps: 60, chunkSize: 10 } };
  let turns = 0;
  world.models.use(debaters(["p1", "p2"], { turn: () => (turns++ % 2 === 0 ? slowly : { text: "All at once." }) }));
}

/** What a log shows whose deltas have expired: the last words of turns stay with the turns for a day. */
async function withoutDeltas(debateId: string, log: FlatEvent[]): Promise<FlatEvent[]> {
  const words = (await storedWords(debateId)).flatMap(({ SK, words: places }) =>
    (places as number[]).map((place) => Number(SK.slice("EVENT#".length)) + place),
  );
  return log.filter(({ type, id }) => type !== "turn.delta" || words.includes(id));
}

/** As a version before this one left it: deltas that do not expire, of a debate that is over. */
function asOlder(debateId: string): Promise<void> {
  return withTable(async (table) => {
    for (const { expiresAt: _, deltasFrom: __, deltasUntil: ___, ...item } of await storedDeltas(debateId))
      await table.put(item);
    await createOpenDebates(table, "ENDED").register({ tenant: "default", debateId });
  });
}

it("lets the text chunks of a debate expire by themselves, a day after they were written", async () => {
  speak();
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const whole = await world.finished(id);
  const chunks = await storedDeltas(id);
  expect(chunks.length).toBeGreaterThan(0);
  const day = Date.now() / 1000 + 86_400;
  for (const { expiresAt } of chunks) expect(Math.abs(Number(expiresAt) - day)).toBeLessThan(60);
  expect(await sweep(3_600_000), "the sweep has nothing to do about them").toEqual(over);
  expect(await world.finished(id)).toEqual(whole);

  // An engine without a time to live keeps them; readers take what has expired for gone.
  await withTable(async (table) => {
    for (const item of chunks) await table.put({ ...item, expiresAt: Math.floor(Date.now() / 1000) - 1 });
  });
  expect(await world.finished(id)).toEqual(await withoutDeltas(id, whole));
  const words = await storedWords(id);
  expect(words.length).toBeGreaterThan(0);
  for (const { wordsUntil } of words) expect(Math.abs(Number(wordsUntil) - day)).toBeLessThan(60);
  await withTable(async (table) => {
    for (const item of words) await table.put({ ...item, wordsUntil: Math.floor(Date.now() / 1000) - 1 });
  });
  expect(await world.finished(id)).toEqual(whole.filter((e) => e.type !== "turn.delta"));
});

it("drops the text chunks that an older version wrote a while after their debate's end, and never those of one that goes on", async () => {
  speak();
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const running = await world.create(requestOf({ maxRounds: 2, roundDelayMs: 600_000 }));
  await world.until(running.id, (e) => e.type === "round.completed");
  const whole = await world.finished(id);
  expect(whole.some((e) => e.type === "turn.delta")).toBe(true);
  await asOlder(id);
  await asOlder(running.id);
  const ended = Date.now();
  const before = await world.transcript(id);

  // Nothing is dropped yet, but each chunk knows its end: an engine with a time to live removes it by itself.
  await expect.poll(() => sweep(3_600_000)).toEqual({ expiring: 1, dropped: 0, failed: 0 });
  expect(await sweep(3_600_000)).toEqual(over);
  const marked = await storedDeltas(id);
  expect(marked.length).toBeGreaterThan(0);
  for (const item of marked)
    expect(Math.abs((item["expiresAt"] as number) * 1000 - ended - 3_600_000)).toBeLessThan(60_000);
  expect(await world.finished(id)).toEqual(whole);

  // An engine without one keeps them; readers take what has expired for gone.
  await world.store.upkeep.expireDeltas({ tenant: "default", debateId: id }, Math.floor(Date.now() / 1000) - 1);
  const rest = await withoutDeltas(id, whole);
  expect(await world.finished(id)).toEqual(rest);
  expect(await world.request(`/v1/debates/${id}/events?after=0&limit=5`)).toMatchObject({ status: 200 });

  expect(await sweep(1)).toEqual({ expiring: 0, dropped: 1, failed: 0 });
  expect(await storedDeltas(id)).toEqual([]);
  expect(await world.finished(id)).toEqual(rest);
  expect(await world.transcript(id)).toEqual(before);
  expect(await sweep(1)).toEqual(over);

  expect((await storedDeltas(running.id)).length).toBeGreaterThan(0);
  await world.post(`/v1/debates/${running.id}/stop`, { mode: "abandon" });
});
