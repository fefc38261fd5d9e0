/** Reads of a tenant's schedules. */

import type { RecordStore } from "../../../store/port/records.port.ts";
import { everyOf, thingOf } from "../../../store/shelved.ts";
import { SCHEDULES } from "../domain/schedule-records.ts";

/** For the tenant's shelf. */
export const shelvedSchedules = (records: RecordStore) => async (tenant: string) =>
  (await everyOf((page) => records.page({ tenant }, SCHEDULES, page))).map(thingOf);
