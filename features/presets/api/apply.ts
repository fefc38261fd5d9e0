/** A request that names a preset becomes a whole one. */

import type { AppDeps } from "../../../api/base/context.api-base.ts";
import { type Applied, applyPreset } from "../store/find.ts";

export type { Applied } from "../store/find.ts";

/** Throws `invalid-request` for a preset that the tenant does not have. */
export function withPreset(
  { store }: Pick<AppDeps, "store">,
  { tenant, body }: { tenant: string; body: unknown },
): Promise<Applied> {
  return applyPreset(store.records, tenant, body);
}
