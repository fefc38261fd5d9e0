import fc from "fast-check";
import { expect, test } from "vitest";
import type { TranscriptExport } from "../../../domain/show/export/transcript.export.ts";
import { patchOf, whole } from "../../support/debates/drafts.ts";
import { kindOf } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { answersAfter } from "../../support/waits.ts";
import { debaters } from "../../support/world.ts";

const world = await useWorld();

/** `STORM_RUNS=200 STORM_SEED=7 npm test -- tests/api/commands/storm.played.test.ts` tries more. */
const RUNS = Number(process.env["STORM_RUNS"] ?? 1);
const SEED = Number(process.env["STORM_SEED"] ?? 20_261_126);

const COMMANDS = {
  remark: (id: string, n: number) => world.post(`/v1/debates/${id}/interjections`, { text: `Remark ${n}.` }),
  pause: (id: string) => world.post(`/v1/debates/${id}/pause`),
  "pause now": (id: string) => world.post(`/v1/debates/${id}/pause`, { when: "now" }),
  resume: (id: string) => world.post(`/v1/debates/${id}/resume`),
  amend: (id: string, n: number) => patchOf(world, id, { limits: { maxCostUsd: 5 + n } }),
  answer: (id: string, n: number) =>
    world.post(`/v1/debates/${id}/answers`, { answers: [{ questionId: `q${1 + (n % 2)}`, answer: `Answer ${n}.` }] }),
  stop: (id: string) => world.post(`/v1/debates/${id}/stop`),
} as const;
type Name = keyof typeof COMMANDS;

const command = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Name>("remark") },
  { weight: 4, arbitrary: fc.constantFrom<Name>("pause", "pause now", "resume", "amend", "answer") },
  { weight: 1, arbitrary: fc.constant<Name>("stop") },
);
const storm = fc.record({
  clarifies: fc.boolean(),
  waves: fc.array(fc.array(command, { minLength: 5, maxLength: 30 }), { minLength: 1, maxLength: 2 }),
});

const exported = async (id: string) => (await world.request(`/v1/debates/${id}/transcript?as=json`)).text;

/** Until it is over, whatever the storm has left it in. */
async function endDebate(id: string): Promise<void> {
  const stopped = async () => {
    const { status, allowed } = await world.debate(id);
    if (allowed.includes("stop")) await world.post(`/v1/debates/${id}/stop`, { mode: "abandon" });
    return status;
  };
  await expect.poll(stopped, { timeout: 120_000, interval: 250 }).toMatch(/^(completed|cancelled|failed)$/);
  await world.finished(id);
}

/** Everything that has a number has its own. */
function requireDistinct({ events, turns, questions }: TranscriptExport): void {
  const remarks = (events ?? []).flatMap(({ type, data }) => (type === "interjection.added" ? [data] : []));
  const ids = remarks.map(({ turnId }) => (turnId as string).replace(/-r\d+-/, "-"));
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
  expect(ids.length).toBeLessThanOrEqual(100);
  const notes = remarks.map(({ interjection }) => (interjection as { note: string }).note);
  expect(new Set(notes).size).toBe(notes.length);
  for (const list of [turns, questions ?? []]) expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
}

test(
  `After any storm of commands a debate can be exported, deleted and imported, and is the same (seed ${SEED}).`,
  async () => {
    const waits = Promise.withResolvers<void>();
    world.models.use(async (request) => {
      if (kindOf(request) === "turn") await Promise.race([waits.promise, answersAfter(150)]);
      return debaters(["p1", "p2"], { ask: () => ["Which city?", "Which cars?"] })(request);
    });
    const property = fc.asyncProperty(storm, async ({ clarifies, waves }) => {
      const { id } = await world.create(
        whole({ maxRounds: 6, ...(clarifies && { clarifications: { enabled: true, maxIterations: 1 } }) }),
      );
      await world.until(id, ({ type }) => type === "phase.started");
      const statuses = new Set<number>();
      for (const names of waves) {
        const answers = await Promise.all(names.map((name, n) => COMMANDS[name](id, n)));
        for (const { status } of answers) statuses.add(status);
      }
      expect([...statuses].filter((status) => ![200, 202, 409, 412, 422, 503].includes(status))).toEqual([]);
      await endDebate(id);
      const before = await exported(id);
      requireDistinct(JSON.parse(before) as TranscriptExport);
      expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
      const imported = await world.request("/v1/debates/import", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: before,
      });
      expect([imported.status, imported.status === 201 ? "" : imported.text]).toEqual([201, ""]);
      expect(await exported(id)).toBe(before);
    });
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
    waits.resolve();
  },
  240_000 * RUNS,
);

test("Of 130 remarks at once exactly 100 are taken, each with a number of its own.", async () => {
  const gate = Promise.withResolvers<void>();
  world.models.use(async (request) => {
    if (kindOf(request) === "turn") await gate.promise;
    return debaters(["p1", "p2"])(request);
  });
  const { id } = await world.create(whole());
  await world.until(id, ({ type }) => type === "turn.started");
  // One whose answer was late may be there nevertheless, so the log counts.
  const repeated = async (n: number): Promise<number> => {
    const { status } = await COMMANDS.remark(id, n);
    return status === 503 ? repeated(n) : status;
  };
  const answers = await Promise.all(Array.from({ length: 130 }, (_, n) => repeated(n)));
  expect(new Set(answers)).toEqual(new Set([202, 422]));
  gate.resolve();
  await world.finished(id);
  const log = JSON.parse(await exported(id)) as TranscriptExport;
  requireDistinct(log);
  expect((log.events ?? []).filter(({ type }) => type === "interjection.added")).toHaveLength(100);
}, 240_000);
