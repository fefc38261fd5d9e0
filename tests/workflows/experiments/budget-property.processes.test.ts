/**
 * Sold = counted ≤ limit: the model server counts what it sells, while the owner pauses, resumes, stops, edits and extends, the
 * worker is replaced or killed and models fail. EXPERIMENT_CASES=40 tries so many cases; EXPERIMENT_SEED=… repeats a run.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { startWorkers } from "../../support/processes/workers.ts";
import { openWorld } from "../../support/use-world.ts";
import { atRest, dearBase, leastOf, selling } from "./market.ts";

const CASES = Number(process.env["EXPERIMENT_CASES"] ?? 2);
const SEED = Number(process.env["EXPERIMENT_SEED"] ?? Date.now() % 1_000_000);

const ARMS = [
  { name: "single", baseline: { vote: 1 } },
  { name: "vote of 3", baseline: { vote: 3 } },
  { name: "debate", patch: {} },
  { name: "one round", patch: { maxRounds: 1 } },
];
const DEEDS = [
  "pause and resume",
  "replace the worker",
  "kill the worker",
  "extend",
  "raise",
  "lower",
  "stop",
] as const;

const plan = fc.record({
  items: fc.integer({ min: 1, max: 4 }),
  arms: fc.subarray(ARMS.slice(0, 3), { minLength: 1 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  budget: fc.double({ min: 1, max: 6, noNaN: true }),
  /** Every so many calls one is refused in passing; 0: none. */
  fails: fc.constantFrom(0, 0, 5),
  refuses: fc.constantFrom(false, false, false, true),
  deeds: fc.array(fc.record({ name: fc.constantFrom(...DEEDS), after: fc.integer({ min: 0, max: 6 }) }), {
    maxLength: 4,
  }),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

it(`sells what is counted and no more than the budget (${CASES} cases, EXPERIMENT_SEED=${SEED})`, {
  timeout: 60_000 * CASES,
}, async () => {
  await using world = await openWorld({ workers: false, durations: { heartbeat: 500, heartbeatTimeout: 2_000 } });
  const workers = await startWorkers(world);
  const play = async (of: Plan) => {
    world.models.forget();
    const fails = (call: number) => of.fails > 0 && call % of.fails === 0;
    const market = selling(world, { fails, refuses: (round) => of.refuses && round > 1 });
    const items = Array.from({ length: of.items }, (_, i) => ({
      question: `Is ${i + 1} a number?`,
      answers: { type: "choice", options: ["yes", "no"] },
    }));
    const body = { name: "property", base: dearBase("question", 2), items, arms: of.arms, concurrency: of.concurrency };
    let maxCostUsd = (await leastOf(world, body, 0)) * of.budget;
    const { status, body: made } = await world.post("/v1/experiments", { ...body, budget: { maxCostUsd } });
    expect(status).toBe(201);
    const at = `/v1/experiments/${made.id}`;
    const rested = () => atRest(world, made.id);
    let [isCut, arms] = [false, 0];
    const edit = async (budget: number) => {
      arms += 1;
      const added = { arms: [{ name: `more ${arms}`, patch: { maxRounds: 1 } }], budget: { maxCostUsd: budget } };
      if ((await world.post(`${at}/arms`, added)).status === 200) maxCostUsd = budget;
    };
    for (const { name, after } of of.deeds) {
      await Promise.race([world.models.arrived(world.models.journal.length + after), rested()]);
      if (name === "pause and resume") {
        await world.post(`${at}/pause`);
        await world.post(`${at}/resume`);
      }
      if (name === "replace the worker" || name === "kill the worker") {
        isCut = true;
        await workers.renew(name === "kill the worker" ? "SIGKILL" : "SIGTERM");
      }
      if (name === "extend") await edit(maxCostUsd);
      if (name === "raise") await edit(maxCostUsd * 1.5);
      if (name === "lower") await edit(maxCostUsd / 1.5);
      if (name === "stop") {
        isCut = true;
        await world.post(`${at}/stop`);
      }
    }
    const over = await rested();
    const micro = (usd: number | null) => Math.round((usd ?? Number.NaN) * 1_000_000);
    const [sold, spent, charged] = [market.soldUsd(), over.costUsd, (over.costUsd ?? 0) + over.unsettledUsd].map(micro);
    expect(charged).toBeLessThanOrEqual(micro(maxCostUsd));
    expect(sold).toBeLessThanOrEqual(charged ?? 0);
    // Only a call that was cut may have another price than is known.
    if (!isCut) expect([spent, over.unsettledUsd]).toEqual([sold, 0]);
    const { done, failed } = over.cells;
    if (done === 0 && failed > 0) expect(over.status).not.toBe("completed");
  };
  await fc.assert(fc.asyncProperty(plan, play), { numRuns: CASES, seed: SEED, endOnFailure: true });
  await workers.stop();
});
