/** Creates the debate of a schedule's run, as a request would. A repetition finds the same debate. */
import { createHash } from "node:crypto";
import { createChild } from "../../../activities/base/child-debate.activity-base.ts";
import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { keepingLimits, takePlace, waitsInQueue } from "../../../activities/quotas/child-place.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { ID_BYTES, idAt } from "../../../domain/base/ids.base.ts";
import { preview } from "../../../domain/base/text/text.ts";
import type { DebatePlan, Durations } from "../../../domain/shapes/plan/plan.ts";
import { oneSentence } from "../../../domain/shapes/problems.shape.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { withMaterial } from "../../../store/records/material.records.ts";
import { applyPreset } from "../../presets/store/find.ts";
import { bodyOf, scheduledDebate } from "../domain/checks.schedule.ts";
import type { StoredSchedule } from "../domain/schedule.ts";
import { type OfSchedule, SCHEDULE_RUNS, SCHEDULES } from "../domain/schedule-records.ts";

export interface BeginRunInput {
  schedule: OfSchedule;
  durations: Durations;
  continueAfterEvents: number;
  /** The workflow's run: its ids make the debate's id. */
  run: { workflowId: string; runId: string; scheduledFor: string; startedAt: string };
}

/** `plan` null: there is no debate, and the record of the run says why. */
export interface RunBegun {
  plan: DebatePlan | null;
  /** It waits for its turn in the queue of its tenant. */
  queued?: true;
}

const LONGEST_REASON = 500;

export const beginRun =
  (deps: ActivityDeps) =>
  async (input: BeginRunInput): Promise<RunBegun> => {
    const { records } = deps.store;
    const { scheduledFor, startedAt } = input.run;
    const id = idOf("run", input);
    const known = await records.get(input.schedule, SCHEDULE_RUNS, { id, startedAt });
    if (known?.reason) return { plan: null };
    const { plan, reason } = await created(deps, input);
    const run = { id, scheduledFor, startedAt, debateId: plan?.debateId ?? null, reason };
    await records.put(input.schedule, SCHEDULE_RUNS, run);
    return { plan, ...(plan && (await waitsInQueue(deps, plan))) };
  };

/** What refuses a request fails the run; everything else is tried again. */
async function created(deps: ActivityDeps, input: BeginRunInput) {
  try {
    return { plan: await createDebate(deps, input), reason: null };
  } catch (error) {
    // A full queue has room again later.
    if (!(error instanceof ParleyError) || error.code === "unavailable") throw error;
    const errors = (error.details["errors"] ?? []) as Problem[];
    const why = errors.length > 0 ? `${error.message}: ${oneSentence(errors)}` : error.message;
    return { plan: null, reason: preview(why, LONGEST_REASON) };
  }
}

async function createDebate(deps: ActivityDeps, input: BeginRunInput): Promise<DebatePlan> {
  const { tenant, scheduleId } = input.schedule;
  const { durations, continueAfterEvents } = input;
  const run = idOf("run", input);
  const schedule = await requireStored(deps, input.schedule);
  const key = schedule.key ?? null;
  const { body, preset } = await applyPreset(deps.store.records, tenant, bodyOf(schedule));
  const of = { schedule: scheduleId, run };
  const asked = scheduledDebate({ whole: body, preset, of }, { catalogue: deps.catalogue, durations });
  const configured = asked.config ? await withMaterial(deps.store, { tenant, config: asked.config }) : asked;
  const { config, problems } = await keepingLimits(deps, { tenant, key, ...configured });
  if (!config) throw new ParleyError("invalid-request", "the debate is not valid", { errors: problems });
  const plan = await createChild(deps, {
    key: { tenant, debateId: idOf("deb", input) },
    config,
    durations,
    continueAfterEvents,
    queue: (record) => takePlace(deps, { record, key }),
    isOurs: (found) => found?.metadata?.["run"] === run,
  });
  if (plan) return plan;
  throw new ParleyError("conflict", "no free id was found");
}

async function requireStored(
  { store }: Pick<ActivityDeps, "store">,
  { tenant, scheduleId: id }: OfSchedule,
): Promise<StoredSchedule> {
  const schedule = await store.records.get({ tenant }, SCHEDULES, { id });
  if (schedule) return schedule;
  throw new ParleyError("not-found", "the schedule was deleted");
}

/** Always the same for one run. */
function idOf(kind: string, { run: { workflowId, runId, startedAt } }: BeginRunInput): string {
  const bytes = createHash("sha256").update(`${workflowId}/${runId}`).digest().subarray(0, ID_BYTES);
  return idAt(kind, new Date(startedAt), bytes);
}
