/** What Temporal has to know before the first debate: the search attributes, and the schedule that sweeps. */
import { Client, Connection } from "@temporalio/client";
import { dataConverterOf } from "../codec/data-converter.ts";
import { registerSearchAttributes } from "../local/search-attributes.ts";
import { ensureSweep } from "../sweep-schedule.ts";
import type { Parts } from "./parts.ts";

/** Done at every cold start of the workers of the service's queue, since it costs little. Never throws: it is logged. */
export async function prepareTemporal({ config, endpoint, logger, codec }: Parts): Promise<void> {
  const { namespace } = config.temporal;
  try {
    await using open = new AsyncDisposableStack();
    const connection = open.adopt(await Connection.connect(endpoint), (it) => it.close());
    const refusal = await registerSearchAttributes(connection, namespace);
    if (refusal) logger.warn({ namespace }, "the search attributes could not be added to Temporal");
    const client = new Client({ connection, namespace, ...dataConverterOf(codec) });
    const { sweepIntervalSeconds: intervalSeconds, deltasKeptSeconds } = config;
    await ensureSweep(client, { intervalSeconds, deltasKeptSeconds });
  } catch (error) {
    logger.warn({ namespace, reason: (error as Error).name }, "Temporal could not be prepared");
  }
}
