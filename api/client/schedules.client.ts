/** The part of the client for schedules. */
import { type PageOf, type PageQuery, queryOf } from "./query.client.ts";
import type { Call } from "./transport.ts";
import type { Wire } from "./wire.client.ts";

export type NewSchedule = Wire["NewSchedule"];
export type Schedule = Wire["Schedule"];
export type ScheduleRun = Wire["ScheduleRun"];
export type ScheduleState = Wire["ScheduleState"];

/** As of the client: every method throws `ParleyProblem`. */
export interface Schedules {
  create(request: NewSchedule): Promise<ScheduleState>;
  /** With its next times and counts. */
  get(id: string): Promise<ScheduleState>;
  /** One page, newest first. */
  list(query?: PageQuery): Promise<PageOf<Schedule>>;
  replace(id: string, request: NewSchedule): Promise<ScheduleState>;
  pause(id: string): Promise<ScheduleState>;
  resume(id: string): Promise<ScheduleState>;
  /** Runs it now, by its overlap policy. */
  trigger(id: string): Promise<ScheduleState>;
  /** Runs the times of a past span, at most 100, and returns how many there are. */
  backfill(id: string, span: Wire["NewBackfill"]): Promise<{ runs: number }>;
  /** One page, newest first. */
  runs(id: string, query?: PageQuery): Promise<PageOf<ScheduleRun>>;
  /** Its debates stay. */
  delete(id: string): Promise<void>;
}

export function schedulesOf(request: <T>(call: Call) => Promise<T>): Schedules {
  const all = "/v1/schedules";
  const path = (id: string, rest = "") => `${all}/${encodeURIComponent(id)}${rest}`;
  const post = <T>(to: string, body?: unknown) => request<T>({ method: "POST", path: to, body });
  return {
    create: (body) => post(all, body),
    get: (id) => request({ path: path(id) }),
    list: (query = {}) => request({ path: `${all}${queryOf(query)}` }),
    replace: (id, body) => request({ method: "PUT", path: path(id), body }),
    pause: (id) => post(path(id, "/pause")),
    resume: (id) => post(path(id, "/resume")),
    trigger: (id) => post(path(id, "/trigger")),
    backfill: (id, span) => post(path(id, "/backfill"), span),
    runs: (id, query = {}) => request({ path: path(id, `/runs${queryOf(query)}`) }),
    delete: (id) => request({ method: "DELETE", path: path(id) }),
  };
}
