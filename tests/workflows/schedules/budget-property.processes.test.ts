/**
 * Sold = counted ≤ limit: what a schedule's debates buy under the limit of the key that wrote it, while its owner triggers,
 * pauses, resumes and edits it and the worker is replaced or killed. SCHEDULE_CASES=40 tries so many cases; SCHEDULE_SEED=…
 * repeats a run.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { ScheduleRun } from "../../../features/schedules/domain/schedule.ts";
import { startWorkers } from "../../support/processes/workers.ts";
import { openWorld } from "../../support/use-world.ts";
import { clockMoves } from "../../support/waits.ts";
import { debate, POLL, sell, spendersOf } from "../quotas/spenders.ts";

const CASES = Number(process.env["SCHEDULE_CASES"] ?? 2);
const SEED = Number(process.env["SCHEDULE_SEED"] ?? Date.now() % 1_000_000);
/** `error`: the conclusion fits under what is left of the limit and no turn before it, so the debate waits for its owner. */
const OVER = ["completed", "cancelled", "failed", "deleted", "error"];

const DEEDS = ["trigger", "pause", "resume", "longer", "shorter", "replace the worker", "kill the worker"] as const;
const plan = fc.record({
  /** A debate of a round may spend some 3.8 at most, 2.8 of it for its conclusion, and spends 0.24. */
  usdPerDay: fc.double({ min: 0.1, max: 4, noNaN: true }),
  overlap: fc.constantFrom("allow", "queue", "skip", "cancel"),
  deeds: fc.array(fc.record({ name: fc.constantFrom(...DEEDS), after: fc.integer({ min: 0, max: 4 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

it(`sells what is counted and no more than the key's limit (${CASES} cases, SCHEDULE_SEED=${SEED})`, {
  timeout: 90_000 * CASES,
}, async () => {
  await using world = await openWorld({ workers: false, durations: { heartbeat: 500, heartbeatTimeout: 2_000 } });
  const workers = await startWorkers(world);
  const { keyWith, sold } = await spendersOf(world);
  const play = async ({ usdPerDay, overlap, deeds }: Plan) => {
    sell(world);
    const caller = await keyWith(usdPerDay);
    const rules = (maxRounds: number) => ({
      name: "property",
      cron: "0 0 1 1 *",
      overlap,
      request: debate({ maxRounds }),
    });
    const { status, body } = await caller.ask("/v1/schedules", rules(1));
    expect(status).toBe(201);
    const at = `/v1/schedules/${body.id}`;
    let isCut = overlap === "cancel";
    const runs = async () => (await caller.ask(`${at}/runs`)).body.items as ScheduleRun[];
    const rested = async () => {
      await expect.poll(async () => (await runs()).every((run) => OVER.includes(run.status)), POLL).toBe(true);
    };
    let triggered = 0;
    const trigger = async () => {
      // Temporal names a run by the second in which it takes the trigger.
      if (triggered++ > 0) await clockMoves(1_050);
      await caller.ask(`${at}/trigger`, {});
      await expect.poll(async () => (await runs()).length, POLL).toBeGreaterThan(0);
    };
    await trigger();
    for (const { name, after } of deeds) {
      await Promise.race([world.models.arrived(world.models.journal.length + after), rested()]);
      if (name === "trigger") await trigger();
      if (name === "pause" || name === "resume") await caller.ask(`${at}/${name}`, {});
      if (name === "longer" || name === "shorter")
        expect((await caller.ask(at, rules(name === "longer" ? 2 : 1), "PUT")).status).toBe(200);
      if (name === "replace the worker" || name === "kill the worker") {
        isCut = true;
        await workers.renew(name === "kill the worker" ? "SIGKILL" : "SIGTERM");
      }
    }
    await rested();
    const used = await caller.used();
    expect(used).toBeLessThanOrEqual(usdPerDay + 1e-6);
    expect(sold()).toBeLessThanOrEqual(used + 1e-6);
    // Only a call that was cut may have another price than is known, and whoever waits keeps its room.
    const isHeld = (await runs()).some((run) => run.status === "error");
    if (!isCut && !isHeld) expect(used).toBeCloseTo(sold(), 6);
    await caller.ask(at, undefined, "DELETE");
  };
  await fc.assert(fc.asyncProperty(plan, play), { numRuns: CASES, seed: SEED, endOnFailure: true });
  await workers.stop();
});
