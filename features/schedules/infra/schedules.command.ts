/** `parley schedules`: debates that begin by the clock. */
import type { NewSchedule, Schedule, ScheduleState } from "../../../api/client/index.ts";
import { UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import { commandGroup, routeCommand } from "../../../infra/cli/base/route.cli.ts";
import { plainLine, shortened } from "../../../infra/cli/base/terminal.ts";
import { scheduleRoutes } from "../api/schedules.routes.ts";

const LONGEST_NAME = 40;
const LONGEST_REASON = 60;

export const registerSchedules = commandGroup("schedules", "debates that begin by the clock", [
  routeCommand({
    route: scheduleRoutes.list,
    name: "list",
    isDefault: true,
    table: {
      none: "no schedules",
      columns: {
        ID: "id",
        STATE: ({ paused }) => (paused ? "paused" : "on"),
        WHEN: whenOf,
        OVERLAP: "overlap",
        NAME: ({ name }) => shortened(plainLine(name), LONGEST_NAME),
      },
    },
  }),
  routeCommand({
    route: scheduleRoutes.create,
    name: "create",
    takes: { name: true },
    options: {
      cron: "--cron <line>",
      interval: { flags: "--interval <time>", help: "instead of --cron: how often, at least 10s: 90s, 15m, 6h, 1d" },
      preset: "--preset <name>",
      timeZone: { flags: "--time-zone <zone>", help: "in which the cron line is read, such as Europe/Berlin" },
      overlap: "--overlap <policy>",
      request: {
        flags: "--file <path>",
        help: "instead of --preset: the request as JSON, as POST /v1/debates takes it",
      },
    },
    more: (command) => command.option("--topic <topic>", "what to debate, where the preset does not say it"),
    asks: requestOf,
    says: stateText,
  }),
  routeCommand({ route: scheduleRoutes.read, name: "show", says: stateText }),
  routeCommand({ route: scheduleRoutes.pause, name: "pause", says: stateText }),
  routeCommand({ route: scheduleRoutes.resume, name: "resume", says: stateText }),
  routeCommand({ route: scheduleRoutes.trigger, name: "trigger", says: stateText }),
  routeCommand({
    route: scheduleRoutes.runs,
    name: "runs",
    most: 100,
    table: {
      none: "no runs yet",
      columns: {
        FOR: "scheduledFor",
        STATUS: "status",
        DEBATE: "debate",
        REASON: ({ reason }) => shortened(plainLine(reason ?? ""), LONGEST_REASON),
      },
    },
  }),
  routeCommand({ route: scheduleRoutes.remove, name: "delete", done: "is deleted" }),
]);

function requestOf({ preset, topic, request, cron, interval }: NewSchedule & { topic?: string }): object {
  if (request === undefined && preset === undefined) throw new UsageError("give --preset or --file");
  if (cron === undefined && interval === undefined) throw new UsageError("give --cron or --interval");
  if (request === undefined && topic === undefined) return {};
  const overrides = { ...request, ...(topic !== undefined && { topic }) };
  return { preset: undefined, request: { ...(preset !== undefined && { preset }), ...overrides } };
}

function stateText(schedule: ScheduleState): string {
  const { id, name, paused, next, running, counts, overlap } = schedule;
  return [
    `${id}: ${plainLine(name)}, ${whenOf(schedule)}, overlap ${overlap}`,
    paused ? "paused" : `next: ${next[0] ?? "never"}`,
    `${counts.started} started, ${running} running, ${counts.skipped} skipped, ${counts.missed} missed`,
    "",
  ].join("\n");
}

function whenOf({ cron, interval, timeZone }: Pick<Schedule, "cron" | "interval" | "timeZone">): string {
  return cron === null ? `every ${interval}` : `${cron} ${timeZone}`;
}
