/** Checks what a schedule says, and the debates that it would begin. */
import { Cron } from "croner";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { isObject } from "../../../domain/base/is-object.ts";
import { bytesOf } from "../../../domain/base/text/text.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { plannedConfig } from "../../../domain/play/beginning/planned.ts";
import { withRequest } from "../../../domain/play/beginning/revision.ts";
import { faultsOf } from "../../../domain/rules/request/faults.request.ts";
import { withOptionsInModel } from "../../../domain/rules/request/options-in-model.ts";
import { withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { Configured } from "../../../domain/shapes/plan/configured.ts";
import type { Durations } from "../../../domain/shapes/plan/plan.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { MOST_BYTES } from "../../../domain/shapes/schemas/preset.ts";
import { ScheduleRequest } from "./schedule.ts";

/** A draft would wait for ever, and a webhook has a secret. */
const NOT_SCHEDULED = ["start", "webhook"];

/** Without the debate itself. Throws `invalid-request` with every fault and its pointer. */
export function requireSchedule(body: unknown): ScheduleRequest {
  const parsed = ScheduleRequest.safeParse(body);
  const sent = isObject(body) ? body : {};
  const faults = parsed.success ? [] : faultsOf(parsed.error);
  const errors = [...faults, ...eitherOf(sent, "preset", "request"), ...eitherOf(sent, "cron", "interval")];
  const refused = isObject(sent["request"]) ? requestProblems(sent["request"]) : [];
  if (parsed.success && errors.length + refused.length === 0) {
    if (isNever(parsed.data)) throw unscheduled([{ pointer: "/cron", detail: "never comes: there is no such day" }]);
    return inOneShape(parsed.data);
  }
  throw unscheduled([...errors, ...refused]);
}

/** A request that names a preset is put over it as it is. */
function inOneShape(sent: ScheduleRequest): ScheduleRequest {
  const { request } = sent;
  if (!request || "preset" in request) return sent;
  return { ...sent, request: withOptionsInModel(request).body as Record<string, unknown> };
}

/** Such as 30 February. Temporal needs both the day and the day of the week to fit, and takes what never comes. */
function isNever({ cron }: ScheduleRequest): boolean {
  if (cron === undefined) return false;
  try {
    return new Cron(cron, { paused: true, domAndDow: true }).nextRun() === null;
  } catch {
    // What Temporal alone can read, it reads.
    return false;
  }
}

export function unscheduled(errors: Problem[]): ParleyError {
  return new ParleyError("invalid-request", "the schedule is not valid", { errors });
}

function eitherOf(sent: Record<string, unknown>, one: string, other: string): Problem[] {
  if (one in sent !== other in sent) return [];
  const detail = one in sent ? `must be left out beside ${one}` : `is needed, or ${one}`;
  return [{ pointer: `/${other}`, detail }];
}

function requestProblems(request: Record<string, unknown>): Problem[] {
  const refused = NOT_SCHEDULED.filter((name) => name in request);
  const problems = refused.map((name) => ({ pointer: `/request/${name}`, detail: "is not taken in a schedule" }));
  if (bytesOf(JSON.stringify(request)) <= MOST_BYTES) return problems;
  return [...problems, { pointer: "/request", detail: `must have at most ${MOST_BYTES} bytes as JSON` }];
}

/** What `POST /v1/debates` would take: the schedule's request, or its preset. */
export function bodyOf({ preset, request }: { preset?: string | null; request?: Record<string, unknown> | null }) {
  return request ?? { preset };
}

interface Scheduled {
  schedule: string;
  run: string;
}

/**
 * The configuration of a run's debate; `whole` is the body with its preset's fields. The debate has the schedule's id as a
 * tag, and both ids as metadata.
 */
export function scheduledDebate(
  { whole, preset, of }: { whole: unknown; preset: string | null; of: Scheduled },
  { catalogue, durations }: { catalogue: Catalogue; durations: Durations },
): Configured {
  const { body, taken } = withUsualParticipants(marked(whole, of), catalogue);
  const { request, problems } = checkRequest(body, catalogue);
  if (!request) return { config: null, problems };
  const { config } = plannedConfig(request, catalogue);
  const warned = { ...config, warnings: [...taken, ...config.warnings], ...(preset !== null && { preset }) };
  return { config: withRequest(warned, body, durations), problems: [] };
}

function marked(body: unknown, { schedule, run }: Scheduled): unknown {
  if (!isObject(body)) return body;
  const { tags = [], metadata = {} } = body;
  return {
    ...body,
    tags: Array.isArray(tags) ? [...(tags as unknown[]), schedule] : tags,
    metadata: isObject(metadata) ? { ...metadata, schedule, run } : metadata,
  };
}
