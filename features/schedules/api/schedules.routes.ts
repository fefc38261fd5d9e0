/** Schedules: create, list, read, replace, pause, resume, trigger, backfill and delete them, and list their runs. */

import { pageOf } from "../../../api/base/page-of.ts";
import type { Services } from "../../../api/base/services.ts";
import { readJson } from "../../../api/http/body.http.ts";
import { readPageOf } from "../../../api/http/paging.ts";
import { validBody } from "../../../api/http/valid-body.ts";
import { json, PAGE_QUERY, pageReply, reply } from "../../../api/openapi/openapi.ts";
import { defineRoute, namedSchema } from "../../../api/openapi/route.openapi.ts";
import {
  Backfilled,
  BackfillRequest,
  Schedule,
  ScheduleRequest,
  ScheduleRun,
  ScheduleState,
  type StoredRun,
  type StoredSchedule,
} from "../domain/schedule.ts";
import { SCHEDULE_RUNS, SCHEDULES } from "../domain/schedule-records.ts";
import { backfillClock, backfillRefused, readClock, triggerClock } from "./clock.ts";
import {
  createSchedule,
  deleteSchedule,
  findSchedule,
  pauseSchedule,
  replaceSchedule,
  runView,
  scheduleView,
} from "./schedules.api.ts";

const ScheduleList = pageOf(Schedule).meta({ id: "ScheduleList" });
const ScheduleRunList = pageOf(ScheduleRun).meta({ id: "ScheduleRunList" });

const create = defineRoute({
  at: "POST /v1/schedules",
  place: "creates",
  operationId: "createSchedule",
  summary: "Begin debates by the clock",
  description:
    "Each time creates a debate as `POST /v1/debates` would, with the preset as it then is. The schedule survives restarts of all processes. Times that pass while Temporal is down are made up for within 10 minutes.",
  body: ScheduleRequest,
  replies: { 201: reply(ScheduleState, "The schedule", { Location: "Its address" }) },
  refuses: ["conflict"],
  async answer(c, services) {
    const tenant = c.get("tenant");
    const by = c.get("caller")?.key;
    const stored = await createSchedule(services, { tenant, by, body: await readJson(c), lease: c.get("lease") });
    const view = await stateOf(services, stored);
    c.header("Location", view.links.self);
    return c.json(view, 201);
  },
});

const list = defineRoute({
  at: "GET /v1/schedules",
  operationId: "listSchedules",
  summary: "List the schedules, newest first",
  query: PAGE_QUERY,
  replies: { 200: pageReply(ScheduleList, "A page of schedules") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const [tenant, query] = [c.get("tenant"), c.req.valid("query")];
    const page = await readPageOf(c, services, {
      query,
      filter: { of: "schedules" },
      read: async (after) => {
        const range = { limit: query.limit, ...(after !== undefined && { after }) };
        const { values, isEnd } = await services.store.records.page({ tenant }, SCHEDULES, range);
        const items = values.map((stored) => scheduleView(stored, services.links));
        return { items, next: isEnd ? null : (values.at(-1)?.id ?? null) };
      },
    });
    return c.json(page, 200);
  },
});

const read = defineRoute({
  at: "GET /v1/schedules/{id}",
  operationId: "getSchedule",
  summary: "Read a schedule with its next times",
  replies: { 200: json(ScheduleState, "The schedule") },
  async answer(c, services) {
    const stored = await findSchedule(services, { tenant: c.get("tenant"), id: c.req.valid("param").id });
    return c.json(await stateOf(services, stored), 200);
  },
});

const replace = defineRoute({
  at: "PUT /v1/schedules/{id}",
  place: "creates",
  operationId: "replaceSchedule",
  summary: "Replace what a schedule says; a debate that runs goes on as it began",
  body: ScheduleRequest,
  replies: { 200: json(ScheduleState, "The schedule as it is now") },
  async answer(c, services) {
    const tenant = c.get("tenant");
    const before = await findSchedule(services, { tenant, id: c.req.valid("param").id });
    const by = c.get("caller")?.key;
    const stored = await replaceSchedule(services, { tenant, before, by, body: await readJson(c) });
    return c.json(await stateOf(services, stored), 200);
  },
});

const remove = defineRoute({
  at: "DELETE /v1/schedules/{id}",
  operationId: "deleteSchedule",
  summary: "Delete a schedule and the list of its runs; its debates stay, also one that runs",
  replies: { 204: { description: "The schedule is gone" } },
  async answer(c, services) {
    const tenant = c.get("tenant");
    const { id } = await findSchedule(services, { tenant, id: c.req.valid("param").id });
    await deleteSchedule(services, { tenant, id });
    return c.body(null, 204);
  },
});

