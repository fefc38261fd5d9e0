/** When a schedule begins debates, in words. */
import cronstrue from "cronstrue";
import type { Schedule } from "../domain/schedule.ts";

const UNITS: Record<string, string> = { s: "second", m: "minute", h: "hour", d: "day" };
/** From so many of a unit on, it is used: "tomorrow" would be wrong for a time in 40 hours. */
const LEAST = 2;
const STEPS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;
const WORDS = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/**
 * `At 09:00, only on Monday (Europe/Berlin)`, or `Every 90 seconds`. A line that has no words, such as one with a rare sign,
 * stays as it is.
 */
export function whenText({ cron, interval, timeZone }: Pick<Schedule, "cron" | "interval" | "timeZone">): string {
  if (cron !== null)
    return `${cronstrue.toString(cron, { throwExceptionOnParseError: false, use24HourTimeFormat: true })} (${timeZone})`;
  const amount = Number.parseInt(interval ?? "", 10);
  const unit = UNITS[interval?.at(-1) ?? ""] ?? "";
  return amount === 1 ? `Every ${unit}` : `Every ${amount} ${unit}s`;
}

/** `in 3 hours`. `now`: milliseconds since 1970. */
export function inTime(at: string, now: number): string {
  const left = Math.max(0, (Date.parse(at) - now) / 1_000);
  const [unit, length] = STEPS.find(([, each]) => left >= LEAST * each) ?? STEPS[3];
  return WORDS.format(Math.round(left / length), unit);
}
