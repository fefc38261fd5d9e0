/** Prepares Temporal for the first debate: search attributes and the sweep schedule. */
import { Connection } from "@temporalio/client";
import { registerSearchAttributes } from "../local/temporal/search-attributes.ts";
import { ensureSweepOf } from "../workers/sweep-schedule.ts";
import type { Parts } from "./parts.lambda.ts";

/** Runs at every cold start of the service queue's workers, because it is cheap. Never throws: failures are logged. */
export async function prepareTemporal(parts: Parts): Promise<void> {
  const { endpoint, logger } = parts;
  const { namespace } = parts.config.temporal;
  try {
    await using open = new AsyncDisposableStack();
    const connection = open.adopt(await Connection.connect(endpoint), (it) => it.close());
    const refusal = await registerSearchAttributes(connection, namespace);
    if (refusal) logger.warn({ namespace }, "the search attributes could not be added to Temporal");
    await ensureSweepOf(parts, connection);
  } catch (error) {
    logger.warn({ namespace, reason: (error as Error).name }, "Temporal could not be prepared");
  }
}