function pauseOr(command: "pause" | "resume") {
  return defineRoute({
    at: `POST /v1/schedules/{id}/${command}`,
    place: command === "pause" ? "stops" : "commands",
    operationId: `${command}Schedule`,
    summary: command === "pause" ? "Begin nothing until it is resumed" : "Begin debates again; no time is made up for",
    replies: { 200: json(ScheduleState, "The schedule after the command") },
    refuses: ["conflict"],
    async answer(c, services) {
      const tenant = c.get("tenant");
      const before = await findSchedule(services, { tenant, id: c.req.valid("param").id });
      const stored = await pauseSchedule(services, { tenant, before, paused: command === "pause" });
      return c.json(await stateOf(services, stored), 200);
    },
  });
}

const trigger = defineRoute({
  at: "POST /v1/schedules/{id}/trigger",
  place: "creates",
  operationId: "triggerSchedule",
  summary: "Run it now, also while it is paused",
  description:
    "The overlap policy counts: with `skip` nothing begins while a debate of the schedule runs. Two triggers within a second are one.",
  replies: { 202: json(ScheduleState, "Temporal begins the run in a moment; the list of runs shows it") },
  refuses: ["conflict"],
  async answer(c, services) {
    const stored = await findSchedule(services, { tenant: c.get("tenant"), id: c.req.valid("param").id });
    await triggerClock(services, stored);
    return c.json(await stateOf(services, stored), 202);
  },
});

const backfill = defineRoute({
  at: "POST /v1/schedules/{id}/backfill",
  place: "creates",
  operationId: "backfillSchedule",
  summary: "Run the times of a past span, at most 100",
  description: "They run one after another, or with `allow` at once.",
  body: BackfillRequest,
  replies: { 202: json(Backfilled, "Temporal begins the first run in a moment") },
  refuses: ["conflict"],
  async answer(c, services) {
    const stored = await findSchedule(services, { tenant: c.get("tenant"), id: c.req.valid("param").id });
    const span = requireSpan(await readJson(c), services.now());
    return c.json({ runs: await backfillClock(services, stored, span) }, 202);
  },
});

const runs = defineRoute({
  at: "GET /v1/schedules/{id}/runs",
  operationId: "listScheduleRuns",
  summary: "List the runs with their debates, newest first, also those that failed",
  query: PAGE_QUERY,
  replies: { 200: pageReply(ScheduleRunList, "A page of runs") },
  refuses: ["invalid-cursor"],
  async answer(c, services) {
    const [tenant, query] = [c.get("tenant"), c.req.valid("query")];
    const { id } = await findSchedule(services, { tenant, id: c.req.valid("param").id });
    const of = { tenant, scheduleId: id };
    const page = await readPageOf(c, services, {
      query,
      filter: { of: `schedules/${id}` },
      read: async (after) => {
        const range = { limit: query.limit, after: placeOf(after) };
        const { values, isEnd } = await services.store.records.page(of, SCHEDULE_RUNS, range);
        const items = await Promise.all(values.map((run) => runView(services, of, run)));
        return { items, next: isEnd ? null : cursorOf(values.at(-1)) };
      },
    });
    return c.json(page, 200);
  },
});

function cursorOf(last: StoredRun | undefined): string | null {
  return last ? `${last.startedAt} ${last.id}` : null;
}

function placeOf(cursor = ""): Pick<StoredRun, "id" | "startedAt"> | undefined {
  const [startedAt, id] = cursor.split(" ");
  return startedAt && id ? { startedAt, id } : undefined;
}

/** With what Temporal knows of it; nothing, where it has lost it. */
async function stateOf(services: Services, stored: StoredSchedule): Promise<ScheduleState> {
  const clock = await readClock(services, stored.id);
  const { paused = stored.paused } = clock?.state ?? {};
  const { info } = clock ?? {};
  return {
    ...scheduleView({ ...stored, paused }, services.links),
    next: paused || !info ? [] : info.nextActionTimes.slice(0, 10).map((time) => time.toISOString()),
    running: info?.runningActions.length ?? 0,
    counts: {
      started: info?.numActionsTaken ?? 0,
      skipped: info?.numActionsSkippedOverlap ?? 0,
      missed: info?.numActionsMissedCatchupWindow ?? 0,
    },
  };
}

function requireSpan(body: unknown, now: Date): { from: Date; to: Date } {
  const span = validBody(BackfillRequest, body, "the backfill is");
  const [from, to] = [new Date(span.from), new Date(span.to)];
  if (to <= from) throw backfillRefused("must be after from");
  if (to > now) throw backfillRefused("must not be in the future");
  return { from, to };
}

export const scheduleRoutes = {
  schema: namedSchema(Schedule),
  create,
  list,
  read,
  replace,
  remove,
  pause: pauseOr("pause"),
  resume: pauseOr("resume"),
  trigger,
  backfill,
  runs,
};
