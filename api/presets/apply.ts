/** A request that names a preset becomes a whole one. */
import { type Applied, applyPreset } from "../../store/presets/find.ts";
import type { AppDeps } from "../base/context.api-base.ts";

export type { Applied } from "../../store/presets/find.ts";

/** Throws `invalid-request` for a preset that the tenant does not have. */
export function withPreset(
  { store }: Pick<AppDeps, "store">,
  { tenant, body }: { tenant: string; body: unknown },
): Promise<Applied> {
  return applyPreset(store.records, tenant, body);
}
