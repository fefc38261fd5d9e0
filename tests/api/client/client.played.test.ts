/** The client against a whole Parley, over HTTP. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type DebateEvent, type NewDebate } from "../../../api/client/index.ts";
import { pendingQuestions } from "../../../domain/shapes/schemas/questions.schema.ts";
import { openWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";

const POLL = { timeout: 50_000 };

let world: World;
beforeAll(async () => {
  world = await openWorld();
  world.models.use(
    debaters(["p1", "p2"], {
      turn: (_, n) => ({ text: `Speech ${n} ${"word ".repeat(20)}`, profile: { ttft: 20, tps: 60, chunkSize: 10 } }),
      ask: () => ["Which city?"],
    }),
  );
});
afterAll(() => world.stop());

const clientOf = (baseUrl: string) => createClient({ baseUrl, retryMs: 20 });
const positions = ["for", "against"].map((position, i) => ({
  name: ["Ada", "Ben"][i] as string,
  model: ["openai/gpt-5.5", "anthropic/claude-sonnet-5"][i] as string,
  position,
}));
const request = (changes: object = {}) => requestOf({ participants: positions, ...changes }) as NewDebate;

test("a debate is made, followed, waited for and read", async () => {
  const client = clientOf(world.url);
  const { id } = await client.create(request({ maxRounds: 1 }));
  const seen: DebateEvent[] = [];
  for await (const event of client.events(id, { deltas: false })) seen.push(event);
  expect(seen.map(({ type }) => type)).not.toContain("turn.delta");
  expect(seen.at(-1)?.type).toBe("debate.completed");
  const debate = await client.waitForResult(id, { timeoutMs: 20_000 });
  expect(debate).toMatchObject({ id, status: "completed", result: { type: "verdict" } });
  expect((await client.transcript(id)).turns).toHaveLength(2);
  expect(await client.transcript(id, "markdown")).toContain("Should cities ban cars?");
  expect(await client.transcript(id, "inspect")).toMatchObject({ version: 2, samples: [{ id }] });
  expect(await client.transcript(id, "receipt")).toMatchObject({ debate: { id }, receipt: { version: 2 } });
  expect(await client.transcript(id, "jsonl")).toMatchObject([
    { debate: id, note: null },
    { debate: id, note: null },
  ]);
  expect(await Array.fromAsync(client.events(id, { after: seen.at(-1)?.id ?? 0 }))).toEqual([]);
});

test("a link to a debate is made, listed and revoked", async () => {
  const client = clientOf(world.url);
  const { id } = await client.create(request({ start: false }));
  const { url, ...link } = await client.share(id, { expiresInSeconds: 60 });
  expect((await fetch(url)).status).toBe(200);
  expect(await client.shares(id)).toEqual([link]);
  await client.revokeShare(id, link.id);
  expect(await client.shares(id)).toEqual([]);
  expect((await fetch(url)).status).toBe(404);
});

test("waiting ends with the debate, and before it when the time is up", async () => {
  const client = clientOf(world.url);
  const { id } = await client.create(request({ maxRounds: 3 }));
  await expect(client.waitForResult(id, { timeoutMs: 50 })).rejects.toMatchObject({ name: "TimeoutError" });
  const waiting = client.waitForResult(id);
  await client.stop(id, { mode: "abandon" });
  expect(await waiting).toMatchObject({ status: "cancelled", result: null });
  await expect(client.pause(id)).rejects.toMatchObject({
    status: 409,
    type: "/problems/illegal-transition",
    body: { allowed: [] },
  });
});

test("questions are answered, and the debate goes on", async () => {
  const client = clientOf(world.url);
  const { id } = await client.create(request({ maxRounds: 1, clarifications: { enabled: true, maxIterations: 1 } }));
  for await (const { type } of client.events(id)) if (type === "clarification.asked") break;
  await expect
    .poll(async () => pendingQuestions((await client.get(id)).pending).map((q) => q.id), POLL)
    .toEqual(["q1"]);
  await client.answer(id, [{ questionId: "q1", answer: "Graz." }]);
  expect((await client.waitForResult(id)).status).toBe("completed");
});

test("pages lead through a list, each debate once", async () => {
  const client = clientOf(world.url);
  const made: string[] = [];
  for (const _ of [1, 2, 3]) {
    const { id } = await client.create(request({ maxRounds: 1, tags: ["paged"] }));
    made.unshift(id);
    await client.stop(id, { mode: "abandon" });
  }
  const pages = await Array.fromAsync(client.pages({ tag: "paged", limit: 2 }));
  expect(pages.map(({ items }) => items.length)).toEqual([2, 1]);
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(made);
});
