import type { Context } from "hono";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import type { Services } from "../base/services.ts";
import { etagOf } from "../http/conditional.ts";

/** META is written before an update returns, but a read can lag behind on some DynamoDB engines. */
const CATCH_UP_MS = 2_000;

/** The debate once a read shows the effect of a command. Sets the `ETag`. */
export async function waitForState(
  c: Context<AppEnv>,
  services: Services,
  wait: { record: DebateRecord; until: (now: DebateRecord) => boolean; ms?: number | undefined },
): Promise<DebateRecord> {
  const { ms = CATCH_UP_MS } = wait;
  const after = await services.debates.wait({ ...wait, ms, signal: services.leaving(c) });
  c.header("ETag", etagOf(after));
  return after;
}
