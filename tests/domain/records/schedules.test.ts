import { expect, it } from "vitest";
import { SCHEDULE_RUNS, SCHEDULES } from "../../../features/schedules/domain/schedule-records.ts";

/** Stored data is found under these keys, so none of them may change. */
it("keeps schedules and their runs under their tenant", () => {
  expect(SCHEDULES.partition?.({ tenant: "a#b" })).toBe("T#a%23b#SCHEDULES");
  expect(SCHEDULES.key({ id: "sch-1" })).toBe("SCHEDULE#sch-1");
  expect(SCHEDULES.range?.({ after: "sch-1" })).toEqual({ prefix: "SCHEDULE#", start: { SK: "SCHEDULE#sch-1" } });
  expect(SCHEDULE_RUNS.partition?.({ tenant: "a#b", scheduleId: "sch-1" })).toBe("T#a%23b#SCH#sch-1");
  expect(SCHEDULE_RUNS.key({ id: "run-1", startedAt: "2026-11-21T12:00:00.000Z" })).toBe(
    "RUN#2026-11-21T12%3A00%3A00.000Z#run-1",
  );
});
