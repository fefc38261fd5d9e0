/** The schedule in Temporal that keeps a schedule's time. It survives the end of every process. */
import {
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  type ScheduleDescription,
  ScheduleNotFoundError,
  ScheduleOverlapPolicy,
  ServiceError,
} from "@temporalio/client";
import type { AppDeps } from "../../../api/base/context.api-base.ts";
import { withinTimeout } from "../../../api/base/temporal.api-base.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { preview } from "../../../domain/base/text/text.ts";
import { unscheduled } from "../domain/checks.schedule.ts";
import { intervalMs, MOST_BACKFILLED, type StoredSchedule } from "../domain/schedule.ts";
import type { ScheduledInput } from "../workflows/messages.schedule.ts";

type Overlap = StoredSchedule["overlap"];

/** `queue` lets one wait: every waiting run is a debate to pay for. */
const POLICIES: Record<Overlap, ScheduleOverlapPolicy> = {
  skip: ScheduleOverlapPolicy.SKIP,
  queue: ScheduleOverlapPolicy.BUFFER_ONE,
  cancel: ScheduleOverlapPolicy.CANCEL_OTHER,
  allow: ScheduleOverlapPolicy.ALLOW_ALL,
};
/** Runs that were missed for longer, because Temporal was down, are left out. */
const CATCH_UP = "10 minutes";
const INVALID_ARGUMENT = 3;

interface Clock {
  tenant: string;
  stored: StoredSchedule;
}

/** `isRepeated`: an earlier request may have created it before it died. */
export async function createClock(
  deps: AppDeps,
  { tenant, stored, isRepeated }: Clock & { isRepeated: boolean },
): Promise<void> {
  const { id, paused } = stored;
  const options = { scheduleId: id, ...optionsOf(deps, { tenant, stored }), state: { paused } };
  try {
    await asked(deps, () => deps.temporal.schedule.create(options), stored);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    if (!isRepeated) throw new ParleyError("conflict", "no free id was found; try again");
  }
}

/** Also where Temporal has lost it. */
export async function setClock(deps: AppDeps, { tenant, stored }: Clock): Promise<void> {
  const options = optionsOf(deps, { tenant, stored });
  const handle = deps.temporal.schedule.getHandle(stored.id);
  try {
    const update = () => handle.update(({ state }) => ({ ...options, state: { ...state, paused: stored.paused } }));
    await asked(deps, update, stored);
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    await createClock(deps, { tenant, stored, isRepeated: true });
  }
}

export function pauseClock(deps: AppDeps, id: string, paused: boolean): Promise<void> {
  const handle = deps.temporal.schedule.getHandle(id);
  return commanded(deps, () => (paused ? handle.pause() : handle.unpause()));
}

/** By the overlap policy. */
export function triggerClock(deps: AppDeps, { id, overlap }: Pick<StoredSchedule, "id" | "overlap">): Promise<void> {
  return commanded(deps, () => deps.temporal.schedule.getHandle(id).trigger(POLICIES[overlap]));
}

/** Runs one after another, or with `allow` at once. Returns how many. Throws `invalid-request` for none and for too many. */
export async function backfillClock(
  deps: AppDeps,
  { id, overlap }: Pick<StoredSchedule, "id" | "overlap">,
  { from, to }: { from: Date; to: Date },
): Promise<number> {
  const { temporal, settings } = deps;
  const span = { startTime: secondsOf(from), endTime: secondsOf(to) };
  const matching = () =>
    temporal.workflowService.listScheduleMatchingTimes({ namespace: settings.namespace, scheduleId: id, ...span });
  const runs = (await commanded(deps, matching)).startTime.length;
  if (runs === 0) throw backfillRefused("the schedule has no time in this span");
  if (runs > MOST_BACKFILLED) throw backfillRefused(`the span has ${runs} times, at most ${MOST_BACKFILLED} are run`);
  const policy = overlap === "allow" ? ScheduleOverlapPolicy.ALLOW_ALL : ScheduleOverlapPolicy.BUFFER_ALL;
  const handle = temporal.schedule.getHandle(id);
  await commanded(deps, () => handle.backfill({ start: from, end: to, overlap: policy }));
  return runs;
}

export function backfillRefused(detail: string): ParleyError {
  return new ParleyError("invalid-request", "the backfill is not valid", { errors: [{ pointer: "/to", detail }] });
}

/** Succeeds also where there is none. */
export async function deleteClock(deps: AppDeps, id: string): Promise<void> {
  try {
    await asked(deps, () => deps.temporal.schedule.getHandle(id).delete());
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** null: Temporal does not know it. */
export async function readClock(deps: AppDeps, id: string): Promise<ScheduleDescription | null> {
  try {
    return await asked(deps, () => deps.temporal.schedule.getHandle(id).describe());
  } catch (error) {
    if (error instanceof ScheduleNotFoundError) return null;
    throw error;
  }
}

/** Also after a creation that was not answered: it may have happened. */
export async function hasClock(deps: AppDeps, id: string): Promise<boolean> {
  try {
    return (await readClock(deps, id)) !== null;
  } catch {
    return false;
  }
}

function optionsOf({ settings }: AppDeps, { tenant, stored }: Clock) {
  const { taskQueue, durations, continueAfterEvents, publicUrl } = settings;
  const { id, name, cron, interval, timeZone, overlap } = stored;
  const schedule = { tenant, scheduleId: id };
  const input: ScheduledInput = { schedule, durations, continueAfterEvents, ...(publicUrl && { publicUrl }) };
  return {
    spec: { ...(cron ? { cronExpressions: [cron] } : intervals(interval)), timezone: timeZone },
    action: {
      type: "startWorkflow" as const,
      workflowType: "scheduledDebateWorkflow",
      taskQueue,
      workflowId: id,
      args: [input],
      staticSummary: preview(`schedule · ${name}`, 50),
      staticDetails: "It creates a debate of its schedule, and waits until the debate is over or needs its owner.",
    },
    policies: { overlap: POLICIES[overlap], catchupWindow: CATCH_UP } as const,
  };
}

function intervals(interval: string | null) {
  return interval ? { intervals: [{ every: intervalMs(interval) }] } : {};
}

function secondsOf(time: Date) {
  return { seconds: Math.floor(time.getTime() / 1000) as unknown as Long };
}

/** To a schedule that must be there. */
async function commanded<T>(deps: AppDeps, call: () => Promise<T>): Promise<T> {
  try {
    return await asked(deps, call);
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    throw new ParleyError("conflict", "Temporal has no such schedule any more; PUT the schedule to create it again");
  }
}

/** Throws `unavailable` if Temporal does not answer, and `invalid-request` for times that it refuses. */
async function asked<T>(deps: AppDeps, call: () => Promise<T>, stored?: StoredSchedule): Promise<T> {
  try {
    return await withinTimeout(deps, call);
  } catch (error) {
    const refusal = refusalOf(error);
    if (stored && refusal !== null)
      throw unscheduled([{ pointer: stored.cron ? "/cron" : "/interval", detail: refusal }]);
    if (error instanceof ServiceError || isGrpcServiceError(error))
      throw new ParleyError("unavailable", "Temporal does not answer; try again");
    throw error;
  }
}

/** The SDK throws a `TypeError` for what it knows as a bad specification. */
function refusalOf(error: unknown): string | null {
  if (error instanceof TypeError) return `is refused by Temporal: ${error.message}`;
  const cause = error instanceof ServiceError ? error.cause : error;
  if (!isGrpcServiceError(cause)) return null;
  const code: number = cause.code;
  return code !== INVALID_ARGUMENT ? null : `is refused by Temporal: ${cause.details}`;
}
