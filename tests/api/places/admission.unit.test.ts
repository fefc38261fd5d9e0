import { describe, expect, it } from "vitest";
import { createAdmission } from "../../../api/places/admission.api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";

const stays = new AbortController().signal;

/** Enters as `owner`, and notes it once it has its place. */
function entrant(admission: ReturnType<typeof createAdmission>, entered: string[]) {
  const leaves: (() => void)[] = [];
  return {
    /** `tenant/key`, or a tenant without keys. */
    enter: async (owner: string, signal = stays) => {
      const [tenant = "", key = null] = owner.split("/");
      const leave = await admission.enter(signal, { tenant, key });
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
  it("lets tenants take turns, and the keys of each, whoever has most that waits", async () => {
    const entered: string[] = [];
    const { enter, leaveAll } = entrant(createAdmission({ atOnce: 1, waiting: 10 }), entered);
    const all = ["many/a", "many/a", "many/a", "many/a", "many/b", "few/c", "few/c"].map((owner) => enter(owner));
    await leaveAll(all.length);
    await Promise.all(all);
    expect(entered).toEqual(["many/a", "many/a", "few/c", "many/b", "few/c", "many/a", "many/a"]);
  });

  it("leaves a place free beside a tenant with keys, and gives all to one without", async () => {
    const entered: string[] = [];
    const { enter, leaveAll } = entrant(createAdmission({ atOnce: 3, waiting: 10 }), entered);
    const all = ["a/k", "a/k", "a/k", "b/k", "b/k"].map((owner) => enter(owner));
    await Promise.resolve();
    expect(entered).toEqual(["a/k", "a/k", "b/k"]);
    await leaveAll(all.length);
    await Promise.all(all);
    expect(entered.slice(3).toSorted()).toEqual(["a/k", "b/k"]);
    await Promise.all(["default", "default", "default"].map((owner) => enter(owner)));
  });

  it("refuses what is beyond a tenant's queue, takes others', and names ever later times to come back", async () => {
    const entered: string[] = [];
    const { enter, leaveAll } = entrant(createAdmission({ atOnce: 1, waiting: 2 }), entered);
    const all = ["many/a", "many/a", "many/b"].map((owner) => enter(owner));
    const refusals = await Promise.all(
      Array.from({ length: 40 }, () =>
        enter("many/c").then(
          () => null,
          (error: unknown) => (error instanceof ParleyError ? error : null),
        ),
      ),
    );
    expect(refusals.map((error) => error?.code)).toEqual(refusals.map(() => "unavailable"));
    const seconds = refusals.map((error) => Number(error?.details["retryAfter"]));
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
    expect(new Set(seconds).size).toBeGreaterThan(30);
    all.push(enter("few/d"));
    await leaveAll(all.length);
    await Promise.all(all);
    expect(entered).toEqual(["many/a", "many/a", "few/d", "many/b"]);
  });

  it("lets the newest of the longest queue go where too much waits in all", async () => {
    const entered: string[] = [];
    const { enter, leaveAll } = entrant(createAdmission({ atOnce: 1, waiting: 3, waitingInAll: 3 }), entered);
    const all = ["many/a", "many/a", "many/a"].map((owner) => enter(owner));
    const newest = enter("many/a");
    const few = enter("few/b");
    await expect(newest).rejects.toMatchObject({ code: "unavailable", details: { retryAfter: expect.any(Number) } });
    await leaveAll(4);
    await Promise.all([...all, few]);
    expect(entered.toSorted()).toEqual(["few/b", "many/a", "many/a", "many/a"]);
  });

  it("refuses what has waited too long", async () => {
    const { enter } = entrant(createAdmission({ atOnce: 1, waiting: 3, waitMs: 5 }), []);
    await enter("a/k");
    await expect(enter("a/k")).rejects.toMatchObject({ code: "unavailable" });
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
