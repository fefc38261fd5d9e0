/**
 * The log's own algorithms under a scheduler that decides the order of every request, answer and timer of all
 * processes. `npm run explore` goes through 10,500 of them; `npm run explore -- 200000 7` soaks them, with another seed.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openForgetfulLog, openHastyLog, openLog } from "./exploration/broken.ts";
import { clearTimer, setTimer } from "./exploration/clock.ts";
import { type Explored, explore } from "./exploration/explore.ts";
import type { OpenLog } from "./exploration/machine.ts";
import { plans } from "./exploration/plan.ts";
import { requireSound } from "./exploration/properties.ts";

vi.mock("node:timers/promises", async (original) => {
  const { sleep } = await import("./exploration/clock.ts");
  return { ...(await original<typeof import("node:timers/promises")>()), setTimeout: sleep };
});

beforeAll(() => {
  vi.stubGlobal("setTimeout", setTimer);
  vi.stubGlobal("clearTimeout", clearTimer);
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const RUNS = Number(process.env.LOG_RUNS ?? 150);
/** With this one a flaw shows as what it is, and not first in what follows from it. */
const KNOWN_SEED = 20_261_121;
const SEED = Number(process.env.LOG_SEED ?? KNOWN_SEED);

/** Fails with the plan, the seed and what went wrong. */
async function assertSound(
  open: OpenLog,
  { runs, seed }: { runs: number; seed: number },
  onExplored: (explored: Explored) => void = () => {},
) {
  const property = fc.asyncProperty(fc.scheduler(), plans, async (scheduler, plan) => {
    const explored = await explore(scheduler, plan, open);
    onExplored(explored);
    requireSound(plan, explored);
  });
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true });
}

describe("three writers and two readers of one log", () => {
  it(
    "see and leave one log without gap, repeat or loss, whatever the order and whoever dies",
    async () => {
      const schedules = new Set<string>();
      let steps = 0;
      await assertSound(openLog, { runs: RUNS, seed: SEED }, (explored) => {
        schedules.add(explored.schedule);
        steps += explored.steps;
      });
      process.stdout.write(`${schedules.size} distinct interleavings of ${RUNS}, ${steps} steps\n`);
      expect(schedules.size).toBeGreaterThan(RUNS * 0.95);
    },
    Math.max(300_000, RUNS * 50),
  );

  it.each([
    { flaw: "an appender that does not look for its keys", open: openForgetfulLog, found: /was written twice$/ },
    { flaw: "a reader that passes over a hole", open: openHastyLog, found: /^r\d saw .* instead of / },
  ])(
    "would show $flaw",
    async ({ open, found }) => {
      const cause = expect.objectContaining({ message: expect.stringMatching(found) });
      await expect(assertSound(open, { runs: 2_000, seed: KNOWN_SEED })).rejects.toMatchObject({ cause });
    },
    120_000,
  );
});
