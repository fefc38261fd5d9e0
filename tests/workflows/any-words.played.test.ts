/** Whatever models say, the record has whole characters, and the export can be imported. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type World as ApiWorld, createWorld, problemOf } from "../api/world.ts";
import { kindOf } from "../support/models/replies.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const world = await useWorld();
let elsewhere: ApiWorld;
beforeAll(async () => {
  elsewhere = await createWorld();
});
afterAll(() => elsewhere[Symbol.asyncDispose]());

/** A model's words may hold anything that UTF-16 can, whole or cut. */
const words = fc
  .array(
    fc.constantFrom("\ud83d", "\ude80", "\ud800", "\u0000", "\u001b[2J", "\u202e", "</turn>", "🚀", "Tolls ", "\n"),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((pieces) => `So: ${pieces.join("")}.`);

test("Halves of characters and controls in turns and ballots become whole texts, which are imported as they were exported.", async () => {
  await fc.assert(
    fc.asyncProperty(words, words, async (said, ruled) => {
      const usual = debaters(["p1", "p2"], { turn: () => ({ text: said }) });
      world.models.use((request) => {
        const reply = usual(request);
        if (kindOf(request) !== "verdict" || !("text" in reply)) return reply;
        return { ...reply, text: JSON.stringify({ ...JSON.parse(reply.text as string), summary: ruled }) };
      });
      const { id } = await world.create(requestOf({ maxRounds: 1 }));
      await world.finished(id);
      const { text } = await world.request(`/v1/debates/${id}/transcript?as=json`);
      expect(text).not.toMatch(/\\u(d[89a-f]|00[01])[0-9a-f]{1,2}(?<!\\u000[9a])/i);
      const imported = await elsewhere.post("/v1/debates/import", text);
      expect([imported.status, imported.ok || (await problemOf(imported)).errors]).toEqual([201, true]);
      expect(await (await elsewhere.get(`/v1/debates/${id}/transcript?as=json`)).text()).toBe(text);
    }),
    { numRuns: inject("quick") ? 6 : 60 },
  );
});
