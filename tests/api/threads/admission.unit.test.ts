import { describe, expect, it } from "vitest";
import { createAdmission } from "../../../api/threads/admission.ts";
import { ParleyError } from "../../../domain/errors.ts";

const stays = new AbortController().signal;

/** Enters as `owner`, and notes it once it has its place. */
function entrant(admission: ReturnType<typeof createAdmission>, entered: string[]) {
  const leaves: (() => void)[] = [];
  return {
    enter: async (owner: string, signal = stays) => {
      const leave = await admission.enter(signal, owner);
      entered.push(owner);
      leaves.push(leave);
    },
    leaveAll: async (count: number) => {
      for (let n = 0; n < count; n++) {
        await expect.poll(() => leaves.length).toBeGreaterThan(0);
        leaves.shift()?.();
      }
    },
  };
}

describe("admission", () => {
  it("lets owners take turns, whoever has most that waits", async () => {
    const entered: string[] = [];
    const { enter, leaveAll } = entrant(createAdmission({ atOnce: 1, waiting: 10 }), entered);
    const all = ["many", "many", "many", "many", "few", "few"].map((owner) => enter(owner));
    await leaveAll(all.length);
    await Promise.all(all);
    expect(entered).toEqual(["many", "many", "few", "many", "few", "many"]);
  });

  it("refuses what is beyond an owner's queue, takes others', and names ever later times to come back", async () => {
    const entered: string[] = [];
    const { enter, leaveAll } = entrant(createAdmission({ atOnce: 1, waiting: 2 }), entered);
    const all = ["many", "many", "many"].map((owner) => enter(owner));
    const refusals = await Promise.all(
      Array.from({ length: 40 }, () =>
        enter("many").then(
          () => null,
          (error: unknown) => (error instanceof ParleyError ? error : null),
        ),
      ),
    );
    expect(refusals.map((error) => error?.code)).toEqual(refusals.map(() => "unavailable"));
    const seconds = refusals.map((error) => Number(error?.details["retryAfter"]));
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
    expect(new Set(seconds).size).toBeGreaterThan(30);
    all.push(enter("few"));
    await leaveAll(all.length);
    await Promise.all(all);
    expect(entered).toEqual(["many", "many", "few", "many"]);
  });

  it("gives the place of one that leaves to the next, and none to one that has left the queue", async () => {
    const entered: string[] = [];
    const { enter, leaveAll } = entrant(createAdmission({ atOnce: 1, waiting: 10 }), entered);
    const leaves = new AbortController();
    const first = enter("first");
    const impatient = enter("impatient", leaves.signal);
    const patient = enter("patient");
    leaves.abort();
    await expect(impatient).rejects.toMatchObject({ code: "unavailable", details: {} });
    const late = enter("late", AbortSignal.timeout(1));
    await expect(late).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: expect.any(Number) } });
    await leaveAll(2);
    await Promise.all([first, patient]);
    expect(entered).toEqual(["first", "patient"]);
  });
});
