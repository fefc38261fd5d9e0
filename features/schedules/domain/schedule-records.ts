/** A tenant's schedules, and the runs of each. */

import { piece, requireShort, tenantKey } from "../../../domain/play/records/keys.record.ts";
import type { Kind } from "../../../domain/play/records/kind.ts";
import type { StoredRun, StoredSchedule } from "./schedule.ts";

export interface OfSchedule {
  tenant: string;
  scheduleId: string;
}

const scheduleKey = ({ id }: { id: string }) => requireShort(`SCHEDULE#${piece(id)}`, { name: "schedule", as: "sort" });

/** Newest first. */
export const SCHEDULES: Kind<StoredSchedule, { id: string }, { after?: string | undefined }, { tenant: string }> = {
  name: "schedule",
  partition: ({ tenant }) => `${tenantKey(tenant)}#SCHEDULES`,
  key: scheduleKey,
  range: ({ after }) => ({
    prefix: "SCHEDULE#",
    start: after === undefined ? undefined : { SK: scheduleKey({ id: after }) },
  }),
  newestFirst: true,
  replaces: () => true,
};

interface Run {
  id: string;
  startedAt: string;
}

/** Ids have seconds, and runs may follow one another faster. */
const runKey = ({ id, startedAt }: Run) => `RUN#${piece(startedAt)}#${piece(id)}`;

/** Put once, when it has a debate or has failed; newest first. */
export const SCHEDULE_RUNS: Kind<StoredRun, Run, { after?: Run | undefined }, OfSchedule> = {
  name: "schedule's run",
  partition: ({ tenant, scheduleId }) =>
    requireShort(`${tenantKey(tenant)}#SCH#${piece(scheduleId)}`, { name: "schedule", as: "partition" }),
  key: runKey,
  range: ({ after }) => ({ prefix: "RUN#", start: after && { SK: runKey(after) } }),
  newestFirst: true,
};
