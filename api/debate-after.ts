import type { Context } from "hono";
import type { DebateRecord } from "../store/port/debates.ts";
import { etagOf } from "./conditional.ts";
import type { AppEnv } from "./context.ts";
import type { Services } from "./services.ts";

/** META is written before an update returns; a read of it may still lag on engines of other makes. */
const CATCH_UP_MS = 2_000;

/** The debate once a read of it shows what a command has done; the answer gets its ETag. */
export async function debateAfter(
  c: Context<AppEnv>,
  services: Services,
  { record, until }: { record: DebateRecord; until: (now: DebateRecord) => boolean },
): Promise<DebateRecord> {
  const after = await services.debates.wait({ record, until, ms: CATCH_UP_MS, signal: services.leaving(c) });
  c.header("ETag", etagOf(after));
  return after;
}
