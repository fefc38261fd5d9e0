/** Takes a place for what a tenant is about to keep, under the limits of `domain/around/kept-limits.ts`. */

import { KEPT, KEPT_WORDS, type KeptKind, type Most } from "../../domain/around/kept-limits.ts";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { AppDeps } from "../base/context.api-base.ts";

interface Wanted {
  tenant: string;
  of: KeptKind;
  id: string;
  /** What is stored, or its bytes. */
  size: object | number;
  /** Seconds since 1970: from then on it takes no place. */
  until?: number | undefined;
}

/**
 * Takes a place and then stores; gives the place back when nothing was stored: `put` throws, or returns false. Throws `conflict` where there is no room.
 * One who repeats a creation has its place already, and keeps it.
 */
export async function withRoom<T>(
  { store, settings }: Pick<AppDeps, "store" | "settings">,
  { tenant, of, id, size, until }: Wanted,
  put: () => Promise<T>,
): Promise<T> {
  const bytes = typeof size === "number" ? size : Buffer.byteLength(JSON.stringify(size));
  const most = (settings.kept ?? KEPT)[of];
  const taken = await store.shelves.put({ tenant, of }, { id, bytes, ...(until !== undefined && { until }) }, most);
  if (taken === "full") throw full(of, most);
  const giveBack = async () => taken === "new" && store.shelves.remove({ tenant, of }, id);
  try {
    const stored = await put();
    if (stored === false) await giveBack();
    return stored;
  } catch (error) {
    // What was perhaps stored keeps its place until the shelf is compared with what is there.
    if (!(error instanceof ParleyError && error.code === "unavailable")) await giveBack();
    throw error;
  }
}

function full(of: KeptKind, { things, bytes }: Most): ParleyError {
  const { things: named, remedy } = KEPT_WORDS[of];
  const room = `at most ${things.toLocaleString("en")} ${named} with ${Math.round(bytes / 1_000_000).toLocaleString("en")} MB in all`;
  return new ParleyError("conflict", `a tenant keeps ${room}: ${remedy}`);
}
