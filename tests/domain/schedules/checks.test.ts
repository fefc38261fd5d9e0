import { expect, test } from "vitest";
import { requireSchedule } from "../../../features/schedules/domain/checks.schedule.ts";

const scheduleOf = (cron: string) => ({ name: "Weekly", preset: "weekly", cron });

test.each(["0 0 30 2 *", "0 0 31 4,6,9,11 *", "15 3 30 2 1"])("A cron that never comes is refused: %s.", (cron) => {
  expect(() => requireSchedule(scheduleOf(cron))).toThrow(
    expect.objectContaining({
      details: { errors: [{ pointer: "/cron", detail: "never comes: there is no such day" }] },
    }),
  );
});

test.each(["0 9 * * 1", "0 0 29 2 *", "0 0 31 1-4 *", "*/15 8-18 * * MON-FRI"])(
  "One that comes is taken: %s.",
  (cron) => {
    expect(requireSchedule(scheduleOf(cron)).cron).toBe(cron);
  },
);
