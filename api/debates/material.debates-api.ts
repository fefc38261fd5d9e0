/** The material of a request, read where the request is taken. */
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Store } from "../../store/port/store.ts";
import { withMaterial } from "../../store/records/material.records.ts";

/** Throws `invalid-request` for material that is not there, or is too much; `detail` says what is not valid. */
export async function requireMaterial(
  { store }: { store: Pick<Store, "files" | "records" | "getDebate"> },
  of: { tenant: string; config: DebateConfig; detail: string },
): Promise<DebateConfig> {
  const { config, problems } = await withMaterial(store, of);
  if (config) return config;
  throw new ParleyError("invalid-request", of.detail, { errors: problems });
}
