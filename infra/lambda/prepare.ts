/** Prepares Temporal for the first debate: search attributes and the sweep schedule. */
import { Connection } from "@temporalio/client";
import { sentenceOf } from "../checks/check.checks.ts";
import { checkTemporal } from "../checks/temporal.checks.ts";
import { registerSearchAttributes } from "../local/temporal/search-attributes.ts";
import { ensureSweepOf } from "../workers/sweep-schedule.ts";
import type { Parts } from "./parts.lambda.ts";

/** Runs at every cold start of the service queue's workers, because it is cheap. Never throws: failures are logged. */
export async function prepareTemporal(parts: Parts): Promise<void> {
  const { endpoint, logger, config } = parts;
  const { namespace } = config.temporal;
  try {
    await using open = new AsyncDisposableStack();
    const connection = open.adopt(await Connection.connect(endpoint), (it) => it.close());
    await registerSearchAttributes(connection, namespace);
    const place = { address: endpoint.address, namespace, isVersioned: config.deployment !== null };
    for (const finding of await checkTemporal(connection, place))
      if (finding.outcome === "no") logger.warn({ namespace }, sentenceOf(finding));
    await ensureSweepOf(parts, connection);
  } catch (error) {
    logger.warn({ namespace, reason: (error as Error).name }, "Temporal could not be prepared");
  }
}
