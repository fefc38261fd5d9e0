/** A schedule: debates that begin by the clock, as it is sent, stored and shown. */
import { z } from "zod";
import type { Quota } from "../../../domain/shapes/payer.ts";
import { dictionary, notBlank } from "../../../domain/shapes/schemas/bounds.ts";
import { PresetReference } from "../../../domain/shapes/schemas/preset.ts";

/** Runs of one backfill. */
export const MOST_BACKFILLED = 100;

/** Minute, hour, day, month, day of the week. Temporal checks the numbers. */
const CRON = /^[\w*/,?-]{1,100}(?: [\w*/,?-]{1,100}){4}$/;
const LONGEST_CRON = 200;
const INTERVAL = /^([1-9]\d{0,7})([smhd])$/;
const UNIT_MS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const SHORTEST_MS = 10_000;
const LONGEST_MS = 366 * 86_400_000;

const OVERLAPS = ["skip", "queue", "cancel", "allow"] as const;

const fields = {
  name: notBlank(200).meta({ description: "What it is called", examples: ["Weekly review"] }),
  preset: PresetReference.optional().meta({
    description: "A preset that has a topic: `weekly` is its newest version at each run, `weekly@3` always the third",
    examples: ["weekly@3"],
  }),
  request: dictionary(z.unknown(), 100).optional().meta({
    description:
      "Instead of `preset`: a `DebateRequest` without `start` and `webhook`. It may name a preset, whose fields it overrides",
  }),
  cron: z
    .string()
    .max(LONGEST_CRON)
    .regex(CRON, "must have five fields: minute, hour, day, month, day of the week, as in 0 9 * * 1")
    .optional()
    .meta({ description: "When: minute, hour, day, month, day of the week", examples: ["0 9 * * 1"] }),
  interval: z
    .string()
    .max(9)
    .regex(INTERVAL, "must be a number and s, m, h or d, as in 90s")
    .refine((text) => !INTERVAL.test(text) || isWithin(intervalMs(text)), "must be at least 10s and at most 366d")
    .optional()
    .meta({
      description: "Instead of `cron`: how often, at least `10s`. Counted from 1970 on, so `1h` is each full hour",
      examples: ["90s"],
    }),
  timeZone: z
    .string()
    .max(100)
    .refine(isTimeZone, "must be a time zone of the IANA database, as in Europe/Berlin")
    .default("UTC")
    .meta({ description: "In which `cron` is read", examples: ["Europe/Berlin"] }),
  overlap: z.enum(OVERLAPS).default("skip").meta({
    description:
      "When the debate before is not over: `skip` leaves the new one out, `queue` lets one wait and leaves further ones out, `cancel` ends the one before, `allow` lets both run",
  }),
  paused: z.boolean().default(false).meta({ description: "True: it begins nothing by itself" }),
};

export const ScheduleRequest = z.strictObject(fields).meta({
  id: "ScheduleRequest",
  description: "A schedule. Give either `preset` or `request`, and either `cron` or `interval`",
});
export type ScheduleRequest = z.infer<typeof ScheduleRequest>;
export type NewSchedule = z.input<typeof ScheduleRequest>;

export interface StoredSchedule extends Pick<ScheduleRequest, "name" | "timeZone" | "overlap" | "paused"> {
  id: string;
  preset: string | null;
  request: Record<string, unknown> | null;
  cron: string | null;
  interval: string | null;
  createdAt: string;
  updatedAt: string;
  /** Whose limits its debates keep beside the tenant's: the key that wrote it last. Missing: that caller had none. */
  key?: { id: string; quota: Quota };
}

const at = z.string().meta({ description: "UTC, ISO 8601", examples: ["2026-11-23T09:00:00.000Z"] });

export const Schedule = z
  .object({
    id: z.string().meta({ description: "Its id", examples: ["sch-20261121-051254-7K2M9Q"] }),
    name: z.string().meta({ description: "What it is called" }),
    preset: z.string().nullable().meta({ description: "The preset that each run starts; null: `request`" }),
    request: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: "The request that each run sends; null: `preset`" }),
    cron: z.string().nullable().meta({ description: "Five fields; null: `interval`" }),
    interval: z.string().nullable().meta({ description: "How often; null: `cron`" }),
    timeZone: z.string().meta({ description: "In which `cron` is read" }),
    overlap: z.enum(OVERLAPS).meta({ description: "What happens when the debate before is not over" }),
    paused: z.boolean().meta({ description: "It begins nothing by itself" }),
    links: z
      .object({
        self: z.string().meta({ description: "The schedule" }),
        runs: z.string().meta({ description: "Its runs, newest first" }),
        debates: z.string().meta({ description: "Its debates" }),
      })
      .meta({ description: "Addresses" }),
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: "Schedule", description: "Debates that begin by the clock" });
export type Schedule = z.infer<typeof Schedule>;

export const ScheduleState = Schedule.extend({
  next: z.array(at).meta({ description: "The next times, at most ten; none while it is paused" }),
  running: z.int().meta({ description: "Runs that are not over" }),
  counts: z
    .object({
      started: z.int().meta({ description: "Runs that began" }),
      skipped: z.int().meta({ description: "Times left out because the debate before was not over" }),
      missed: z.int().meta({ description: "Times left out because Temporal was down for longer than 10 minutes" }),
    })
    .meta({ description: "As Temporal counts them" }),
}).meta({ id: "ScheduleState", description: "A schedule with its next times and counts" });
export type ScheduleState = z.infer<typeof ScheduleState>;

/** `debateId` null: none was created, and `reason` says why. */
export interface StoredRun {
  id: string;
  scheduledFor: string;
  startedAt: string;
  debateId: string | null;
  reason: string | null;
}

export const ScheduleRun = z
  .object({
    id: z.string().meta({ description: "Its id", examples: ["run-20261121-051254-7K2M9Q"] }),
    scheduledFor: at.meta({ description: "The time that the schedule names; of `trigger`, when it was sent" }),
    startedAt: at.meta({ description: "When it began" }),
    status: z.string().meta({
      description: "The status of its debate; `failed` where none was created, `deleted` where it is gone",
    }),
    debate: z.string().nullable().meta({ description: "The debate's id; null: none was created" }),
    reason: z.string().nullable().meta({ description: "Why there is no debate, or what its error is" }),
    links: z
      .object({ debate: z.string().nullable().meta({ description: "The debate's address" }) })
      .meta({ description: "Addresses" }),
  })
  .meta({ id: "ScheduleRun", description: "One run of a schedule" });
export type ScheduleRun = z.infer<typeof ScheduleRun>;

export const BackfillRequest = z
  .strictObject({
    from: z.iso.datetime({ offset: true }).max(40).meta({ description: "The first time, ISO 8601" }),
    to: z.iso.datetime({ offset: true }).max(40).meta({ description: "The last time, ISO 8601, not in the future" }),
  })
  .meta({ id: "BackfillRequest", description: "The span whose times are run again" });
export type NewBackfill = z.input<typeof BackfillRequest>;

export const Backfilled = z
  .object({ runs: z.int().meta({ description: "How many times of the schedule are in the span" }) })
  .meta({ id: "Backfilled", description: "A backfill that Temporal carries out" });

export function intervalMs(text: string): number {
  const [, amount = "", unit = ""] = INTERVAL.exec(text) ?? [];
  return Number(amount) * (UNIT_MS[unit] ?? 0);
}

function isWithin(ms: number): boolean {
  return ms >= SHORTEST_MS && ms <= LONGEST_MS;
}

/** `+01:00` is an offset without rules for summer time, so it is refused. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
