/** Ends a stored debate whose workflow was closed from outside, when somebody reads it. */

import { mayBeOrphan, whyOrphan } from "../../domain/play/beginning/orphans.beginning.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { AppDeps } from "../base/context.api-base.ts";
import { createThrottle } from "./throttle.ts";

/** A reader waits at most this long for Temporal. */
export const DESCRIBE_MS = 1_000;

type Deps = Pick<AppDeps, "store" | "temporal" | "logger" | "now" | "settings">;

/** Returns the debate after its end; unchanged if its workflow runs or Temporal does not answer. */
export function createOrphanEnder({ store, temporal, logger, now, settings }: Deps) {
  const isDue = createThrottle();

  return async (record: DebateRecord): Promise<DebateRecord> => {
    const { id: debateId, tenant, touchedAt = Date.parse(record.createdAt) } = record;
    const at = now().getTime();
    const watched = { ...record, touchedAt };
    if (isTerminal(record.state.status) || !mayBeOrphan(watched, at, settings.stillMs) || !isDue(debateId, at))
      return record;
    try {
      const describe = () => temporal.workflow.getHandle(debateId).describe();
      const reason = await temporal.withDeadline(Date.now() + DESCRIBE_MS, () => whyOrphan(watched, at, describe));
      if (reason === null) return record;
      await store.endOrphan({ tenant, debateId }, { at: new Date(at).toISOString(), reason });
      logger.warn({ debateId, reason }, "a debate whose workflow was closed from outside is cancelled");
      return (await store.getDebate({ tenant, debateId })) ?? record;
    } catch (error) {
      logger.warn({ debateId, error: (error as Error).name }, "a debate could not be checked against its workflow");
      return record;
    }
  };
}
