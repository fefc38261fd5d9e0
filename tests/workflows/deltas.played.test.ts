import { expect, it } from "vitest";
import { expireDeltas, storedDeltas, storedItems, withTable } from "../support/debates/deltas.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../support/world.ts";

const world = await useWorld();

const storedWords = async (debateId: string) => (await storedItems(world, debateId)).filter((item) => item["words"]);

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

it("lets the text chunks of a debate expire by themselves, a day after they were written", async () => {
  speak();
  const { id } = await world.create(requestOf({ maxRounds: 1 }));
  const whole = await world.finished(id);
  const chunks = await storedDeltas(world, id);
  expect(chunks.length).toBeGreaterThan(0);
  const day = Date.now() / 1000 + 86_400;
  for (const { expiresAt } of chunks) expect(Math.abs(Number(expiresAt) - day)).toBeLessThan(60);
  expect(await world.finished(id)).toEqual(whole);

  // An engine without a time to live keeps them; readers take what has expired for gone.
  await expireDeltas(world, id);
  expect(await world.finished(id)).toEqual(await withoutDeltas(id, whole));
  const words = await storedWords(id);
  expect(words.length).toBeGreaterThan(0);
  for (const { wordsUntil } of words) expect(Math.abs(Number(wordsUntil) - day)).toBeLessThan(60);
  await withTable(world, async (table) => {
    for (const item of words) await table.put({ ...item, wordsUntil: Math.floor(Date.now() / 1000) - 1 });
  });
  expect(await world.finished(id)).toEqual(whole.filter((e) => e.type !== "turn.delta"));
});
