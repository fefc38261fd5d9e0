/** A tenant's schedules: each is a record, which is shown and listed, and a schedule of Temporal's, which keeps the time. */

import type { AppDeps, IdempotencyLease } from "../../../api/base/context.api-base.ts";
import { createScheduleId, isScheduleId } from "../../../api/base/ids.api-base.ts";
import type { Links } from "../../../api/base/links.ts";
import { withRoom } from "../../../api/kept/room.api.ts";
import type { QuotaKey } from "../../../api/quotas/admission.quota-api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { applyPreset } from "../../presets/store/find.ts";
import { bodyOf, requireSchedule, scheduledDebate, unscheduled } from "../domain/checks.schedule.ts";
import {
  type Schedule,
  type ScheduleRequest,
  type ScheduleRun,
  type StoredRun,
  type StoredSchedule,
} from "../domain/schedule.ts";
import { type OfSchedule, SCHEDULE_RUNS, SCHEDULES } from "../domain/schedule-records.ts";
import { createClock, deleteClock, hasClock, pauseClock, setClock } from "./clock.ts";

/** Throws `invalid-request` with every problem, or `unavailable` if Temporal does not answer; then nothing stays stored. */
export async function createSchedule(
  deps: AppDeps,
  input: { tenant: string; body: unknown; lease?: IdempotencyLease | undefined; by?: QuotaKey },
): Promise<StoredSchedule> {
  const { tenant, body, lease, by } = input;
  const { records } = deps.store;
  const request = await requireValid(deps, { tenant, body });
  const begun = lease?.debateId ?? null;
  const now = deps.now();
  const id = begun ?? createScheduleId(now);
  await lease?.bind(id);
  const at = now.toISOString();
  const stored = storedFrom(request, { id, createdAt: at, updatedAt: at, by });
  return withRoom(deps, { tenant, of: "schedules", id, size: stored }, async () => {
    // The first run may begin at once, and reads it.
    await records.put({ tenant }, SCHEDULES, stored);
    try {
      await createClock(deps, { tenant, stored, isRepeated: begun !== null });
    } catch (error) {
      if (!isConflict(error) && (await hasClock(deps, id))) return stored;
      await records.remove({ tenant }, SCHEDULES, { id });
      throw error;
    }
    return stored;
  });
}

/** The id is another schedule's. */
function isConflict(error: unknown): boolean {
  return error instanceof ParleyError && error.code === "conflict";
}

/** Throws `invalid-request` with every problem. What runs now goes on as it began. */
export async function replaceSchedule(
  deps: AppDeps,
  { tenant, before, body, by }: { tenant: string; before: StoredSchedule; body: unknown; by: QuotaKey },
): Promise<StoredSchedule> {
  const request = await requireValid(deps, { tenant, body });
  const stored = storedFrom(request, { ...before, by, updatedAt: deps.now().toISOString() });
  await setClock(deps, { tenant, stored });
  return deps.store.records.put({ tenant }, SCHEDULES, stored);
}

export async function pauseSchedule(
  deps: AppDeps,
  { tenant, before, paused }: { tenant: string; before: StoredSchedule; paused: boolean },
): Promise<StoredSchedule> {
  await pauseClock(deps, before.id, paused);
  const stored = { ...before, paused, updatedAt: deps.now().toISOString() };
  return deps.store.records.put({ tenant }, SCHEDULES, stored);
}

/** With the records of its runs. Its debates stay. */
export async function deleteSchedule(deps: AppDeps, { tenant, id }: { tenant: string; id: string }): Promise<void> {
  const { records } = deps.store;
  const of = { tenant, scheduleId: id };
  await deleteClock(deps, id);
  for (;;) {
    const { values, isEnd } = await records.page(of, SCHEDULE_RUNS, { limit: 100 });
    await Promise.all(values.map((run) => records.remove(of, SCHEDULE_RUNS, run)));
    if (isEnd) break;
  }
  await records.remove({ tenant }, SCHEDULES, { id });
  await deps.store.shelves.remove({ tenant, of: "schedules" }, id);
}

/** Throws `not-found`, also for another tenant's schedule. */
export async function findSchedule(
  { store }: Pick<AppDeps, "store">,
  { tenant, id }: { tenant: string; id: string },
): Promise<StoredSchedule> {
  const stored = isScheduleId(id) ? await store.records.get({ tenant }, SCHEDULES, { id }) : null;
  if (stored) return stored;
  throw new ParleyError("not-found", `there is no schedule ${id.slice(0, 80)}`);
}

async function requireValid(
  deps: AppDeps,
  { tenant, body }: { tenant: string; body: unknown },
): Promise<ScheduleRequest> {
  const request = requireSchedule(body);
  const problems = await debateProblems(deps, { tenant, request });
  const errors = problems.map(({ pointer, detail }) => pointedAt(request, { pointer, detail }));
  if (errors.length > 0) throw unscheduled(errors);
  return request;
}

/** As each run checks it again. */
async function debateProblems(
  { store, catalogue, settings }: AppDeps,
  { tenant, request }: { tenant: string; request: ScheduleRequest },
): Promise<Problem[]> {
  try {
    const { body: whole, preset } = await applyPreset(store.records, tenant, bodyOf(request));
    // Nothing runs yet, so ids of the same length stand for those of a run.
    const of = { schedule: "sch-20261121-051254-7K2M9Q", run: "run-20261121-051254-7K2M9Q" };
    return scheduledDebate({ whole, preset, of }, { catalogue, durations: settings.durations }).problems;
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== "invalid-request") throw error;
    return error.details["errors"] as Problem[];
  }
}

/** Where the body is a preset alone, all that is wrong is the preset's. */
function pointedAt({ request }: ScheduleRequest, { pointer, detail }: Problem): Problem {
  if (request) return { pointer: `/request${pointer}`, detail };
  if (pointer === "/preset") return { pointer, detail };
  return { pointer: "/preset", detail: `cannot be scheduled alone: ${pointer} ${detail}; give request with preset` };
}

function storedFrom(
  { preset, request, cron, interval, ...rest }: ScheduleRequest,
  { id, createdAt, updatedAt, by }: Pick<StoredSchedule, "id" | "createdAt" | "updatedAt"> & { by: QuotaKey },
): StoredSchedule {
  return {
    ...rest,
    id,
    preset: preset ?? null,
    request: request ?? null,
    cron: cron ?? null,
    interval: interval ?? null,
    createdAt,
    updatedAt,
    ...(by && { key: by }),
  };
}

export function scheduleView({ key: _limits, ...stored }: StoredSchedule, links: Links): Schedule {
  const self = links.to(`/v1/schedules/${stored.id}`);
  return { ...stored, links: { self, runs: `${self}/runs`, debates: links.to(`/v1/debates?tag=${stored.id}`) } };
}

/** With the status of its debate. */
export async function runView(
  { store, links }: Pick<AppDeps, "store"> & { links: Links },
  { tenant }: OfSchedule,
  run: StoredRun,
): Promise<ScheduleRun> {
  const { id, scheduledFor, startedAt, debateId, reason } = run;
  const record = debateId === null ? null : await store.getDebate({ tenant, debateId });
  const missing = debateId === null ? "failed" : "deleted";
  const { status = missing, error } = record?.state ?? {};
  return {
    id,
    scheduledFor,
    startedAt,
    status,
    debate: debateId,
    reason: reason ?? error?.message ?? null,
    links: { debate: debateId === null ? null : links.to(`/v1/debates/${debateId}`) },
  };
}
